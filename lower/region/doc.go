// Package region turns the control-flow graph of a function into a tree of
// structured statements: sequences, ifs, switches, loops with break and
// continue. It is Norman Ramsey's "Beyond Relooper" (ICFP 2022) with two
// changes for readers of the result: what follows a loop stands after it and
// not at the end of its body, and a block that only returns is repeated instead
// of jumped to.
//
// Every reducible graph is structured completely, unless its tree would be deeper
// than Go's tools allow: then blocks whose own tree is too deep stand in one list,
// with labels and gotos. Cycles that are no natural loops get labels and gotos too,
// for exactly the blocks concerned.
//
// The package prints nothing and changes nothing: the tree points to the blocks
// of the function.
package region
