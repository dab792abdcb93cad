// Package internal says what lies below it; it has no code.
//
// The product is driver (the command line), pipeline (the order of the stages), isa (the
// tables of the instruction set), diag (diagnostics), intrin (which arithmetic functions
// there are), argument (expressions of the command line), page (the page of -html) and
// cuda (the driver of a GPU, for verify and the probe).
//
// What is generated of all that is written by gen, in one run.
//
// The rest are drawers for what holds the product to its promises: cases (what kernels must
// compute), oracle (the same arithmetic in other ways), fuzz (random programs and texts),
// house (what the source itself must be) and bench (how fast kernels, launches and the
// compiler are), which is a module of its own.
package internal
