// Package conditions finds the conditions of the compiler that all PTX of the repository and the
// tests of its passes decide one way: nothing says what happens the other way, or whether it is
// needed at all.
//
// Its test builds the compiler with every condition, and every operand of && and ||, in a call
// that remembers what it was (package record), and lets it compile the conformance cases, the
// modules of the fault table, random kernels of fixed seeds, and the texts of testdata, which
// were chosen because they decide conditions that nothing else does: programs of random
// generators, and what compilers make of programs in C. Tests of passes, schedules and printers
// run with it, too. What has then been true only, or false only, or never asked, must be in
// oneway.txt, with the reason. A new one is an error, and so is an entry that is no longer true:
// the list gets shorter. Command cmd says which entries a text makes untrue.
package conditions
