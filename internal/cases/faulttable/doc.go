// Package faulttable is the table of what a kernel may do wrong: every kind of
// fault in every place where it can occur, in each form that generated code takes.
// A row is a kernel of which one thread, or several, does something that ends the
// launch, with the kind of the fault, the line and the thread that both engines
// must name. It is used by tests only; faultrun is the program that runs the rows
// on generated code.
//
// To add a row write it into the list of its subject: [Addresses], [Flow] and so on.
package faulttable
