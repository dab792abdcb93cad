package scalar

import (
	"slices"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// chooseKinds gives every integer value a signed or an unsigned carrier. Each
// operation that cares votes for its arguments or its result; operations that
// do not care, such as Add, spread the votes among the values that they tie
// together, and the majority wins. It changes no meaning: the printer converts
// wherever an operation needs the other sign.
func (p *plan) chooseKinds() {
	n := p.f.NumValues()
	parent := make([]int32, n)
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(v *ir.Value) int32 {
		i := int32(v.ID)
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	votes := make([]int, n) // by set: above zero for signed
	tie := func(a, b *ir.Value) {
		if !isSignless(a.Type) || a.Type != b.Type || fixedSign(a) || fixedSign(b) {
			return
		}
		x, y := find(a), find(b)
		if x != y {
			votes[x] += votes[y]
			parent[y] = x
		}
	}
	vote := func(v *ir.Value, w int) {
		if isSignless(v.Type) && !fixedSign(v) {
			votes[find(v)] += w
		}
	}
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			row := signRules[v.Op]
			if row.ties {
				for _, a := range v.Args {
					tie(v, a)
				}
			}
			if row.result != 0 {
				vote(v, row.result)
			}
			for i, a := range v.Args {
				if row.args != 0 && (row.only == 0 || row.only == i+1) {
					vote(a, row.args)
				}
			}
			if v.IsAccess() {
				// Indices of Go have a sign.
				for _, a := range p.operands(v) {
					if a.Type == ir.I64 && !slices.Contains(v.Args, a) {
						vote(a, 1)
					}
				}
			}
			switch v.Op {
			case ir.OpICmp:
				switch c := v.Attr.Cmp; {
				case c.Signed():
					vote(v.Args[0], 2)
					vote(v.Args[1], 2)
				case c.Unsigned():
					vote(v.Args[0], -2)
					vote(v.Args[1], -2)
				default:
					tie(v.Args[0], v.Args[1])
				}
			case ir.OpSelect:
				tie(v, v.Args[1])
				tie(v, v.Args[2])
			case ir.OpIntrin:
				f := intrinsic(v.Attr.Name)
				voteSigns(v, f.Params, f.Results, vote)
			case ir.OpWarp:
				f := warpFunc(v)
				voteSigns(v, f.Params, f.Results, vote)
			case ir.OpConst:
				if c := gosrc.SignExtend(v.Attr.Bits, max(v.Type.Bits(), 1)); c < 0 && c > -1<<20 {
					vote(v, 1)
				}
			}
		}
	}
	p.voteGiven(vote)
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			k := KindOf(v.Type)
			if isSignless(v.Type) && !fixedSign(v) && votes[find(v)] > 0 {
				k = k.AsSigned()
			}
			if g, ok := p.givenKind(v); ok {
				k = g
			}
			p.kinds[v.ID] = k
		}
	}
}

// voteGiven lets what comes from other parts of the kernel, and goes there, have a say:
// the last word about itself.
func (p *plan) voteGiven(vote func(*ir.Value, int)) {
	if p.given == nil {
		return
	}
	const loud = 1000
	w := func(k gosrc.Kind) int {
		if k.Signed() {
			return loud
		}
		return -loud
	}
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			switch k, ok := p.given(v); {
			case !ok:
			case v.Op == ir.OpSlotStore:
				vote(v.Args[0], w(k)/loud)
			default:
				vote(v, w(k))
			}
		}
	}
}

func (p *plan) givenKind(v *ir.Value) (gosrc.Kind, bool) {
	if p.given == nil || v.Op == ir.OpSlotStore {
		return gosrc.NoKind, false
	}
	return p.given(v)
}

// fixedSign lists the values whose carrier is given from outside: constants
// adapt at each use, and special registers are unsigned fields.
func fixedSign(v *ir.Value) bool { return v.Op == ir.OpConst || v.Op == ir.OpSReg }

// voteSigns lets a function vote for what it takes and gives.
func voteSigns(v *ir.Value, params, results []intrin.Kind, vote func(*ir.Value, int)) {
	w := func(k intrin.Kind) int {
		switch {
		case k == intrin.B32:
			return 0
		case k.Signed():
			return 1
		}
		return -1
	}
	for i, k := range params {
		vote(v.Args[i], w(k))
	}
	if v.Type != ir.Tuple && len(results) > 0 {
		vote(v, w(results[0]))
	}
}

// signRule is how an operation votes on the signs of its arguments and result.
type signRule struct {
	ties   bool // result and arguments want one sign
	args   int
	only   int // vote for this argument only, counted from one
	result int
}

var signRules = map[ir.Op]signRule{
	ir.OpAdd: {ties: true}, ir.OpSub: {ties: true}, ir.OpMul: {ties: true},
	ir.OpPhi: {ties: true}, ir.OpSplat: {ties: true}, ir.OpRamp: {ties: true}, ir.OpNeg: {ties: true, result: 1},
	ir.OpAnd: {ties: true, result: -1}, ir.OpOr: {ties: true, result: -1}, ir.OpXor: {ties: true, result: -1}, ir.OpNot: {ties: true, result: -1},
	ir.OpDivS: {args: 2, result: 2}, ir.OpRemS: {args: 2, result: 2}, ir.OpMinS: {args: 2, result: 2}, ir.OpMaxS: {args: 2, result: 2},
	ir.OpDivU: {args: -2, result: -2}, ir.OpRemU: {args: -2, result: -2}, ir.OpMinU: {args: -2, result: -2}, ir.OpMaxU: {args: -2, result: -2},
	ir.OpMulHiS: {args: 1, result: 1}, ir.OpMulHiU: {args: -1, result: -1},
	ir.OpAbs:  {args: 2, result: 2},
	ir.OpShrS: {args: 2, only: 1, result: 2}, ir.OpShrU: {args: -2, only: 1, result: -2},
	ir.OpSext: {args: 2, result: 1}, ir.OpZext: {args: -2},
}
