// Package memcase writes the conformance cases of the memory and synchronisation
// rows of the ISA table: loads, stores, atomic operations, barriers, fences,
// asynchronous copies, addresses and cache hints, and the bytes that memory must
// hold afterwards.
//
// The bytes come from a model of its own, written from the text of the manual:
// memory is an array of bytes, an instruction of a thread reads and writes some of
// them. It shares no code with the compiler, the interpreter or the runtime; the
// ISA table only says which heads there are.
//
// Rows of few heads have all of them in a case. Of the others, which are products
// of hints that mean nothing to memory, every pair of modifiers stands in a case;
// Options.All asks for all heads.
//
// The package neither reads nor runs cases. docs/CASES.md describes the folders.
package memcase
