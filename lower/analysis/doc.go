// Package analysis finds facts about SSA functions that passes and code
// generation rely on. An analysis changes nothing; it is valid until the
// function changes.
//
// Provenance says for each address which parameter or variable it points into and at
// which offset, so that [%rd2+8] becomes x[i+2]. The offset is a linear form, a constant
// and values times constants, and this is the only analysis of those: views print
// indices from it, the pass lockstep compares the accesses of lanes by it, and the
// schedule takes %tid.x out of it for windows.
//
// Uniformity says which values and blocks are the same for all threads of a launch, a
// CTA, a row, a warp or a gang, and what that assumes about the shape of blocks.
//
// Ranges say between which bounds an integer lies where it is used, by what is compared on the
// way. Sure bounds hold wherever it is computed.
//
// Where accesses meet is asked in two ways. Conflicts tell for two lanes of a warp whether the
// order in which they make two accesses may show; Epochs where lanes come to a place that
// have aligned last at different ones. Spots tell it for the threads of a row.
//
// Liveness says where values are still needed, and from that which ones can share a
// place: the slots of a cut kernel and the variables of Go share by one rule.
package analysis
