// Package frontend reads PTX text: it makes a Module of a file and checks it
// against the ISA table.
//
// Parse splits the text into declarations, hands each declaration's head to
// participle (grammar.go) and each function body, in parallel, to a
// hand-written parser (body.go). A mistake in one declaration or statement
// does not hide mistakes in the others. Check resolves every name and every
// instruction and reports everything that the manual or ptxas refuses.
//
// The package knows the text, its types and its names. It does not know what
// instructions do (package lower does), and it accepts forms that cannot be
// lowered yet.
package frontend
