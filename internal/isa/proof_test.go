package isa

import (
	"strings"
	"testing"
)

func TestProof(t *testing.T) {
	for head, want := range map[string]Proof{
		"add.s32":                ProofCases, // an empty column
		"add.f32":                ProofOracle,
		"set.eq.and.u32.f32":     ProofOracle, // a condition that holds
		"set.eq.and.u32.s32":     ProofCases,  // and one that does not
		"set.eq.f16.f32":         ProofOracle,
		"set.eq.f16.s32":         ProofCases,
		"rcp.approx.f32":         ProofModel,
		"rcp.f32":                ProofModel, // of PTX 1.3
		"div.f32":                ProofOpen,
		"tanh.approx.f32":        ProofOpen,
		"fma.rn.oob.relu.bf16x2": ProofOpen,
	} {
		words := strings.Split(head, ".")
		ms, miss := Resolve(words[0], words[1:])
		if miss != nil {
			t.Errorf("%s: %s", head, miss.Text)
			continue
		}
		if got := ms[0].Proof(); got != want {
			t.Errorf("%s: %s, want %s", head, got, want)
		}
	}
}

// TestFloatGroups holds the list of groups and the table together.
func TestFloatGroups(t *testing.T) {
	for _, g := range floatGroups {
		n := 0
		for _, f := range Forms() {
			if f.Group == g {
				n++
			}
		}
		if n == 0 {
			t.Errorf("no form is in the group %q", g)
		}
	}
	if IsFloatGroup("logic/shift") {
		t.Error("logic/shift is not floating point")
	}
}

// TestUndefined checks that a form that no text defines says so, and why.
func TestUndefined(t *testing.T) {
	n := 0
	for _, f := range Forms() {
		f.Expand(func(mods []string) bool {
			if m := f.Match(mods); m != nil && m.Lowering().Undefined {
				if n++; m.Lowering().Verb != LowerNone || m.Lowering().Reason == "" {
					t.Errorf("%s: %+v", m.Head, m.Lowering())
				}
			}
			return true
		})
	}
	if n == 0 {
		t.Error("nothing is undefined")
	}
}
