// Package mutate makes mistakes in the packages that decide, one at a time, and finds out
// whether anything notices: a mutant that nothing kills is a condition without a test, or one
// that is not needed.
//
// A [Mutant] is one change of one file: another comparison, a bound that is off by one, an
// operand of && or || that is left out, a condition that always holds or never does, a
// statement that is gone. [Load] finds all that there are in the packages, [Pick] takes some of
// them by a seed. A [Batch] builds many at once, each where the environment selects it, by
// package selected; with none selected everything must be as it is, and says meanwhile which
// tests and which texts meet which mutants. A [Rig] runs each through the stages of [Rig.Judge],
// the cheap ones first, and stops at the first that notices: the package's own tests, what
// becomes of all PTX of the repository that meets it, and, where that is another text than
// before, the conformance cases, the fault table and random programs of which the text has
// changed. Golden files do not count, as an -update lets everything through: those that nothing
// else notices are listed apart.
//
// The tree is never touched: mutants are built with the -overlay of the go command. [Results]
// are in a file, where one is named, so that a rig that was cut off goes on. What changes
// nothing that anybody can tell stays in equivalent.txt, with the reason.
//
//	go run ./internal/house/mutate/cmd -seed 1 -n 100 -o /tmp/mutants.json
package mutate
