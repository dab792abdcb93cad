// Package harvest turns what the Go compiler makes of vector code into Go assembly, which every
// ordinary build of Go has: the listing of a package, compiled with
//
//	GOTOOLCHAIN=go1.27.3 GOEXPERIMENT=simd GOAMD64=v1 GOARCH=amd64 go build -trimpath -gcflags=-S
//
// becomes a file for the assembler and one with the Go declarations. The listing must have what the
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
//		// Gang is what leaf functions see of a launch. Its layout is frozen.
//		type Gang struct {
//			Stop atomic.Uint32 // Leaving: the launch is over
//			Done uint32        // what is done, where the function cannot say so itself
//		}
//
//		const Leaving = 0x6c656176 // harvest.Leaving
//
//		func Leave(launch *Gang) bool { return launch.Stop.Load() == Leaving }
//
//		//go:noinline
//		func saxpyGangs1(launch *gen.Gang, a float32, xs, ys []float32) (done int) {
//			tx := 0
//			if len(ys) < len(xs) {
//				return tx
//			}
//			f1v := gang8.SplatF32(a)
//			for ; tx < len(xs)-7; tx += 8 {
//				launch.Done = tx // only if something below may panic
//				if gen.Leave(launch) {
//					return tx
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
//	  - A check that fails is a return of what is done, in front of the first effect of the gang. What
//	    the Go compiler adds, checks of indexes that it cannot prove, becomes a bail: the function
//	    returns what Gang.Done holds, or false. Assembly sets it to 0 at the beginning; each round of the loop over gangs
//	    sets it, and what may fail behind that loop sets it again. A function that does not is refused.
//	    Output.Bails lists what is left of such checks. A bail must not lie behind an effect that must
//	    not be repeated: that is not checked here.
//	  - if gen.Leave(launch) { return tx } is a poll. The comparison with Leaving, which nothing else
//	    is compared with, marks it, and harvesting adds the question whether the runtime wants the
//	    goroutine to stop: assembly is not preempted. What returns then is the same as if the launch
//	    were over, and the caller tells the two apart by Gang.Stop. Output.Unasked lists loops that
//	    go round without: they must be short, 10 us, as what stops the world waits for them.
//	  - The Go function around has a prologue on each call, as functions with a frame have; a loop that
//	    calls nothing but assembly with small frames would never be stopped.
//	  - Constants are composite literals of package level, [8]uint32{...}: what is computed when the
//	    program starts is not in the listing.
//	  - Functions of the runtime that are not inlined are harvested too, as static functions. They must
//	    not fail, nor poll, nor take arguments on the stack.
//
// What cannot be harvested is in Output.Refused, with the place and the reason. An instruction, an
// operand or a line of the listing of an unknown form is never passed on.
package harvest
