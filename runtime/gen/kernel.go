package gen

import (
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Mode is how the body of a kernel is called.
type Mode uint8

const (
	// Rows: no thread synchronises with another. The body runs once per row
	// of threads, with Y and Z of the CTA set, and loops over x.
	Rows Mode = iota
	// CTAs: the body runs once per CTA and loops over its threads.
	CTAs
)

// Kernel describes an .entry for launches. Generated files hold one per entry in a package
// variable; it does not change after its module has been registered. Programs see a part of it,
// a kernel of package runtime.
type Kernel struct {
	Name    string // in the PTX text
	File    string // base name of the PTX file
	Module  *Module
	Params  []Param
	Slices  []string // what faults call the parameters that are slices, in their order
	Shared  int      // static shared memory, bytes
	MaxNTID Dim3     // .maxntid, zero if absent
	ReqNTID Dim3     // .reqntid, zero if absent
	Mode    Mode

	// MaxShared is the most shared memory, static and dynamic, of a CTA on the GPUs
	// that run the module, in bytes; 0 is 227 KiB, the most of any.
	MaxShared int

	// RowWarps says that the code is right only for blocks in which a warp is
	// part of one row of threads: one row, or rows of a multiple of 32. LayerWarps asks
	// for warps that are part of one layer. MaxRow, if not 0, asks for one row or rows of
	// MinRow to MaxRow threads. A launch with another block is an error.
	RowWarps       bool
	LayerWarps     bool
	MinRow, MaxRow uint32

	// FirstRow says that the rows of a block do the same, and that the threads of the
	// first run for all.
	FirstRow bool

	// Addr32 says that the module's addresses have 32 bits: those that the kernel
	// computes with, stores and is given are those of the function [Addr32].
	Addr32 bool

	// BarriersOnly says that nothing orders the threads of the kernel but barriers of all
	// threads of a CTA, for a sanitizer.
	BarriersOnly bool

	// Apart says for which launches the body may take another way, see CTA.Apart: in the notation of
	// sanitize.ParseApart. It is empty where there is none.
	Apart string

	// Spins says that CTAs wait for others, for a lock or at a grid barrier.
	// More and more CTAs are started, each on its own goroutine, until one
	// ends, up to the number that a GPU holds. Loops that wait should call
	// CTA.Yield.
	Spins bool

	// Workspace says that the kernel reads the address of the workspace of a cooperative launch,
	// %envreg1 and %envreg2. Its launches are cooperative, unless package driver says otherwise.
	Workspace bool

	// Independent says that lanes of a warp that spin let the others go on, as
	// on sm_70 and later: a lock that two lanes of a warp take then works.
	// It concerns CTA.Coroutines only.
	Independent bool

	// Prints says that threads may call vprintf: what CTAs print is put in
	// their order.
	Prints bool

	// Externs are the functions that the kernel may call and the program
	// supplies. A launch is an error while one of them is not set.
	Externs []Extern

	// Refs are the names of the texture, sampler and surface references that the
	// kernel may use. A launch is an error while nothing is bound to one of them.
	Refs []string

	// Lines maps lines of GoFile to PTX lines: entries "goLine:ptxLine" in
	// ascending order, separated by white space. Each holds up to the next one.
	// PTX lines count on from one linked file to the next (Module.Link).
	// The PTX line is 0 where a function has none yet: it is called for that of its
	// caller. An entry may go on with ":" and what the line indexes, separated by
	// commas, so that a fault can name the address: a letter, a number and "/" with
	// the bytes of an element. The letters are p for a slice parameter, numbered
	// among those, s for shared memory from that offset on and v for a variable of
	// the module, numbered as declared. Parameters and variables that are accessed by the
	// byte have the bytes of what is accessed.
	// Accesses of other PTX lines, which are all at the same index or vectors that follow
	// each other, follow in the order of the program, each with "@" and its line.
	// In place of what a line indexes, "loop" says that it is in the loop that begins at the PTX
	// line, where the launch may be given up.
	// Behind an empty line are the PTX lines that may fault, as a fault shows them: on a
	// line each the number, a blank and the text.
	Lines  string
	GoFile string // base name of the generated file

	// Gangs says that launches run the threads as gangs, several at a time as lanes of
	// vectors, where they can: the program is built for that, the processor has what it
	// takes, and the kernel lends itself to it. Results are the same.
	Gangs bool

	// Raw binds raw parameters to the body, for LaunchRaw and LaunchArgs.
	Raw func(a *RawArgs) func(*CTA)

	shown *ptx.Kernel // what programs see of it, when a module has it
	pace  pace
}
