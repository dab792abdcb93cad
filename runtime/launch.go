package runtime

import "github.com/ptx2go/ptx2go/runtime/gen"

// Launch says how a kernel is launched: Grid and Block, Shared bytes of dynamic shared
// memory, how many goroutines are Workers, a part of the grid (First, Count), whether CTAs
// wait for each other (Cooperative), further Buffers that addresses may reach, the Instance
// of the module, bindings of Textures, Samplers and Surfaces, and where printf goes
// (Stdout). The zero Launch is one CTA of one thread.
type Launch = gen.Launch

// Dim3 counts CTAs or threads in three dimensions X, Y and Z, or names one of them. In a
// [Launch], fields left out count as 1.
type Dim3 = gen.Dim3

// D1 returns (x,1,1).
func D1(x int) Dim3 { return gen.D1(x) }

// D2 returns (x,y,1).
func D2(x, y int) Dim3 { return gen.D2(x, y) }

// D3 returns (x,y,z).
func D3(x, y, z int) Dim3 { return gen.D3(x, y, z) }

// Kernel is an .entry of a module, by its Name, with its Params. LaunchArgs launches it
// with Go values, LaunchRaw with pointers to parameters, as cuLaunchKernel does. Gangs says
// whether its threads run as lanes of vectors.
type Kernel = gen.Kernel

// Param is a parameter of a kernel: its name, PTX type, size, alignment and offset.
type Param = gen.Param

// Ptr is an address as an argument of Kernel.LaunchArgs.
type Ptr = gen.Ptr

// Thread is the thread that calls a function of the program (an .extern .func of the PTX):
// its place X, Y, Z in its CTA, with methods that load and store what it may access, end
// the launch with an error (Fail), or look whether it is to end (Poll).
type Thread = gen.Thread

// Slice returns n elements at a generic address, for functions that a kernel calls. It is
// a fault if they are not all in one window or buffer that the thread may access, or if
// the address is not aligned for a T. T must not contain Go pointers. The slice is valid
// until the function returns.
func Slice[T any](t *Thread, addr uint64, n int) []T { return gen.Slice[T](t, addr, n) }
