//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

// Numbers of 16 and 8 bits, side by side in the lanes.

func (x U16x2) Add(y U16x2) U16x2            { return U16x2{x.v.Add(y.v)} }
func (x U16x2) Min(y U16x2) U16x2            { return U16x2{x.v.Min(y.v)} }
func (x U16x2) Max(y U16x2) U16x2            { return U16x2{x.v.Max(y.v)} }
func (x U16x2) AddSaturated(y U16x2) U16x2   { return U16x2{x.v.AddSaturated(y.v)} }
func (x I16x2) Min(y I16x2) I16x2            { return I16x2{x.v.Min(y.v)} }
func (x I16x2) Max(y I16x2) I16x2            { return I16x2{x.v.Max(y.v)} }
func (x I16x2) AddSaturated(y I16x2) I16x2   { return I16x2{x.v.AddSaturated(y.v)} }
func (x U8x4) Add(y U8x4) U8x4               { return U8x4{x.v.Add(y.v)} }
func (x U8x4) Sub(y U8x4) U8x4               { return U8x4{x.v.Sub(y.v)} }
func (x U8x4) Or(y U8x4) U8x4                { return U8x4{x.v.Or(y.v)} }
func (x U8x4) Min(y U8x4) U8x4               { return U8x4{x.v.Min(y.v)} }
func (x U8x4) Max(y U8x4) U8x4               { return U8x4{x.v.Max(y.v)} }
func (x U8x4) AddSaturated(y U8x4) U8x4      { return U8x4{x.v.AddSaturated(y.v)} }
func (x U8x4) SubSaturated(y U8x4) U8x4      { return U8x4{x.v.SubSaturated(y.v)} }
func (x I8x4) Min(y I8x4) I8x4               { return I8x4{x.v.Min(y.v)} }
func (x I8x4) Max(y I8x4) I8x4               { return I8x4{x.v.Max(y.v)} }
func (x I8x4) AddSaturated(y I8x4) I8x4      { return I8x4{x.v.AddSaturated(y.v)} }
func (x I8x4) SubSaturated(y I8x4) I8x4      { return I8x4{x.v.SubSaturated(y.v)} }
func (x I16x2) ShiftAllLeft(n uint64) I16x2  { return I16x2{x.v.ShiftAllLeft(n)} }
func (x I16x2) ShiftAllRight(n uint64) I16x2 { return I16x2{x.v.ShiftAllRight(n)} }
func (x I8x4) Greater(y I8x4) m8x4           { return m8x4{x.v.Greater(y.v)} }
func (x I8x4) Merge(y I8x4, m m8x4) I8x4     { return I8x4{x.v.IfElse(m.v, y.v)} }
func (m m8x4) ToI8x4() I8x4                  { return I8x4{m.v.ToInt8x16()} }

// DotProductPairs returns the sums of the two products in each lane.
func (x I16x2) DotProductPairs(y I16x2) I32 {
	return I32{x.v.MulWidenLo(y.v).ConcatAddPairs(x.v.HiToLo().MulWidenLo(y.v.HiToLo()))}
}

// PermuteOrZeroGrouped returns the bytes that the low four bits of indices name, and zero for
// negative indices: those of which the processor sees the top bit.
func (x U8x4) PermuteOrZeroGrouped(indices I8x4) U8x4 {
	return U8x4{x.v.LookupOrZero(indices.AsU32().And(tableIndex.u()).AsU8x4().v)}
}

var tableIndex = all(0x8f8f8f8f)

// look returns the entries of a table for the nibbles that are the bytes of x.
func look(table *lanes, x U32) U8x4 { return U8x4{table.u().AsU8x4().v.LookupOrZero(x.AsU8x4().v)} }
