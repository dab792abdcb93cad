package fpops

// fma.rn.f32, a*b+c rounded once to nearest even (manual 9.7.3.6), has two forms.
// fma32fused.go is for the builds in which Go's compiler makes one instruction of a
// product and a sum; fma32pure.go is for all others. Both give the same bits, but for
// a NaN: FmaF32 and FmaFtzF32 are what generated code calls in place of the functions
// here, as it uses + in place of AddRnF32. They leave NaNs as they come, and leave it
// to the caller to keep constants from the compiler; the functions here do both.

// FmaRnF32 is fma.rn.f32.
func FmaRnF32(a, b, c float32) float32 { return CanonF32(FmaF32(unfolded(a), unfolded(b), c)) }

// FmaRnFtzF32 is fma.rn.ftz.f32.
func FmaRnFtzF32(a, b, c float32) float32 { return CanonF32(fmaFlushed(a, b, c)) }

// fmaFlushed flushes the operands, as generated code does with those that need it.
func fmaFlushed(a, b, c float32) float32 {
	return FmaFtzF32(FtzF32(unfolded(a)), FtzF32(unfolded(b)), FtzF32(c))
}

// FmaRnSatF32 is fma.rn.sat.f32: FmaRnF32 clamped to [+0, 1].
func FmaRnSatF32(a, b, c float32) float32 { return SatF32(FmaF32(unfolded(a), unfolded(b), c)) }

// FmaRnFtzSatF32 is fma.rn.ftz.sat.f32.
func FmaRnFtzSatF32(a, b, c float32) float32 { return SatF32(fmaFlushed(a, b, c)) }
