// Package endless tests that no kernel runs forever: launches of kernels that have
// no end return soon after their context has ended, in every form of generated code
// and in the interpreter, and leave no goroutine behind. It has no code of its own,
// only tests.
//
// go test -v prints how long launches outlive their contexts, and how long the world takes to
// stop while they run. On two cores that twenty other processes shared, with launches of 2 s
// that walk through memory or store to it: half of them outlived it by 12 ms in assembly and 14
// without (18 and 37 with one processor for Go), the longest by 311 and 315 (121 and 123), of
// which most is waiting for a core; the longest stop of the world was 15 ms in assembly and 101
// without (16 us and 16 us).
//
// With launches of 10 s, of three kernels (one walks through memory, one stores, one counts past its limit), beside one
// other process on two cores: the world stood still for 6 ms at most in assembly and 4 without (0.3 ms in assembly with one
// processor for Go), and launches outlived their contexts by 39 ms at most.
package endless
