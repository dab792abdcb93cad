package lanes

// The NaNs of fpops/nan.go.

// CanonF32 is fpops.CanonF32 of each lane.
func CanonF32(x F32) F32 { return x.Merge(nan32.f(), x.Equal(x)) }
