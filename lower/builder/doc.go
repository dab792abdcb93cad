// Package builder makes typed SSA (package ir) of a checked PTX module: it gives
// every instruction form its meaning.
//
// The ISA table says how each form is lowered: as an operation, as a call of an
// intrinsic function, or by one of the builders here (builders.go lists them).
// A form that the table or the builder does not lower becomes the diagnostic
// "not supported yet" at its place; nothing is left out silently.
//
// Registers are variables, and SSA form is made on the fly (ssa.go). A guarded
// instruction without effects is computed and then selected; any other is
// branched around. Memory that PTX only uses to pass arguments (.param) is made
// into SSA values where its offsets are constant (slot.go).
//
// The array without a size that ends the parameters of a variadic function is a local
// variable of the caller, whose address is passed; one that is left out is an address at
// which every access faults. Untyped .b32 registers are built as integers, and the pass
// retype gives them the type of their uses.
//
// A variable of module scope without a linking directive is left out if no function and no
// initialiser refers to it: unused tables of libraries are most of the text of some files.
// A note says how many they are, and how large. References count as the text has them, also
// in functions that are never called, so that no pass decides what is there. The host finds
// all other variables by name: those that are .visible, .weak or .common, and the module's
// own that something refers to, which is how programs set static __device__ variables. A
// name that is left out stays taken. Modules before PTX 3.1 keep all variables, since
// compilers wrote no directive then for what the host sets, and references to textures,
// samplers and surfaces always stay, as a host binds them.
//
// Prefetches, cache operators and policies, pragmas and register limits cannot change a
// result and are left out with a note, one for each kind and module; the table has the
// reason (hint.go).
//
// # Double precision demoted
//
// map_f64_to_f32 makes single precision of f64. The manual says that storage keeps 64 bits of
// which half is used, and not which half; here it is the low one, where a host that makes a
// float of a double in place leaves it. Results have zeros above it, moves copy all 64 bits,
// constants are rounded to nearest, and registers and memory of type .f64 are uint64 in Go, so
// that nobody passes a float64. A note says so where such an instruction is (demote.go). A GPU
// that has f64, such as an H100, does not do what the directive says.
//
// # Constants of approximations
//
// An assembler computes f32 approximations of constants itself, correctly rounded, and
// multiplies by the reciprocal if a divisor is one; an H100's driver has said so for 200
// constants an instruction. The builder does the same if the text has the constant or moves
// it to the register (assembled.go). What an assembler finds to be constant by unrolling, say,
// is left to the unit.
//
// The package does not check: names are resolved, operands fit their forms, and
// labels exist, because frontend.Check said so. It optimises nothing beyond what
// keeps the result small; that is for package pass.
package builder
