// Package asm makes assembly of the gangs of a module, for builds of every version of Go: package
// codegen prints their functions, pinned compiles them, and harvest writes what the compiler makes of
// them. If one of its functions is refused, it decides what has no gangs. It knows nothing of folders,
// or of flags.
//
// # Why assembly
//
// Go has vectors in an experiment only, which changes with each release and which a library cannot ask
// of its users. So the gang functions, printed as Go with simd/archsimd, are a package of their own that
// only ptx2go builds: package pinned compiles it with one release of Go and the sources of the runtime
// that ptx2go carries, and package harvest writes the compiler's listing as assembly. The bytes are the
// same on every machine.
//
// # Files
//
// The gangs of x_ptx.go are in x_ptx_amd64.go and x_ptx_amd64.s, for all builds for amd64 without
// sanitizers; -tags ptx2go_noasm is a build without them.
//
//   - Launches in x_ptx.go call a variable for each kernel that has gangs, var saxpyBody = saxpyRow,
//     and the function itself for any other. Nothing else of gangs is there, so the file is the same
//     whether there is a compiler for the assembly or not.
//   - The init function of x_ptx_amd64.go asks what the processor has. If it has AVX2 and FMA, the
//     variables get the functions of that file, Kernel.Gangs says so, and Module.Gangs tells the runtime
//     which lines of the PTX those of the file come from. With AVX-512 kernels may run sixteen lanes.
//   - So the scalar form runs wherever assembly is not built or not usable, and for kernels without
//     gangs in any build. With -line=ptx there is no assembly: debuggers see one thread at a time.
//   - A fault is found by the scalar loop. If an access of a gang would fail before the gang has done
//     anything that can be seen, the gang function returns how many threads are done, and the loop over
//     threads after the call finds the thread, the line and the address. What may fail after an effect
//     that cannot be repeated has no gangs.
//   - The head of a generated file says what it is for, so what an earlier run has left is removed, what
//     people wrote stays, and the assembly of one PTX file is not taken for the code of another. The head
//     of a .s file names the command that wrote it, the version of Go whose compiler made the code, that
//     of the harvest, and the hash of the source that was compiled.
//   - If the compiler cannot be had, assembly whose head is what it would have now stays; that of another
//     text would run, and is removed.
//   - The go command takes no assembly in a package that imports "C". The files of the folder that do have
//     build constraints; the assembly gets what excludes all of them, such as !(cgo && cuda).
//   - -simd=on writes the gang functions as Go too, into x_simd_ptx.go, to read: it is what x_ptx_amd64.s
//     is made of, with a head and the build constraint ignore. Functions that the harvest refused are not
//     in it. Those that it refused because they are longer without a poll than package codegen has estimated
//     are printed again with polls.
//
// A cleaner that removes files from the cache of the go command by age may leave packages there without
// their listings. Then everything is built anew once, which takes a minute and repairs the cache.
//
// # Lines
//
// Comments in the assembly are the lines of the PTX that the following instructions come from, and #line
// says so to the assembler, always. So profilers name the PTX, and show it where it lies beside the code
// (examples/mandelbrot, eight lanes, what took time):
//
//	$ go test -bench Mandelbrot -cpuprofile cpu.out && go tool pprof -list mandelbrotGangs1 cpu.out
//	ROUTINE ======================== examples/mandelbrot.mandelbrotGangs1 in kernel.ptx
//	     3.13s      3.13s (flat, cum) 83.02% of Total
//	      10ms       10ms     63:	mul.rn.f32 	%f5, %f22, %f22;
//	     1.15s      1.15s     64:	mul.rn.f32 	%f6, %f21, %f21;
//	     1.09s      1.09s     68:	@%p5 bra 	$L__BB0_5;
//	     200ms      200ms     71:	add.rn.f32 	%f7, %f1, %f18;
//	     490ms      490ms     74:	add.rn.f32 	%f21, %f2, %f20;
//	      10ms       10ms     79:	@%p6 bra 	$L__BB0_3;
//	      10ms       10ms     81:	cvt.u16.u32 	%rs4, %r18;
//
// What belongs to no line of the PTX, as the beginning of a function, belongs to the assembly's own. The
// assembler counts lines on from #line, also within comments, and accepts a backslash before a newline in
// macros only; with a directive for each instruction files have 1.9 times the lines and 1.3 times the
// bytes. So instructions of one line of the PTX are side by side, up to 96 characters, and a line ends with
// a jump or a call, so that nothing after one is overlooked. An argument that is loaded is alone, for go
// vet. The assembler takes code for that of the line before the one that the directive names, which the
// head of the file says too.
package asm
