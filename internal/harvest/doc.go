// Package harvest turns what the Go compiler makes of vector code into Go assembly, which every
// ordinary build of Go has: the listing of a package, compiled with
//
//	GOTOOLCHAIN=go1.27.3 GOEXPERIMENT=simd GOAMD64=v2 GOARCH=amd64 go build -trimpath -gcflags=-S
//	GOTOOLCHAIN=go1.27.3 GOEXPERIMENT=simd GOARM64=v8.0 GOARCH=arm64 go build -trimpath -gcflags=-S
//
// becomes a file for the assembler, beside which there must be the Go declarations. The listing must have what the
// functions call and the constants that they read: packages of the runtime too, each with
// -gcflags=PACKAGE=-S. It does not depend on the machine. The package knows neither PTX nor how the
// functions came about.
//
// # Leaf functions
//
// A function that is harvested calls nothing of Go's runtime, and allocates and writes no pointers.
// Its source keeps to this:
//
//		package gen
//
//		// CTA is what leaf functions see of a launch. The layout of what they use is frozen.
//		type CTA struct {
//			Stop atomic.Uint32 // Leaving: the launch is over
//			Done uint32        // what is done, where the function cannot say so itself
//			...
//		}
//
//		const Leaving = 0x6c656176 // harvest.Leaving
//
//		func Leave(c *CTA) bool { return c.Stop.Load() == Leaving }
//
//		//go:noinline
//		func saxpyGangs1(c *gen.CTA, a float32, xs, ys []float32) int {
//			tx := 0
//			ys = ys[:len(xs)]
//			f1v := gang8.SplatF32(a)
//			for ; tx < len(xs)-7; tx += 8 {
//				c.Done = uint32(tx)
//				// At most 128 rounds, or:
//				if gen.Leave(c) {
//					break
//				}
//				gang8.StoreF32(ys, tx, ...)
//			}
//			return tx
//		}
//
//	  - Parameters are numbers, booleans, strings, pointers and slices, with names that are not those of
//	    registers (g is one). Something that is several words and not a slice is passed as its parts.
//	  - The result is one integer, what is done of the threads or rows from the first one on; or a
//	    boolean, whether all is done; or nothing, if nothing can fail.
//	  - A check that fails is a return of what is done, before the first effect of the gang. What
//	    the Go compiler adds, checks of indexes that it cannot prove, becomes a bail: the function
//	    returns what Done holds, or false. Assembly sets it to 0 at the beginning; a function that counts
//	    from another number on sets it first. Each round of the loop over gangs sets it, and what may
//	    fail after that loop sets it again: a function that does not is refused. Output.Bails lists
//	    what is left of such checks. A bail must not lie after an effect that must not be repeated:
//	    that is not checked here.
//	  - if gen.Leave(c) { break } is a poll, where the current gang may begin again, and if gen.Leave(c) {
//	    panic(...) } one that ends the CTA. The comparison with Leaving, which nothing else is compared
//	    with, marks it.
//	  - Assembly is not preempted. So each poll asks the runtime too, by the stack guard, whether it wants
//	    the goroutine to stop. Where it does, all registers are saved, a function of Go is called, whose
//	    prologue does what is wanted, and the gang goes on after that where it was. The stack may be
//	    another one then: the function takes no pointers to what may be on it (without go:noescape
//	    nothing is), and an address in its own frame is not kept across a poll.
//	  - A loop that goes round without a poll must be short: what stops the world waits for it. So it says
//	    in its body // At most 128 rounds, and the harvest counts its instructions. Loops of functions of
//	    the runtime are bounded by Options.Rounds.
//	  - Constants are variables of package level that are there when the program starts, as those of
//	    gang8.ConstF32 are: what is computed then is not in the listing.
//	  - Functions of the runtime that are not inlined are harvested too, as static functions. What fails in
//	    them is a bail of the function that calls them. They must not poll, and where they have type
//	    parameters not look at their types: the size of a type is known, but not what it is.
//
// # Processors
//
// All that a processor has of its own is behind Target; how its assembly and its frames look is in amd64write.go
// and arm64write.go.
//
// On amd64 the upper halves of vector registers are zero where a gang function returns, or calls Go: VZEROUPPER is
// put there if they may be in use on some path to it (uppers.go), and the Go compiler's are left out where
// they are not. What does not fit into registers is on the stack, and Go aligns frames to 8 bytes: if vectors there
// cross cache lines, the same code takes up to 1.6 times as long. So assembly aligns its frames to cache lines.
//
// The Go compiler computes most addresses of vectors in instructions of their own. What uses one computes it itself
// where the form of its operand allows that; questions whether a pointer is nil before it is used, and stores to Done
// that no bail can read, are left out (fold.go, done.go). In a loop that does little these were a third of the
// instructions.
//
// On arm64 vectors are 16 bytes, as is what Go aligns SP to. The first version of Go that builds assembly does not
// know most instructions of vectors, which are numbers there, with their names in comments. Where the Go
// compiler asks whether the processor has atomic instructions, assembly says no, and goes the other way.
//
// What cannot be harvested is in Output.Refused, with the place and the reason. An instruction, an
// operand or a line of the listing of an unknown form is never passed on.
package harvest
