package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// meaning is what an operation computes: for one thread, see scalar.go, and for lanes of a
// warp, which is the same function in a loop.
type meaning struct {
	do  func(a, b uint64, k width) uint64
	row row
}

// operations are the meanings of operations of integers of up to 64 bits.
var operations = [...]meaning{
	ir.OpAdd:    {add, addRow},
	ir.OpSub:    {sub, subRow},
	ir.OpMul:    {mul, mulRow},
	ir.OpMulHiS: {mulHiS, mulHiSRow},
	ir.OpMulHiU: {mulHiU, mulHiURow},
	ir.OpDivS:   {divS, divSRow},
	ir.OpDivU:   {divU, divURow},
	ir.OpRemS:   {remS, remSRow},
	ir.OpRemU:   {remU, remURow},
	ir.OpMinS:   {minS, minSRow},
	ir.OpMinU:   {minU, minURow},
	ir.OpMaxS:   {maxS, maxSRow},
	ir.OpMaxU:   {maxU, maxURow},
	ir.OpNeg:    {neg, negRow},
	ir.OpAbs:    {abs, absRow},
	ir.OpAnd:    {and, andRow},
	ir.OpOr:     {or, orRow},
	ir.OpXor:    {xor, xorRow},
	ir.OpNot:    {not, notRow},
	ir.OpShl:    {shl, shlRow},
	ir.OpShrS:   {shrS, shrSRow},
	ir.OpShrU:   {shrU, shrURow},
}

// comparisons are the meanings of ICmp and FCmp.
var comparisons = [...]meaning{
	ir.Eq:   {eq, eqRow},
	ir.Ne:   {ne, neRow},
	ir.LtS:  {ltS, ltSRow},
	ir.LeS:  {leS, leSRow},
	ir.GtS:  {gtS, gtSRow},
	ir.GeS:  {geS, geSRow},
	ir.LtU:  {ltU, ltURow},
	ir.LeU:  {leU, leURow},
	ir.GtU:  {gtU, gtURow},
	ir.GeU:  {geU, geURow},
	ir.EqF:  {eqF, eqFRow},
	ir.NeF:  {neF, neFRow},
	ir.LtF:  {ltF, ltFRow},
	ir.LeF:  {leF, leFRow},
	ir.GtF:  {gtF, gtFRow},
	ir.GeF:  {geF, geFRow},
	ir.EquF: {equF, equFRow},
	ir.NeuF: {neuF, neuFRow},
	ir.LtuF: {ltuF, ltuFRow},
	ir.LeuF: {leuF, leuFRow},
	ir.GtuF: {gtuF, gtuFRow},
	ir.GeuF: {geuF, geuFRow},
	ir.NumF: {numF, numFRow},
	ir.NanF: {nanF, nanFRow},
}

// integer computes an operation of n bits; b is 0 where it takes one operand.
func integer(op ir.Op, n int, a, b uint64) uint64 { return operations[op].do(a, b, widthOf(n)) }

// meaning looks up what a value computes that has at most 64 bits, and of which width; nil for
// what is not in these tables.
func (d *decoder) meaning(v *ir.Value) (m *meaning, k width) {
	if v.Type.Bits() > 64 || v.Type == ir.Tuple || len(v.Args) == 0 || v.Args[0].Type.Bits() > 64 {
		return nil, width{}
	}
	n, from := v.Type.Bits(), v.Args[0].Type.Bits()
	switch v.Op {
	case ir.OpICmp, ir.OpFCmp:
		return &comparisons[v.Attr.Cmp], widthOf(from)
	case ir.OpZext, ir.OpBitcast:
		return &meaning{copied, copiedRow}, widthOf(n)
	case ir.OpTrunc:
		return &meaning{truncated, truncatedRow}, widthOf(n)
	case ir.OpSext:
		return &meaning{extended, extendedRow}, width{uint(64 - from), ir.Ones(n)}
	}
	if int(v.Op) < len(operations) && operations[v.Op].do != nil {
		return &operations[v.Op], widthOf(n)
	}
	return nil, width{}
}
