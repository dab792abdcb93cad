// Package schedule decides how the threads of a CTA execute a kernel: in which form, where
// its code is cut, what is computed once for the CTA, and which values a thread spills
// between regions. The result is data: functions of package ir that every printer prints
// and that the interpreter can run. The package knows no Go source and changes no function
// that it is given.
//
// # Forms
//
// New picks the first form that fits, and records why it is not a faster one (-dump=schedule
// shows it).
//
//   - Rows: no thread synchronises with another. The kernel is one function with a loop over
//     the threads of a row; what does not depend on x is computed before the loop. A kernel
//     whose threads stride through memory is cut into regions all the same, see Loop
//     interchange below.
//   - Regions: barriers are in control flow that is uniform over the CTA, apart from threads
//     that have ended. The kernel is a function per CTA with this control flow, and one
//     function per region, which loops over all threads like rows.
//   - Coroutines: everything else, such as barriers in divergent code or in functions, warp
//     operations of part of a warp, and loops in which threads wait for threads that may be
//     elsewhere. Every thread is a coroutine. A switch costs about 50 ns, so this is 100 to
//     1000 times slower. It is always right: no kernel is refused for its barriers.
//
// # Passes
//
// A kernel without sync points runs as rows. Otherwise, and where threads stride through
// memory, these passes cut a copy of it, in this order:
//
//	split        every sync point becomes a block of its own
//	interchange  loop interchange: loops in which threads stride through memory become
//	             loops of the CTA around the loop over threads
//	strength     strength reduction: what indices grow by in loops of the CTA is summed once
//	order        a barrier is removed if one ordered loop over the threads can run both sides
//	header       finds the region headers, so that all threads that leave a region and go on
//	             go on to the same header, or branch by one value
//	level        finds the values that are computed once for the CTA
//	mask         regions after divergent branches run for masks of threads
//	spill        values that live across regions are spilled to slots, or rematerialised
//	outline      makes a function of each region, and one of the control flow around them
//	clean        removes slots, regions and arguments that nothing needs
//	ifconvert    if-conversion: branches that only swap values become selects
//	share        slots with disjoint live ranges share an array
//	same         equal regions become one function
//
// If one of them finds something that a region cannot do, the threads of the kernel run as
// coroutines, and the schedule says why.
//
// When all kernels are cut, New looks at the accesses of all functions that are printed and
// decides how memory appears to them: Memory.
//
// For each function that is printed, device functions included, a Body says the rest:
//
//	row      what is computed before the loop over the threads of a row
//	range    which of these threads run, and the guards under which any of them do
//	lanes    which threads of each warp run, or of a piece of one
//	window   a clean loop without the guards that runs first and accesses memory through
//	         windows, whose checks are made before the loop
//	poll     where the code asks whether its launch is over
//
// # Regions and slots
//
// What passes between regions is explicit: arguments for values that are computed once for
// the CTA, and slots, with one element for every thread, that regions load and store. So the
// passes of package pass clean regions up (a loop's sum stays in a variable), the printer
// of rows prints them, and nothing after the schedule knows about the cut. A region that
// neither asks where its threads are nor can fault ranges over its slots instead of over
// rows. In a clean loop the slots of a row are slices with one element for each thread, as
// windows are; if nothing has to be checked before it, it is the only loop.
//
// The interpreter runs the parts as well (verify -engine=schedule, and every random kernel
// of internal/fuzz/difftest that is cut): the function of the CTA once, each region thread
// by thread. It knows nothing but the operations, and a slot element that no thread has
// stored is not zero there. So a mistake of the cutting shows without a Go compiler, and is
// told apart from one of the printer. Warps may run in any order, which the interpreter can
// shuffle; the lanes of a warp run in the order of their numbers, which lockstep points
// rely on.
//
// Region headers are the blocks at which regions begin: sync points and what follows them,
// the targets of branches that decide between sync points, and the blocks where regions
// meet. In the end all threads that leave a region go on to one header, or the region is a
// fork: one block, by whose branch the CTA goes on. Short tails of the kernel after which
// nothing synchronises are copied into every region that reaches them: threads that leave
// early end at once, and do not keep a loop from being uniform.
//
// A fork on which all threads agree is a branch of the CTA's function. After any other fork
// the regions run under masks, one after another in program order, up to the block where
// the paths meet: a thread's place is the one mask in which it is true, and a loop runs
// while threads are at its head. Where all threads of such a part agree on its forks, those
// that come to it go through it under one mask, by branches of the CTA's function, and its
// loops run unless no thread comes. Lockstep points and operations of whole warps
// (if (tid < 32)) may be in such a part; barriers, and loops in which threads wait for what
// others store, may not.
//
// The mask of the first threads of every row needs no array where the ranges of %tid.x prove
// it (first.go): after if (tid >= 32) return, and under if (tid < 32). Regions and warp
// instructions are then for threads with tid.x < 32.
//
// A warp instruction is a loop over the warps that calls its function on the warp's part of
// the slots. What is computed once for the CTA is an operand of one element.
//
// # Loop interchange
//
// Where each thread strides through memory,
//
//	for i := start + tx; i < n; i += stride { ... x[i] ... }
//
// neighbouring threads access neighbouring elements in the same iteration, and running thread
// after thread would bring every cache line in once for each. So the loop is interchanged
// with the loop over threads (interchange.go): a lockstep point in every iteration makes a
// region of it, for the threads with at + tx < n, where at is the CTA's counter, and sums
// live in slots. That is equivalent if nothing wraps and the stride is no less than a row.
// The CTA checks this before the loop; if it fails, or a row is short, the original loop
// runs instead. Loops that call, wait, or use the result of an atomic stay as they are.
//
// # Loops that update memory, round by round
//
// A loop whose threads load from where they store, as in a sweep of a recurrence, cannot be done for several
// threads at once with a way back: where a later round may fault, the earlier ones have changed what they read. So
// the threads meet behind every round (update.go), by a lockstep point that makes a region of it, if neighbours access
// neighbouring elements and threads keep few numbers from round to round. In a region an access that may fault comes
// before the first store, or goes through a window. Threads that leave the loop in different rounds meet once more before
// they do what comes after it. Pointers that are computed in some way stay in one region, which knows what they point into.
//
// # Strength reduction
//
// If an index grows in each iteration of a loop of the CTA by a step on which the threads
// agree, as b += 16 * n does from tile to tile, the CTA sums the steps, and each thread
// adds that to its own initial value (strength.go). The index then needs no slot and no
// region, and if it began as %tid.x and values that are the same for a row, its accesses
// have a window.
//
// # Order of threads
//
// A barrier is removed if one loop over the threads, upwards or downwards, can run both
// sides and a value would otherwise be spilled across it (order.go). In that order no thread
// may do what comes after the barrier while another, whose memory it touches, has yet to do
// what comes before. In a step of a scan,
//
//	f = s[tx-d]; barrier; s[tx] += f
//
// that is from the last thread to the first, and f becomes a variable of the loop. Addresses
// must be multiples of %tid.x plus constants, and only one side may fault. All this is about
// one row. If the rows of a kernel all do the same, because nothing asks for %tid.y or adds
// atomically, the first row runs for all of them (ir.Func.FirstRow).
//
// # Spilling
//
// A value that lives across regions is rematerialised where that takes at most ten
// operations, and spilled to a slot otherwise. Addresses are always recomputed where they are
// used, so that the region sees what they point into. A spilled value is stored where it
// changes (change.go). A phi shares its slot with its arguments if their live ranges do not
// overlap. Slots and arguments carry the known ranges of their values, and what they point
// into.
//
// Slots of registers with numbers for names share an array if none is live when another is
// written (share.go). The conformance cases have 27 % fewer arrays by that, and an unrolled
// reduction by shuffles 7 instead of 65. Its steps are then the same code, and equal regions,
// faults and their lines included, are printed once.
//
// Local variables that are not promoted lie in frames; the CTA makes one for every thread
// when it begins. Only these exist for all threads at once: functions that a thread calls
// have their frames on a stack of the worker, since all calls have returned where a region
// ends.
//
// # If-conversion
//
// A branch after which two values of shared memory only change places, as in a sort, becomes
// selects and unconditional stores (ifconvert.go): inside a region nobody can tell, and the
// Go compiler turns the selects into conditional moves. On random data the branch is
// mispredicted half of the time: a bitonic sort of 256 words took 70 ns a thread, and takes
// 35.
//
// # Guards and ranges
//
// Guards without which threads do nothing are taken apart (range.go). What is the same for
// the row, such as y < height, is checked once, before the loop. A comparison of %tid.x with
// a value of the row, such as i < n, 1 <= i or 2*i+1 < n, bounds the loop: the runtime computes which
// threads pass, and whether that is valid because the sum does not wrap within the row. If
// it may wrap, all threads run, and the guard in the loop decides.
//
// A guard on the place of a thread in its warp, such as lane >= 4 in a step of a scan or
// lane == 0 where one thread speaks for its warp, bounds the loop too (lanes.go): a loop over
// the pieces of a row, and in it one over the lanes that run. Slots that a select would keep
// are left alone, so that a step that ends in selp has such a guard.
//
// # Memory
//
// Memory says how memory appears to each function that is printed; package codegen/scalar
// spells it, and Schedule.Verify holds every access against it. A pointer parameter is a
// typed slice if all accesses through it agree on one element type: every access is then an
// ordinary checked index. If they differ it is a slice of bytes with an offset check.
// Variables have views alike. The sign of integer elements is the one with which most of the
// code that loads and stores them is printed. All parts of a kernel share its views; a device
// function reaches the shared memory of kernels by address. -dump=schedule lists views
// (view x: f32, written) and counts the accesses that go by address.
//
// In modules with 32-bit addresses it is asked value by value which 32-bit values may be
// pointers, because their type does not tell them from numbers. Provenance takes 32-bit sums
// apart as it does 64-bit ones. An index is then a sum modulo 2^32 elements where the address
// is one modulo 2^32 bytes: the two agree wherever the index is inside the buffer.
//
// # Windows and clean loops
//
// If an index is the sum of a value of the row, a multiple of %tid.x and a constant, the
// threads of a row together access a window of the buffer. One check before the loop says
// whether it is inside (gen.Inside); sums of 32 bits that are extended must not wrap either,
// which a guard knows or gen.Exact checks. If all of it holds a clean loop runs, without
// guards and checks. Otherwise the general loop runs, which finds the thread that faults. So
// no fault changes, and it does not matter if a check fails although no thread is wrong.
// Accesses whose indices differ in a constant share a check. In the clean loop accesses are
//
//   - xs[tx] if each thread accesses one element after the last thread's, at up to three
//     constants: slices of equal length, whose checks the Go compiler removes;
//   - v[16] of v := (*[241]float32)(b[tx : tx+241]) for vectors, for up to eight constants,
//     and for threads that are several elements apart: one check for each thread, and none
//     if all threads access the same elements;
//   - b[tx+16] for more constants. These are checked though they need not be: without any
//     check Go's instruction scheduler loads all of them first and spills most registers (16
//     fma of a matrix product: 10 ns without checks, 6.8 with; 9.1 in the general loop).
//
// Only accesses that all threads make that pass the guards ask for a window. Others use one
// that is there, or are checked by themselves, as gathers are. If threads go on both ways
// after a comparison, as in i < n ? x[i] : 0, there are two clean loops, one for the threads
// that pass and one for the others (cleanloop.go). A clean loop is a second copy of the body,
// for rows and regions: of at most 40 values besides the accesses and 8 for each access
// through a window, which at least half of the accesses, and two in a region, must be.
//
// # Overflows
//
// Reach says how far an access may go (reach.go). An overflow of a shared variable meets its
// neighbours, as on a GPU, up to the end of the CTA's shared memory; beyond is a fault. A
// variable whose accesses are all inside, by the ranges of their indices, is a field of a
// struct. One whose accesses certainly do not go below it is a slice from its start to the
// end of shared memory, which costs the same. Any other is an index into a slice of all shared
// memory. Lanes of a warp that meet only through an overflow are not aligned for it.
//
// An overflow of a local variable meets the other variables of its frame, the frames of
// callers, and alloca: the local memory of a thread is one stack in both engines, with the
// same frames at the same places (ir.Frame), in each form. The frame is a Go struct. An
// access that stays inside its variable is an index into a field; so is one whose overflow
// leaves the stack too. An access that may meet the variables after its own indexes an array
// from there to the end of the frame; one that may meet any variable of a kernel's frame an
// array of all of it. An access that may meet another frame goes by address, which costs 1.2
// to 8 times as much.
//
// # Polls
//
// Generated code polls, so that a launch ends soon after its context: in every iteration of a
// loop, after a label that a goto jumps back to, and at the beginning of a function that does
// much or calls itself; but not where little can happen between two polls (poll.go). Loops
// that execute a few thousand operations in all have none. Nor has an innermost loop that
// moves through memory by a constant: it ends with the memory if its address is a sum of 64
// bits; one of 32 bits, which may wrap around, must be in a loop that counts by one to a
// 32-bit limit. Every thread with such a loop polls before it. Loops of the CTA poll too.
package schedule
