// Package sanitize inserts the notes that a sanitizer lives on (ir.OpNote): what a thread is about to access,
// where it synchronises, which way it takes where lanes of a warp may part, and whether what it uses was ever
// written. It runs in front of all passes, so that no access is gone before it is noted. What the notes mean is
// for package runtime/sanitize; here is only where they stand.
//
// Strong accesses lie between two notes, so that an engine can see to it that what one observes and what its note
// tells are the same. For initialisation each value that may be computed from memory, or from a register that was
// never written, has a second one, its taint: an I32, 0 of what is initialised. Taints are ordinary SSA, so passes
// and engines have nothing to learn about them.
package sanitize
