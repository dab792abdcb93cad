// Package gosrc is how Go is spelled in generated code: the types that carry values,
// literals and expressions with no more parentheses than a reader needs, names, and
// functions as trees of statements. Variables are declared where the tree is complete:
// at their one assignment where that reaches every use. What has turned out to be of no
// use goes, and the tree becomes jennifer's statements. Marks in the text remember which
// PTX line each statement came from while gofmt moves lines.
//
// It knows nothing of SSA, nor of what an instruction means or what the runtime offers:
// that is for those who build the trees. It is no formatter of Go in general, and spells
// only what generated code has.
package gosrc
