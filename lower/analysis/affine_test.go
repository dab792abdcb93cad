package analysis

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// show writes a form for comparison.
func show(f Form, ok bool) string {
	if !ok {
		return "none"
	}
	parts := []string{fmt.Sprint(f.Const)}
	for _, p := range f.Products {
		s := fmt.Sprint(p.Coef)
		if p.Axis != NoAxis {
			s += "*" + [...]string{"", "x", "y", "z"}[p.Axis]
		}
		for _, x := range p.Factors {
			s += "*" + [...]string{"", "s", "u"}[x.Ext] + x.Value.Name
		}
		parts = append(parts, s)
	}
	s := strings.Join(parts, " + ")
	if f.Drift {
		s += " + drift"
	}
	for _, a := range f.NoWrap {
		s += " if " + a.Value.Name + map[bool]string{true: " s32", false: " u32"}[a.Signed]
	}
	return s
}

// TestAffineForms gives the forms of named values.
func TestAffineForms(t *testing.T) {
	m, err := ir.Parse("test", `
kernel @k
  param n i32 ptx u32 size 4 align 4 offset 0
  param p i64 ptx u64 size 8 align 8 offset 8
b0:
  v0:n = Param <i32> 0
  v1:p = Param <i64> 1
  v2:tx = SReg.tid.x <i32>
  v3:ty = SReg.tid.y <i32>
  v4:cx = SReg.ctaid.x <i32>
  v5:nx = SReg.ntid.x <i32>
  v6:base = Mul <i32> v4 v5
  v7:i = Add <i32> v6 v2
  v8:wide = Sext <i64> v7
  v9 = Const <i64> 4
  v10:off = Mul <i64> v8 v9
  v11:addr = Add <i64> v1 v10
  v12:row = Mul <i32> v3 v0
  v13:cell = Add <i32> v12 v2
  v14:txw = Sext <i64> v2
  v15 = Const <i32> -4
  v16:less = Add <i32> v2 v15
  v17:lessS = Sext <i64> v16
  v18:lessU = Zext <i64> v16
  v19 = Const <i32> 2
  v20:quad = Shl <i32> v2 v19
  v21:neg = Sub <i32> v0 v20
  v22:square = Mul <i32> v2 v3
  v23:low = Trunc <i32> v11
  v24:mask = And <i32> v2 v19
  v25 = Load.global.i32 <i32> v11
  v26 = ICmp.lts <i1> v0 v19
  Jump b1
b1: <- b0 b1
  v30:j = Phi <i32> b0:v7 b1:v32
  v31:jw = Sext <i64> v30
  v32:next = Add <i32> v30 v6
  v33:k = Phi <i32> b0:v2 b1:v34
  v34 = Add <i32> v33 v2
  v35:q = Phi <i64> b0:v11 b1:v36
  v36 = Add <i64> v35 v9
  v37 = ICmp.lts <i1> v32 v0
  v38:joff = Mul <i64> v31 v9
  If v37 b1 b2
b2: <- b1
  v40:after = Add <i32> v30 v19
  v41:sameafter = Add <i32> v7 v19
  Exit
`)
	if err != nil {
		t.Fatal(err)
	}
	// The phis come first in their block.
	b1 := m.Funcs[0].Blocks[1]
	var phis, rest []*ir.Value
	for _, v := range b1.Values {
		if v.Op == ir.OpPhi {
			phis = append(phis, v)
		} else {
			rest = append(rest, v)
		}
	}
	b1.Values = append(phis, rest...)
	f := m.Funcs[0]
	if err := ir.Verify(f); err != nil {
		t.Fatal(err)
	}
	a := NewAffine(f, NewUniformity(f))
	want := map[string]string{
		"n":     "0 + 1*n",
		"tx":    "0 + 1*x",
		"base":  "0 + 1*base",
		"i":     "0 + 1*base + 1*x",
		"wide":  "0 + 1*sbase + 1*x if i s32",
		"off":   "0 + 4*sbase + 4*x if i s32",
		"addr":  "0 + 1*p + 4*sbase + 4*x if i s32",
		"row":   "0 + 1*y*n",
		"cell":  "0 + 1*y*n + 1*x",
		"txw":   "0 + 1*x",
		"less":  "-4 + 1*x",
		"lessS": "-4 + 1*x",
		"lessU": "-4 + 1*x if less u32",
		"quad":  "0 + 4*x",
		"neg":   "0 + 1*n + -4*x",
		// Not affine.
		"square": "none",
		"mask":   "none",
		// The low half needs no assumption.
		"low": "0 + 1*p + 4*sbase + 4*x",
		// Induction variables keep what differs between the threads.
		"j":    "0 + 1*x + drift",
		"jw":   "0 + 1*x + drift if j s32",
		"joff": "0 + 4*x + drift if j s32",
		"k":    "none",
		"q":    "0 + 4*x + drift if i s32",
		"next": "0 + 1*base + 1*x + drift",
		// Each thread left the loop on its own turn.
		"after":     "none",
		"sameafter": "2 + 1*base + 1*x",
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if w, ok := want[v.Name]; ok {
				if got := show(a.Of(v)); got != w {
					t.Errorf("%s: %s, want %s", v.Name, got, w)
				}
				delete(want, v.Name)
			}
		}
	}
	for n := range want {
		t.Errorf("no value %s", n)
	}
}

// TestAffineRandom compares the forms of random expressions with their values.
func TestAffineRandom(t *testing.T) {
	forms, assumed, failed := 0, 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 7))
		f := &ir.Func{Name: "k", Entry: true, Module: &ir.Module{}}
		f.Params = []*ir.Param{{Name: "n", Type: ir.I32, Size: 4}, {Name: "p", Type: ir.I64, Size: 8, Off: 8}}
		b := f.NewBlock("")
		for _, s := range []string{"tid.x", "tid.y", "tid.z", "ctaid.x"} {
			b.Add(ir.OpSReg, ir.I32, 0).Attr.SReg = s
		}
		b.Add(ir.OpParam, ir.I32, 0)
		b.Add(ir.OpParam, ir.I64, 0).Attr.Index = 1
		pick := func(typ ir.Type) *ir.Value {
			var list []*ir.Value
			for _, v := range b.Values {
				if v.Type == typ {
					list = append(list, v)
				}
			}
			return list[r.IntN(len(list))]
		}
		for range 25 {
			typ := [...]ir.Type{ir.I32, ir.I32, ir.I64}[r.IntN(3)]
			switch r.IntN(8) {
			case 0:
				c := r.Int64N(64) - 16
				if r.IntN(6) == 0 {
					c = r.Int64()
				}
				b.Const(typ, uint64(c)&(1<<(typ.Bits()-1)<<1-1), 0)
			case 1:
				b.Add(ir.OpMul, typ, 0, pick(typ), pick(typ))
			case 2:
				b.Add(ir.OpSub, typ, 0, pick(typ), pick(typ))
			case 3:
				n := b.Const(ir.I32, uint64(r.IntN(5)), 0)
				b.Add(ir.OpShl, typ, 0, pick(typ), n)
			case 4:
				b.Add([...]ir.Op{ir.OpSext, ir.OpZext}[r.IntN(2)], ir.I64, 0, pick(ir.I32))
			case 5:
				b.Add(ir.OpTrunc, ir.I32, 0, pick(ir.I64))
			default:
				b.Add(ir.OpAdd, typ, 0, pick(typ), pick(typ))
			}
		}
		b.SetTerm(ir.Exit, 0)
		a := NewAffine(f, NewUniformity(f))
		for range 8 {
			n := uint32(r.IntN(2000))
			if r.IntN(4) == 0 {
				n = r.Uint32()
			}
			in := inputs{
				sreg: map[string]uint32{"tid.x": r.Uint32N(1024), "tid.y": r.Uint32N(1024), "tid.z": r.Uint32N(64), "ctaid.x": r.Uint32N(5000)},
				n:    n, p: r.Uint64(),
			}
			vals := in.eval(b)
			for _, v := range b.Values {
				form, ok := a.Of(v)
				if !ok {
					continue
				}
				forms++
				holds := true
				for _, as := range form.NoWrap {
					inner, ok := a.Of(as.Value)
					if !ok {
						t.Fatal("an assumption about a value without a form")
					}
					x := in.exact(inner, vals)
					lo, hi := big.NewInt(0), big.NewInt(1<<32)
					if as.Signed {
						lo, hi = big.NewInt(-1<<31), big.NewInt(1<<31)
					}
					holds = holds && x.Cmp(lo) >= 0 && x.Cmp(hi) < 0
				}
				if len(form.NoWrap) > 0 {
					assumed++
				}
				if !holds {
					failed++
					continue
				}
				mod := new(big.Int).Lsh(big.NewInt(1), uint(form.Bits))
				got := new(big.Int).Mod(in.exact(form, vals), mod).Uint64()
				if got != vals[v.ID] {
					t.Fatalf("seed %d: %s is %#x, its form %s gives %#x\n%s", seed, v, vals[v.ID], show(form, true), got, ir.PrintFunc(f))
				}
			}
		}
	}
	t.Logf("%d forms, %d with assumptions, %d of them broken", forms, assumed, failed)
	if assumed < 1000 || failed < 100 || forms-assumed < 1000 {
		t.Error("too few")
	}
}

type inputs struct {
	sreg map[string]uint32
	n    uint32
	p    uint64
}

func (in inputs) eval(b *ir.Block) []uint64 {
	vals := make([]uint64, len(b.Values))
	for _, v := range b.Values {
		arg := func(i int) uint64 { return vals[v.Args[i].ID] }
		var x uint64
		switch v.Op {
		case ir.OpSReg:
			x = uint64(in.sreg[v.Attr.SReg])
		case ir.OpParam:
			x = uint64(in.n)
			if v.Attr.Index == 1 {
				x = in.p
			}
		case ir.OpConst:
			x = v.Attr.Bits
		case ir.OpAdd:
			x = arg(0) + arg(1)
		case ir.OpSub:
			x = arg(0) - arg(1)
		case ir.OpMul:
			x = arg(0) * arg(1)
		case ir.OpShl:
			x = arg(0) << arg(1)
		case ir.OpSext:
			x = uint64(int64(int32(arg(0))))
		case ir.OpZext, ir.OpTrunc:
			x = arg(0)
		}
		if v.Type == ir.I32 {
			x = uint64(uint32(x))
		}
		vals[v.ID] = x
	}
	return vals
}

// exact evaluates a form in the integers.
func (in inputs) exact(f Form, vals []uint64) *big.Int {
	sum := big.NewInt(f.Const)
	for _, p := range f.Products {
		x := big.NewInt(p.Coef)
		if p.Axis != NoAxis {
			x.Mul(x, big.NewInt(int64(in.sreg[[...]string{"", "tid.x", "tid.y", "tid.z"}[p.Axis]])))
		}
		for _, fac := range p.Factors {
			n := int64(vals[fac.Value.ID])
			if fac.Value.Type == ir.I32 {
				n = int64(int32(n))
			}
			x.Mul(x, big.NewInt(n))
		}
		sum.Add(sum, x)
	}
	return sum
}
