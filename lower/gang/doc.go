// Package gang decides how the threads of a row or a region are vectorised. A gang is eight
// or sixteen threads with consecutive %tid.x that execute as the lanes of vectors: every
// operation for all of them before the next operation. The package takes the schedule and
// adds the facts that a printer of such code needs: which values the lanes share, which count
// up from lane to lane, where lanes diverge, which assignments must be blends, how an access
// finds its elements; or why a body has no gang at all. Kernel is all of that for a kernel,
// and Report lists what of it is not vectorised.
//
// Nothing else decides whether a kernel or a body has gangs: a gang that is planned and not
// printed is an internal error. The package knows no Go source, and of instruction sets only
// the width and which operations have a vector form. It changes nothing and decides no bits.
// What it says holds for every gang that begins as Plan says, whatever the data; Plan.Verify
// checks what can be checked of it, and the tests hold it against the interpreter.
//
// # How a gang executes
//
// A gang goes through the tree of its body (package region) once, with a mask of the lanes
// that are active at the current node:
//
//   - A branch on which lanes cannot differ is taken as by one thread. Of any other, Body is
//     executed for the lanes for which the condition holds, if there are any, then Else for
//     the others.
//   - A loop runs while lanes are at its head. Lanes that break wait after its target, those
//     that continue wait at the head, those that return do nothing more.
//   - Phis take their values at the Edge nodes, for the lanes in the mask.
//
// No two values share a variable. An effect is done for the lanes in the mask alone, in their
// order; anything else may be computed for the others too. What those get is never used,
// except where Plan.Blend says that they need their old value.
//
// Gangs run where the guards hold that bound the row, and nothing in them wraps: see
// schedule.Body.Facts. Branches that these decide do not count, so all lanes are active at
// the beginning.
//
// # Shapes
//
// A value that all lanes share is one number, or a vector of equal floats (shape.go). That
// comes from uniformity, of which gangs are a level between rows and threads: plain loads at
// one address agree as well, since the lanes execute them together. An integer that grows by
// a constant from lane to lane is one number too, that of the first lane. If gangs begin at a
// multiple of eight, tid & 15 is such a number, tid >> 4 is the same for all, and tid ^ 4
// permutes the lanes; the plan says whether it relies on that. The number of a lane, %laneid, is such a
// number where each warp is a piece of a row, and a vector elsewhere. What is known inside a loop
// that lanes leave in different iterations does not hold after it: Plan.At. An integer that lanes share
// and that is computed from floats is a vector, as those are; but a comparison of vectors that gives all
// lanes the same is one predicate.
//
// # Masks and blends
//
// A branch needs masks if its condition is not one number (mask.go). An assignment must blend
// only if a value is needed by lanes that are not active there (blend.go); everything else is
// computed for all lanes. In the loop of the Mandelbrot set only the count is blended.
//
// # Access patterns
//
// An access is contiguous, strided, a splat, permuted or a gather, by the shapes of the terms
// of its address (access.go). If it is known that all lanes, inactive ones too, would access
// elements inside the variable, active lanes load as all do, and store by writing back what the
// others have, in memory that only this goroutine has. Terms of 32 bits that are extended must
// not wrap within a gang: a guard, the mask or ranges know that, or the pattern names the
// number to check. A gather whose indices turn out to be consecutive, as clamped ones mostly
// do, is one load: a convolution with clamped edges takes half of the time by that. An access
// to memory that is accessed in several widths is one to elements of its own width if its
// index is a multiple of them (gen.Words).
//
// Where each thread goes through a row of its own (a[i*n+k], even.go), the lanes are n elements apart, which is known when
// the kernel runs: index and distance are taken from the first two lanes, and nothing is computed for each of them. Such a
// round takes half of the time of a gather.
//
// Vectors of elements that lie one after another are loaded and stored together where all lanes go through
// the body together. Where lanes are missing, or the vectors lie anywhere, each lane has an index of its own, as in
// a gather, and its vector is one access: of 16 bytes, or 8. Vectors of elements below 32 bits have no such form.
//
// Records (record.go): threads that access two, three or four adjacent elements one by one, as
// those of a point in space, load and store them together in clean loops: loads with the first
// of them, stores with the last, in a third to a half of the time. What is in between must be
// to other memory: at a distance that no lane makes up for, or through another parameter that
// is checked to be apart before the loop.
//
// # Local memory
//
// The local memory of the lanes, what is left of it after promotion, is an array of vectors: word k of the
// frames of all lanes side by side (own.go). An access whose place in the frame the lanes share is one of a vector, or
// of two for 64 bits, with a mask one that writes back what the other lanes have; where places differ it
// gathers or scatters words. Elements below 32 bits are parts of words, so bytes may be accessed in any widths.
// The array is zeroed when a gang begins, and nobody sees what is done to it: a gang that is left has threads
// with frames of their own. Variables that threads keep across barriers, and whose addresses become generic ones, are
// not held so, nor are frames of more than 4096 bytes.
//
// # When a check fails
//
// If a check fails (say, an index is out of range), the gang's threads are run again one at a
// time. Accesses after an atomic operation, or after a store to where the threads may have
// read before, cannot be repeated (stored.go), unless they go to where the same lanes have been before,
// and cannot fail: a load to where they have loaded or stored, a store to where they have stored, or behind any store also
// where they have loaded (elements that change places). Whether two parameters point to the same memory
// is not known before the launch: the plan says what cannot be repeated whatever they point
// to, and what cannot unless certain loads and stores are apart.
//
// # The last gang
//
// A region of a number of threads that is computed, as where a step of a recurrence has one thread less than
// the one before, leaves up to seven threads after its gangs, which often take as long as these. Its last gang
// begins among the threads that have run, if what they do may be done twice (overlap.go).
//
// # Atomics
//
// Lanes perform an atomic in lane order, all active lanes before any continues, if that order
// cannot be observed (atomic.go): one atomic outside of loops whose place nothing else in the
// body accesses, in the order of threads; or any number of integer atomics of the same kind
// whose results nothing uses, as the sums of a histogram. Two at one place, floats in loops
// and loads of the accumulated element prevent gangs, though PTX leaves the order of threads
// open: the bits are those of threads one by one. What another parameter may point to is
// checked before the loop (gen.Apart). The functions of gang8 for atomics do nothing if the
// index of a lane is out of range, so the gang can still be repeated. What may fail after an
// atomic cannot.
//
// # Sections
//
// What has no vector form, such as other atomics, textures and accesses by address, is done
// lane by lane (section.go). It counts against a gang, and a body in which it outweighs the
// vectors gets none (cost.go); no loop over threads that contains some gets one (form.go). An
// arithmetic function without a vector form, such as a reciprocal square root of f64, is not
// a section: its twin in gang8 calls the scalar function for each lane. Loops of gangs with
// such a call or an atomic poll.
//
// A fence is one for all threads of a gang (gang8.Fence): an instruction that locks a word of
// the frame, since assembly has no variable to write.
//
// # Ordered regions
//
// A region whose threads run in an order, since barriers in it were removed, has gangs that
// begin at the same end (order.go): the lanes of a gang do what comes before such a barrier
// together before anything after it, which is what the barrier said. Only accesses of lanes on
// different sides of a branch must not overlap, as either side may hold code from both sides of
// the barrier.
//
// # Why there is no gang
//
// Calls, local memory across barriers or by generic addresses, fewer than eight threads, loops in which threads wait for others, a
// switch at which they diverge, most operations have no vector form (why.go, cost.go), and
// whatever has no form for gangs (form.go), in each of the clean loops and in the general one
// (loop.go). report.go lists the regions of a kernel that are not vectorised, for -v. The dump
// of the schedule shows the plans, and from which value it comes that lanes diverge or gather
// (origin.go).
//
// # Chains of regions
//
// Four gangs of eight are a warp. Regions between which only warps synchronise, by shuffles,
// votes and reductions of whole warps, are a chain (chain.go): they need not run one after
// another for the whole CTA. Each gang of a warp goes through a region, then the lanes exchange
// what the warp operation says, and when the warp is through the chain the next warp begins.
// Nothing bounds the row there: guards are branches like others. What is computed from the
// lane's number alone is known for each gang (lanes.go), and so is where a shuffle by a
// constant reads from: the lanes of one gang, those of two consecutive ones, or a permutation
// (shuffle.go); by any other distance it is a permutation of all four.
//
// Values that threads keep from one region to the next are in memory only if they are read
// after the chain (wanted.go). A later region that only computes from those is the last step,
// even if barriers stand between (early.go). If a check fails the regions are run one by one,
// from the first one on (again.go): so a chain stores nothing where it may have read before, which
// is asked of buffers before the first warp (Chain.Meet),
// unless one warp alone goes through it, or the only check is of an index that does not depend
// on memory and with which a thread would fault. Numbers that must not wrap are checked once
// for all threads. What threads have kept before a chain and set in it is put aside until the last
// warp is through (Chain.Aside). Rows are whole warps there, so that %ntid.x is a multiple of 32
// (multiple.go). The dump of the schedule says what keeps warps from a chain.
//
// # Unroll and jam
//
// Two or four gangs may run side by side, each statement for all of them (alive.go, jam.go),
// unless the plan relies on gangs that begin at a multiple of eight. That is done where at
// least six operations wait for each other, as long as the gangs together have no more than 24
// vectors of their own; the plan says how many vectors it takes, and why no more gangs are side
// by side. Where lanes diverge there are two, each with masks of its own, if all lanes are
// active at every access but loads of places in a row in loops, and few operations are independent: iterations
// that only one gang needs cost less than the latency that is hidden.
//
// # Rows in one function
//
// If the rows of a kernel that asks for the number of its row are short, what is done once for
// each loop over gangs is much of the time (rows.go). So gangs go through the rows of a CTA by
// themselves if everything in the clean loop goes through windows or slots, so that nothing
// can fail, and all rows are whole gangs. What is the same for all rows is computed once. If
// operations wait for each other, two or four rows are jammed: the same lanes of each, which
// share whatever does not depend on the row (Differs), such as the column of a tile. SGEMM
// takes 0.65 of the time by that, stencils 0.5 to 0.8.
//
// If the lanes of a row access elements at a distance, and each row those next to the row
// before, as in a transposition, four rows are a square (Square): four elements of a lane are
// loaded or stored at once, and transposed in registers, if the rows turn out to be adjacent.
// This is not done where so many rows of a matrix would be in progress that parts of cache
// lines are evicted: four times four rows take 1.2 to 1.3 times the time.
//
// # Sixteen lanes
//
// The number of lanes is a parameter of a plan (Plan.Width). Chains run as gangs of eight at
// any rate, and estimates of gain and of registers are those of eight lanes. Costs choose the
// width (wide.go): each operation is of a kind (kind.go), and what gangs of eight and of sixteen take
// for one of each kind was measured by internal/bench/cmd/costs, which writes the table
// (zcosts.go). Arithmetic takes 0.6 of the time with sixteen lanes, divisions and roots 1.1,
// gathers 1.2, elements at a distance 1.8, records of three elements 6, since these are put
// together one by one. A region, or a kernel that is not cut, keeps gangs of eight if the sum
// for as many threads is less; what the unit that divides takes does not add to the rest, as both
// go on at once. A kernel keeps them altogether if sixteen lanes would save less than a
// sixteenth of its time, of what runs thread by thread too. Rows of which eight lanes take more
// threads, as those of 24 threads, are left to gangs of eight.
//
// # No gangs at all
//
// The same table says what as many threads take one by one (alone.go). A region is left to them if they are
// estimated to take clearly less time: where what they loaded decides, a thread is taken to go each way in half
// of the cases and to be guessed wrong by the processor at times, its gang to go both ways in all. So a level of
// a graph search, which gathers a little and computes nothing, and the update of every other point of a grid
// have no gangs. Addresses that are kept within the bounds of an image are no gathers in this.
//
// # Tests
//
// Plan.Verify checks shapes and patterns with numbers that lanes may have, and phis and blends
// by the graph. Tests record what the threads of the conformance cases do in the interpreter
// and replay it as gangs would, with poison in the lanes that a variable does not keep: every
// operand that a lane reads must be what its thread had, and two rows must have the same in
// whatever jammed rows are said to share.
package gang
