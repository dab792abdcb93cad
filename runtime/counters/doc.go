// Package counters counts what the threads of launches do: how often each instruction of the PTX is executed and by
// how many lanes, what it asks of memory, where the lanes of a warp part. It executes nothing. An engine tells each
// Thread which steps it makes (Program has what is in each), which guards let it execute an instruction, which
// addresses it asks for and which way it takes where ways part.
//
// # Warps
//
// A warp executes an instruction once for all its lanes that are there together: those that have come the same ways
// since they parted last, up to the place where all ways of a branch meet again. Which these are follows from the
// program and its data alone, so that numbers do not depend on the order in which an engine runs threads. Lanes of a
// warp may be told of one after another, each from the begin of its kernel to the end: a CTA keeps what its warps have
// done as trees of moments (path.go), in which a lane finds the moments that another lane of its warp has been at
// before, and counts when the CTA has ended (tally.go). A lane that is told the same as the first one of its warp follows
// that one's trace and searches nothing.
package counters
