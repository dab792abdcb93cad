// Package faulttable is the table of what a kernel may do wrong: every kind of
// fault in every place where it can occur, in each form that generated code takes.
// A row is a kernel of which one thread, or several, does something that ends the
// launch, with the kind of the fault, the line and the thread that both engines
// must name. It is used by tests only; faultrun is the program that runs the rows
// on generated code.
//
// # What the engines agree on
//
// The kind of a fault, its PTX line, and its thread where only one thread faults. If several do,
// the one that runs first is named, and loops over threads run them in another order than
// lockstep does.
//
//   - A thread faults at the first instruction in program order that is wrong, in the program
//     as it is after the passes; a load that nothing uses is gone by then.
//   - The line is that of the instruction that is wrong, of the load for instance, whatever
//     statement it is printed in. Go says no more about a panic than its line, so a statement
//     holds one access that may fault. Only accesses of different slices at the same index share
//     one, as in y[i] = a*x[i] + y[i]: the index, which the panic tells, says which of them the
//     program fails at first, and vectors that are adjacent.
//   - What goes wrong in entering a function (calls too deep, no room for its local memory, a
//     handle that is not a function's) is a fault of the call.
//   - A barrier that waits for threads that cannot come is a deadlock, also if its count is
//     larger than the CTA, or that of all its threads when a warp has ended without coming.
//     Counts that are not whole warps or beyond 1024, and warp operations by a lane that their
//     mask does not name, are faults.
//   - Alignment is checked before the address.
//   - The words: what is wrong, and what memory is near and how far, as long as both know the parameter that
//     the access went through, or neither does. Limits that each engine has for itself differ, and what Go says
//     of an array of a thread.
//
// To add a row write it into the list of its subject: [Addresses], [Flow] and so on.
package faulttable
