package intrin

import (
	"strings"
	"testing"
)

func TestGPU(t *testing.T) {
	for target, want := range map[string]string{
		"sm_50": "Sm50 Sm60", "sm_53": "Sm50 Sm60", "sm_60": "Sm60", "sm_61": "Sm60",
		"sm_70": "", "sm_75": "", "sm_90a": "", "sm_100f": "", "sm_120": "",
	} {
		m, err := GPU(target)
		if got := strings.Join(m.variants, " "); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", target, got, err, want)
		}
	}
	for _, target := range []string{"", "sm_", "sm_x", "75", "sm_13", "sm_37", "sm_7", "sm_10000", "compute_75"} {
		if _, err := GPU(target); err == nil {
			t.Errorf("%q is accepted", target)
		}
	}
}

// TestModelName holds the rule against the functions that exist.
func TestModelName(t *testing.T) {
	model := func(target string) Model {
		m, err := GPU(target)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range []struct {
		m          Model
		name, want string
	}{
		{Model{}, "SinApproxFtzF32", "SinApproxFtzF32"},
		{model("sm_75"), "SqrtApproxF32", "SqrtApproxF32"},
		{model("sm_61"), "SqrtApproxF32", "SqrtApproxF32"},
		{model("sm_61"), "SinApproxFtzF32", "SinApproxSm60FtzF32"},
		{model("sm_52"), "CosApproxF32", "CosApproxSm60F32"},
		{model("sm_52"), "SqrtApproxF32", "SqrtApproxSm50F32"},
		{model("sm_52"), "RcpApproxF32", "RcpApproxF32"},
		{model("sm_52"), "AddRnF32", "AddRnF32"},
		{Accurate, "RcpApproxFtzF32", "RcpAccurateFtzF32"},
		{Accurate, "DivFullF32", "DivAccurateF32"},
		{Accurate, "DivApproxF32", "DivAccurateF32"},
		{Accurate, "AddRnF32", "AddRnF32"},
	} {
		if got := c.m.Name(c.name); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if _, ok := Lookup(c.m.Name(c.name)); !ok {
			t.Errorf("%s does not exist", c.m.Name(c.name))
		}
	}
}
