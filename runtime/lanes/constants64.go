package lanes

func (k *quad) i() I64h { return k.u().AsI64h() }
func (k *quad) f() F64h { return k.u().AsF64h() }

// Bits of f64, as in fpops.
var (
	sign64  = all64(1 << 63)
	mag64   = all64(1<<63 - 1)
	quiet64 = all64(1 << 51)
	one64   = all64(0x3ff0000000000000)
)
