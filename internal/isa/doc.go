// Package isa is the PTX instruction set as data: every instruction form,
// special register and directive, with what is legal where and how each form is
// lowered. It decides which form a written head (opcode and modifiers) means,
// and says exactly what is wrong with one that means nothing. It knows neither
// the syntax tree nor the intermediate representation: operands are described
// here, checked in package frontend and lowered in package lower.
//
// # One table
//
// instructions.tsv has one row for every instruction form from PTX 1.0 to 9.4, in the notation
// of the manual; docs/TABLE.md describes each column. A form is lowered to an operation of the
// SSA form, to an access of memory, to a call of an arithmetic function, to a function of the
// lanes of a warp together, or by a builder of lower/builder; or it is refused, with the reason.
// A last column says what the results of a form rest on: a mathematical oracle, the public
// model of the approximate unit, conformance cases, or nothing that is public. What a GPU has
// answered comes from golden files. The tables are compiled in as Go data (package
// internal/gen/tables), so nothing is parsed when the compiler starts.
//
// The naming rule is a pure function of the resolved form: every dotted token capitalised and
// joined. fma.rn.ftz.sat.f32 is fpops.FmaRnFtzSatF32. If that function does not exist, the form
// is not supported. So the table drives checking, typing, lowering, names, docs/ISA.md and the
// report of ptx2go isa, and these cannot disagree. No switch over opcodes grows.
//
// special_registers.tsv says of every special register which threads read the same value from
// it, its bounds, and what it is on a CPU; no pass lists registers by name.
//
// # Kinds of forms
//
// Integers: the row, with op if an operation of the SSA form computes it and call otherwise,
// with its function in runtime/intops. The case is the row's id in a folder of
// internal/cases/conform/intfolders.go, and what the oracle makes of it (bits.go, integer.go),
// which computes with big integers and loops over bits.
//
// Memory: what a row does to memory is data of the row. mem atom $O relaxed gpu is the operation
// that choice O names, relaxed and of scope GPU unless the head says otherwise. One builder reads
// them (lower/builder/memory.go), by the roles of the operands. What each operation does, and
// may be asked for, is in two tables: the flags of ir.Ops, and the kinds of atomics in
// lower/ir/atom.go (the name in PTX, the operation or function that computes it, whether it
// compares, commutes, counts at an mbarrier, can be waited on). Passes, schedule and engines ask
// v.IsAccess(), v.Writes(), v.Strong(), kind.Compares(); none lists opcodes. A memory instruction
// that is one of these takes a row and a case. A new kind of atomic takes a line in atom.go, and
// a function in runtime/intops if no operation of the SSA form computes it: both engines call
// it, and the generator makes the functions of the runtime for each type and space.
//
// Warps: what the lanes of a warp execute together (shfl, vote, match, redux, elect, activemask,
// movmatrix, bar.warp.sync) is a pure function of runtime/warpops, of the values of all lanes,
// with any number of results. redux.sync.min.s32 is
//
//	func ReduxMinS32(d Uniform[int32], lanes uint32, a []int32)
//
// The signature is all that the rest knows. It is one operation of the SSA form, Warp, with one
// executor in the interpreter, one in regions and one in coroutines. A form with .sync waits for
// the lanes that its operand m names, or for all if it has none; the old forms are of the lanes
// that are there, and share the function. A result of type Uniform is the same for all lanes;
// one with a type parameter is chosen from operands. That is what uniformity knows of it. A new
// one takes a row, a function and a case (internal/cases/conform/scripts.go).
//
// Floating point: the row, with call and, as its proof, oracle; its function in runtime/fpops,
// or its line in internal/gen/floats where a family has a pattern; and, only where its
// arithmetic is new, what the oracle of the proofs makes of it (exact_test.go,
// oraclecvt_test.go). The case is the row's id in a folder of internal/cases/conform/folders.go,
// and what the other oracle makes of it (arithmetic.go). A narrow float is one line in each
// oracle: bits of the exponent and of the significand, greatest number, NaN. A function that is
// one expression of others gets its twin in runtime/lanes, and so in gang8 and gang16, from the generator; any
// other may be written there by hand, and without one the lanes of a gang are computed one by
// one.
//
// # Shared memory
//
// The shared memory of a CTA is limited to what a GPU has that runs the module (shared.go): 227
// KiB, static and dynamic together, for code that runs on any GPU (a plain .target is the least
// GPU of those), 99 KiB for sm_120 and later, and for the suffixes a and f what that architecture
// or family has. A launch that asks for more is an error in both engines. Asking for more than
// 48 KiB is the opt-in that CUDA wants; static memory above 48 KiB is for the assembler, and the
// module, to decide.
package isa
