// Package codegen prints a module of SSA functions as a Go source file: the module's
// variables, the kernels' launch functions and descriptors, what is called through
// function pointers or supplied by the program, and the table of lines. The file is
// gofmt'ed, clean under go vet, free of time stamps and paths, the same bytes for the same input.
// It is printed and formatted in pieces, one a function: the trees of jennifer and gofmt take
// twenty times the memory of their text.
//
// # Names
//
// %r5 is r5. The kernel my_kernel is MyKernel and myKernelKernel. Everything at package level is
// named first, in the order of the text; one namer avoids collisions. -params names parameters,
// which compilers number.
//
// A file compiles beside the others of its package, generated or not, in whatever order they are
// made: names at package level are those of kernels, or begin with the file's (.func dot of
// saxpy.ptx is saxpy_dot). What is left can collide only by what people have chosen: kernels of
// one name in two files, files named alike, hand-written code that declares ptx. The driver
// compares the outputs with the Go files beside them that the same build can hold, and says what
// to do; two files with the same kernel want -prefix. What is generated never depends on it.
//
// # Modules
//
// The code of a module and its variables are apart. Its .global and .const variables are fields of
// a struct, of which each instance of the module has one; a function that uses some begins with
// weights := ptx.VarsOf[kernelVars](c).weights. Launches use the default instance, which is loaded
// when it is first used; Module.Load makes another, with memory and bindings of its own, for a
// launch that names it in Launch.Instance, as loading a module twice does on a GPU.
//
// Every file mentions the version of runtime/gen that it was made for; with another one it does not
// build, with that name in the message.
//
// # Lines
//
// The comment after a statement is the PTX it came from; -comments=none turns it off. The last
// constant of the file maps Go lines to PTX lines, for faults: to the line of what may fault in a
// statement. With -line=ptx, //line directives tell debuggers and profilers the same. Every
// register is a variable then, assigned on the line of its instruction, except for addresses that
// have become indices, and loops stay as they are.
//
// A function of PTX is one of Go. For very large ones the Go compiler needs minutes, most of it for
// the locations of their variables that debuggers ask for; a note says which these are.
//
// The bodies of the functions are printed by package scalar, in the Go that package
// gosrc spells. Nothing here decides about meaning, nor how a value looks in Go.
package codegen
