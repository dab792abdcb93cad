package lanes

// The methods that archsimd's vectors have, for pairs of vectors.

// Add returns x + y, modulo 2^64.
func (x I64) Add(y I64) I64 { return I64{x.Lo.Add(y.Lo), x.Hi.Add(y.Hi)} }

// Sub returns x - y, modulo 2^64.
func (x I64) Sub(y I64) I64 { return I64{x.Lo.Sub(y.Lo), x.Hi.Sub(y.Hi)} }

// Mul returns x * y, modulo 2^64.
func (x I64) Mul(y I64) I64 { return I64FromU64(U64FromI64(x).Mul(U64FromI64(y))) }

// And returns x & y.
func (x I64) And(y I64) I64 { return I64{x.Lo.And(y.Lo), x.Hi.And(y.Hi)} }

// Or returns x | y.
func (x I64) Or(y I64) I64 { return I64{x.Lo.Or(y.Lo), x.Hi.Or(y.Hi)} }

// Xor returns x ^ y.
func (x I64) Xor(y I64) I64 { return I64{x.Lo.Xor(y.Lo), x.Hi.Xor(y.Hi)} }

// AndNot returns x &^ y.
func (x I64) AndNot(y I64) I64 { return I64{x.Lo.AndNot(y.Lo), x.Hi.AndNot(y.Hi)} }

// Not returns ^x.
func (x I64) Not() I64 { return I64{x.Lo.Not(), x.Hi.Not()} }

// ShiftAllLeft returns x << n.
func (x I64) ShiftAllLeft(n uint64) I64 { return ShlAllI64(x, uint32(min(n, 64))) }

// ShiftAllRight returns x >> n.
func (x I64) ShiftAllRight(n uint64) I64 { return ShrAllI64(x, uint32(min(n, 64))) }

// Add returns x + y, modulo 2^64.
func (x U64) Add(y U64) U64 { return U64{x.Lo.Add(y.Lo), x.Hi.Add(y.Hi)} }

// Sub returns x - y, modulo 2^64.
func (x U64) Sub(y U64) U64 { return U64{x.Lo.Sub(y.Lo), x.Hi.Sub(y.Hi)} }

// And returns x & y.
func (x U64) And(y U64) U64 { return U64{x.Lo.And(y.Lo), x.Hi.And(y.Hi)} }

// Or returns x | y.
func (x U64) Or(y U64) U64 { return U64{x.Lo.Or(y.Lo), x.Hi.Or(y.Hi)} }

// Xor returns x ^ y.
func (x U64) Xor(y U64) U64 { return U64{x.Lo.Xor(y.Lo), x.Hi.Xor(y.Hi)} }

// AndNot returns x &^ y.
func (x U64) AndNot(y U64) U64 { return U64{x.Lo.AndNot(y.Lo), x.Hi.AndNot(y.Hi)} }

// Not returns ^x.
func (x U64) Not() U64 { return U64{x.Lo.Not(), x.Hi.Not()} }

// ShiftAllLeft returns x << n.
func (x U64) ShiftAllLeft(n uint64) U64 { return ShlAllU64(x, uint32(min(n, 64))) }

// ShiftAllRight returns x >> n.
func (x U64) ShiftAllRight(n uint64) U64 { return ShrAllU64(x, uint32(min(n, 64))) }

// Add returns x + y.
func (x F64) Add(y F64) F64 { return F64{x.Lo.Add(y.Lo), x.Hi.Add(y.Hi)} }

// Sub returns x - y.
func (x F64) Sub(y F64) F64 { return F64{x.Lo.Sub(y.Lo), x.Hi.Sub(y.Hi)} }

// Mul returns x * y.
func (x F64) Mul(y F64) F64 { return F64{x.Lo.Mul(y.Lo), x.Hi.Mul(y.Hi)} }

// Div returns x / y.
func (x F64) Div(y F64) F64 { return F64{x.Lo.Div(y.Lo), x.Hi.Div(y.Hi)} }

// Sqrt returns the square root of x.
func (x F64) Sqrt() F64 { return F64{x.Lo.Sqrt(), x.Hi.Sqrt()} }

// MulAdd returns x*y + z, rounded once.
func (x F64) MulAdd(y, z F64) F64 { return F64{x.Lo.MulAdd(y.Lo, z.Lo), x.Hi.MulAdd(y.Hi, z.Hi)} }
