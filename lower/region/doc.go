// Package region turns the control-flow graph of a function into a tree of
// structured statements: sequences, ifs, switches, loops with break and
// continue. It is Norman Ramsey's "Beyond Relooper" (ICFP 2022) with two
// changes for readers of the result: what follows a loop stands after it and
// not at the end of its body, and a block that only returns is repeated instead
// of jumped to.
//
// Every reducible graph is structured completely. If several nested branches leave
// for the code after them, and there is no loop or switch to break out of, that is a
// goto forward, to a label at the end of a block in braces, as Go's break allows
// nothing else. Cycles that are not natural loops get labels and gotos backwards, for
// exactly the blocks concerned.
//
// Go's tools refuse functions with 1,000 nested scopes. If a tree would be deeper than
// 800, the blocks on the way down are in one list, with labels, and so are trees of
// what can be in such a list.
//
// The package prints nothing and changes nothing: the tree points to the blocks
// of the function.
package region
