// Package sanitize finds races, uses of uninitialised memory and misuse of barriers in kernels that
// run on the CPU. Whoever executes a kernel tells it what each thread does, in notes (Thread.Note) that
// the compiler has inserted (package lower/sanitize); the interpreter and generated code pass the same
// notes, so they get the same findings. It knows neither PTX nor SSA: a note is a Site and numbers.
//
// # What a race is
//
// Two operations of different threads on overlapping bytes, of which one writes, race unless one happens
// before the other or both are morally strong: strong, of scopes that include both threads, on the same
// bytes (sections 8.4 to 8.8 of the PTX manual). What happens before what follows from synchronisation
// and never from the order in which threads happened to run:
//
//   - the program order of a thread;
//   - barriers: when all threads of a CTA that have not ended meet, a new epoch of the CTA begins, and
//     everything before is known to all. Other barriers pass on the clocks of those that arrive;
//   - bar.warp.sync, among the lanes of its mask;
//   - releases and acquires: fences with strong accesses, chains of atomics (message.go), mbarriers;
//   - with lockstep, instructions that the lanes of a warp execute together (path.go).
//
// A clock is an epoch for each CTA, and moments of single threads beyond that (clock.go). Memory holds by
// word the last access of each thread at each place in the program (shadow.go), so that all pairs of places
// that race are found, whichever order the threads run in. What does depend on the schedule is which
// write a strong read observes; the findings hold for the values that the launch has seen.
package sanitize
