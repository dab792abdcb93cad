package ir

import "slices"

// FrameStart is where the outermost frame of a thread begins in the window of local memory, if it has no
// greater alignment than FrameAlign: no address of a variable is zero.
const FrameStart = 16

// FrameAlign is the least alignment of the frames on a thread's stack of local memory.
const FrameAlign = 16

// Frame is where the local variables of a function lie: one after another, in their
// order. An access that overflows one meets the next, so all who execute a function
// place them alike.
type Frame struct {
	Offset map[*Symbol]int64
	Size   int64
	Align  int64
}

// Frame returns the frame of a function.
func (f *Func) Frame() *Frame {
	fr := &Frame{Offset: map[*Symbol]int64{}, Align: FrameAlign}
	for _, s := range f.Locals {
		align := int64(max(s.Align, 1))
		fr.Align = max(fr.Align, align)
		fr.Size = (fr.Size + align - 1) / align * align
		fr.Offset[s] = fr.Size
		fr.Size += s.Size
	}
	return fr
}

// OnStack reports whether a value takes local memory at run time, after the frame, or
// gives it back.
func (v *Value) OnStack() bool {
	return v.Op == OpAlloca || v.Op == OpStackSave || v.Op == OpStackRestore
}

// Allocates reports whether a value of the function does.
func (f *Func) Allocates() bool {
	return slices.ContainsFunc(f.Blocks, func(b *Block) bool { return slices.ContainsFunc(b.Values, (*Value).OnStack) })
}
