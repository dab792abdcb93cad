// Package schedule decides how the threads of a CTA execute a kernel: in which form,
// where its code is cut, what is computed once for the CTA, and what a thread keeps
// from one region to the next. The result is data: functions of package ir that every
// printer prints and that the interpreter can run. The package knows no Go source, and
// changes no function that it is given.
//
// A kernel without sync points runs as rows: a loop over threads around all of it, unless
// its threads stride through memory. Otherwise the passes of New cut a copy of it, in this
// order:
//
//	split    every sync point becomes a block of its own
//	rounds   loops in which threads stride through memory go round with the CTA
//	climb    what numbers of threads grow by in the rounds of the CTA is added up once
//	order    a barrier goes where one loop over the threads in order can run both sides
//	lead     the blocks at which regions begin, so that from each region all threads
//	         that go on go on to the same place, or branch by one value
//	level    the values that are computed once for the CTA
//	mask     branches whose threads differ: the regions behind them run for masks
//	keep     what lives from one region to another: in slots, or computed again
//	outline  a function for each region, and one for the control flow around them
//	clean    slots, regions and arguments that nobody needs go
//	exchange branches behind which values change places become selects
//	share    slots with different times share an array
//	same     regions that are the same become one function
//
// Where one of them finds what a region cannot do, the threads of the kernel run as
// coroutines, and the schedule says why.
//
// When all kernels are cut, New looks at what the functions access that are printed, and
// decides how that memory appears: Memory.
//
// Of each function whose code is printed, device functions as well, a Body says the rest:
//
//	row      what is computed in front of a loop over the threads of a row
//	range    which of these threads run, and what must hold for any of them to
//	lanes    which of each warp do, or of a piece of one
//	window   a loop in front of that one without the guards, in which memory is accessed
//	         through windows, whose checks stand in front
//	poll     where code looks whether its launch is over
package schedule
