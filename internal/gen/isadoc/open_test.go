package isadoc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// resolve returns the first match of a head.
func resolve(t *testing.T, head string) *isa.Match {
	t.Helper()
	words := strings.Split(head, ".")
	ms, miss := isa.Resolve(words[0], words[1:])
	if miss != nil {
		t.Fatalf("%s: %s", head, miss.Text)
	}
	return ms[0]
}

// TestQuestions names heads that each question is about, and some that it is
// not.
func TestQuestions(t *testing.T) {
	about := map[string]string{
		"add.f64": "Q1", "fma.rz.f64": "Q1", "max.f64": "Q1", "div.rn.f64": "Q1", "mad.rn.f64": "Q1",
		"sqrt.rn.f64": "Q1", "rcp.f64": "Q1", "abs.f64": "Q2", "neg.ftz.f32": "Q2", "neg.bf16x2": "Q2", "neg.s32": "", "copysign.f32": "",
		"add.f16": "Q3", "fma.rn.ftz.f16x2": "Q3 Q4", "fma.rn.relu.bf16": "Q3 Q6", "cvt.rn.f16.f32": "Q3", "min.bf16": "Q3",
		"min.xorsign.abs.f16": "Q3", "cvt.rn.bf16x2.f32": "Q3", "set.eq.f16.f16": "", "setp.eq.ftz.f32": "",
		"mul.ftz.f32": "Q4", "add.rz.ftz.sat.f32": "Q4 Q5", "cvt.rn.ftz.f32.f64": "Q4 Q8", "min.ftz.f32": "", "sqrt.rn.ftz.f32": "",
		"rcp.rn.ftz.f32": "Q4", "cvt.ftz.f64.f32": "Q8", "cvt.sat.f32.f32": "", "mul.sat.f32": "", "mul.sat.f16x2": "Q3 Q5", "add.sat.s32": "", "cvt.rzi.sat.s32.f32": "",
		"cvt.rzi.u8.f64": "Q7", "cvt.rni.s16.f32": "Q7", "cvt.rzi.s32.f32": "", "cvt.u8.s32": "", "cvt.f64.f16": "Q8",
		"cvt.rna.tf32.f32": "Q9", "cvt.rn.satfinite.e4m3x2.f32": "Q9", "cvt.f32.f16": "Q9", "cvt.rn.f16x2.e5m2x2": "",
		"fma.rn.oob.f16": "Q3 Q10", "rcp.approx.f32": "Q11", "ex2.approx.ftz.f32": "Q11", "rcp.f32": "Q11", "rcp.rn.f32": "",
		"tanh.approx.f32": "Q12", "tanh.approx.bf16": "Q3 Q12", "ex2.approx.f16x2": "Q3 Q13",
		"div.approx.f32": "Q14", "div.full.ftz.f32": "Q14", "div.f32": "Q14", "div.rn.f32": "",
		"rsqrt.approx.f64": "Q15", "rcp.approx.ftz.f64": "Q15", "rsqrt.f64": "Q15", "mad.f32": "Q4 Q16", "mad.lo.s32": "", "mad.hi.sat.s32": "",
		"div.u32": "Q17", "rem.s64": "Q17", "addc.u32": "Q18", "sub.cc.u32": "Q18", "add.cc.u32": "", "shfl.sync.up.b32": "Q19",
		"activemask.b32": "Q20", "cvt.rp.ue8m0x2.bf16x2": "Q21", "cvt.rn.bf16x2.ue8m0x2": "", "add.f32": "", "st.global.f64": "",
		"vadd.s32.s32.s32": "Q22", "vadd2.s32.s32.s32": "",
	}
	asked := map[*question]bool{}
	for head, want := range about {
		m := resolve(t, head)
		var got []string
		for i, q := range questions {
			if q.affects(m) {
				got = append(got, fmt.Sprintf("Q%d", i+1))
				asked[q] = true
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: questions %v, want %s", head, got, want)
		}
	}
	for i, q := range questions {
		if !asked[q] {
			t.Errorf("Q%d is about none of the heads", i+1)
		}
	}
}

// TestProofs checks the proof column against the functions that exist.
func TestProofs(t *testing.T) {
	have, err := scan(tree.New("../../..").View(tree.Patterns{"runtime/*/*.go", buildersFile, hardwareFile}, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range isa.Forms() {
		if f.Placeholder {
			continue
		}
		float := isa.IsFloatGroup(f.Group)
		s := look(f, have)
		if float && s.done > 0 && f.Proofs == nil {
			t.Errorf("%s is supported, but nothing says what its results rest on", f)
		}
		if !float && f.Proofs != nil {
			t.Errorf("%s has a proof: write down in isa.IsFloatGroup what it is about", f)
		}
		bad := map[string]bool{}
		f.Expand(func(mods []string) bool {
			m := f.Match(mods)
			if m == nil {
				return true
			}
			approx := slices.ContainsFunc(m.Normal(), func(s string) bool { return s == "approx" || s == "full" })
			asked := func() bool {
				return slices.ContainsFunc(questions, func(q *question) bool { return q.affects(m) })
			}
			switch p := m.Proof(); {
			case p == isa.ProofModel && !approx:
				bad["has a model, but is not approximate"] = true
			case p == isa.ProofOracle && (approx || m.Has("oob")):
				bad["has an oracle, but its results are not fixed"] = true
			case (p == isa.ProofOpen || p == isa.ProofModel) && !asked():
				bad["rests on no more than a model, and no open question says so"] = true
			}
			return true
		})
		for what := range bad {
			t.Errorf("%s %s", f, what)
		}
	}
}
