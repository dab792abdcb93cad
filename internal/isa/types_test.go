package isa

import (
	"reflect"
	"strconv"
	"testing"
)

func TestTypes(t *testing.T) {
	for x := TypeNone + 1; x < numTypes; x++ {
		if got, ok := ParseType(x.String()); !ok || got != x {
			t.Errorf("%d %q parses as %v", x, x, got)
		}
		n := 0
		for _, b := range []bool{x == Pred, x.IsSigned(), x.IsUnsigned(), x.IsFloat(), x.IsBits(), x.IsOpaque()} {
			if b {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%v is of %d kinds", x, n)
		}
		if x.Bits() <= 0 || x.Lanes() <= 0 || x.IsPacked() != (x.Lanes() > 1) {
			t.Errorf("%v has %d bits in %d lanes", x, x.Bits(), x.Lanes())
		}
		if w := x.Widened(); w != TypeNone && (w.Bits() != 2*x.Bits() || w.IsSigned() != x.IsSigned()) {
			t.Errorf("%v widens to %v", x, w)
		}
	}
	for _, s := range []string{"", "f", "u33", ".f32", "F32", "f32 "} {
		if x, ok := ParseType(s); ok {
			t.Errorf("%q parses as %v", s, x)
		}
	}
	if TypeNone.String() != "" || Type(200).String() != "Type(200)" || B128.Bytes() != 16 || Pred.Bytes() != 0 {
		t.Error("odd types")
	}
}

func TestCompatible(t *testing.T) {
	tests := []struct {
		inst, reg   Type
		exact, wide bool
	}{
		{U32, U32, true, true},
		{U32, S32, true, true},
		{U32, B32, true, true},
		{U32, F32, false, false},
		{B32, F32, true, true},
		{F32, B32, true, true},
		{F32, U32, false, false},
		{U32, U64, false, true},
		{U32, B64, false, true},
		{U32, U16, false, false},
		{U8, U32, false, true},
		{S8, B16, false, true},
		{U8, F32, false, false},
		{B8, F32, false, true},
		{F32, B64, false, true},
		{F32, F64, false, false},
		{F16, B16, true, true},
		{F16, F16, true, true},
		{F16, U16, false, true}, // before PTX 4.2
		{F16, B32, false, true},
		{F16, U32, false, false},
		{F16x2, B32, true, true},
		{F16x2, F16x2, true, true},
		{F16x2, U32, false, false},
		{BF16, B16, true, true},
		{BF16, B32, false, false},
		{TF32, B32, true, true},
		{TF32, B64, false, false},
		{BF16x2, B32, true, true},
		{F32x2, B64, true, true},
		{E4M3x2, B16, true, true},
		{E2M1x2, B8, true, true},
		{U16x2, B32, true, true},
		{U16x2, U32, true, true},
		{U16x2, B64, false, false},
		{Pred, Pred, true, true},
		{Pred, B32, false, false},
		{B32, Pred, false, false},
		{B128, B128, true, true},
		{B64, B128, false, true},
		{TexRef, B64, true, true},
		{B64, TexRef, true, true},
		{TypeNone, B32, false, false},
		{B32, TypeNone, false, false},
	}
	for _, tt := range tests {
		if got := Compatible(tt.inst, tt.reg); got != tt.exact {
			t.Errorf("Compatible(%v, %v) = %v", tt.inst, tt.reg, got)
		}
		if got := CompatibleWide(tt.inst, tt.reg); got != tt.wide {
			t.Errorf("CompatibleWide(%v, %v) = %v", tt.inst, tt.reg, got)
		}
	}
}

func TestSpaces(t *testing.T) {
	for text, want := range map[string]Space{
		"reg": SpaceReg, "const": SpaceConst, "const[3]": SpaceConst, "global": SpaceGlobal, "local": SpaceLocal,
		"param": SpaceParam, "param::entry": SpaceParam, "param::func": SpaceParam, "shared": SpaceShared,
		"shared::cta": SpaceShared, "shared::cluster": SpaceShared, "tex": SpaceTex, "surf": SpaceSurf, "sreg": SpaceSReg,
	} {
		if got, ok := ParseSpace(text); !ok || got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "generic", "shared::foo", "global::cta", "const[3", "const::3", "::", "[3]", "global[1]"} {
		if got, ok := ParseSpace(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
	if SpaceNone.String() != "generic" || SpaceShared.String() != "shared" {
		t.Error("names of spaces")
	}
}

func TestVersionsAndTargets(t *testing.T) {
	if v, ok := ParseVersion("7.8"); !ok || v != (Version{7, 8}) || v.String() != "7.8" {
		t.Errorf("7.8 is %v", v)
	}
	if !(Version{6, 5}).Less(Version{7, 0}) || (Version{7, 0}).Less(Version{7, 0}) || (Version{8, 0}).Less(Version{7, 9}) {
		t.Error("order of versions")
	}
	for _, s := range []string{"", "7", "7.", ".8", "7.8.1", "-7.8", "7.x", "99999.1", "7.8 "} {
		if v, ok := ParseVersion(s); ok {
			t.Errorf("%q is version %v", s, v)
		}
	}
	for s, want := range map[string]Target{
		"sm_70":      {Arch: 70},
		"sm_90a":     {Arch: 90, Suffix: 'a'},
		"sm_100f":    {Arch: 100, Suffix: 'f'},
		"compute_13": {Arch: 13},
	} {
		if got, ok := ParseTarget(s); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v", s, got)
		}
	}
	for _, s := range []string{"", "sm_", "sm_a", "70", "sm_70b", "sm_7", "debug", "sm_-10"} {
		if got, ok := ParseTarget(s); ok {
			t.Errorf("%q is target %v", s, got)
		}
	}
	x := Target{Options: []string{"debug"}}
	if !x.Has("debug") || x.Has("texmode_unified") {
		t.Error("options")
	}
	for _, tt := range []struct {
		have, need string
		want       bool
	}{
		{"sm_70", "sm_60", true}, {"sm_60", "sm_70", false}, {"sm_90a", "sm_90", true}, {"sm_90", "sm_90a", false},
		{"sm_100a", "sm_90a", false}, {"sm_103a", "sm_100f", true}, {"sm_100f", "sm_100f", true}, {"sm_103", "sm_100f", false},
		{"sm_120a", "sm_100f", false}, {"sm_100a", "sm_103f", false}, {"sm_100f", "sm_100a", false},
	} {
		have, _ := ParseTarget(tt.have)
		need, _ := ParseTarget(tt.need)
		if got := have.Includes(need); got != tt.want {
			t.Errorf("%s includes %s: %v", tt.have, tt.need, got)
		}
	}
}

func TestSRegs(t *testing.T) {
	tests := []struct {
		name   string
		typ    Type
		vector bool
		index  int
		ptx    Version
		sm     int
	}{
		{"%tid", U32, true, 0, Version{1, 0}, 10},
		{"%nctaid", U32, true, 0, Version{1, 0}, 10},
		{"%laneid", U32, false, 0, Version{1, 3}, 10},
		{"%lanemask_lt", U32, false, 0, Version{2, 0}, 20},
		{"%envreg3", B32, false, 3, Version{2, 1}, 10},
		{"%envreg31", B32, false, 31, Version{2, 1}, 10},
		{"%clock64", U64, false, 0, Version{2, 0}, 20},
		{"%pm7_64", U64, false, 7, Version{4, 0}, 50},
		{"%is_explicit_cluster", Pred, false, 0, Version{7, 8}, 90},
		{"%clusterid", U32, true, 0, Version{7, 8}, 90},
		{"%gridid", U64, false, 0, Version{1, 0}, 10},
	}
	for _, tt := range tests {
		s := LookupSReg(tt.name)
		if s == nil {
			t.Errorf("no %s", tt.name)
			continue
		}
		if s.Name != tt.name || s.Type != tt.typ || s.Vector != tt.vector || s.Index != tt.index || s.PTX != tt.ptx || s.SM != tt.sm || s.Meaning == "" {
			t.Errorf("%+v, want %+v", *s, tt)
		}
	}
	for _, name := range []string{"", "tid", "%envreg32", "%envreg", "WARP_SZ", "%tid.x", "%envreg0..%envreg31"} {
		if s := LookupSReg(name); s != nil {
			t.Errorf("%q is %v", name, s.Name)
		}
	}
	if len(SRegs()) < 80 {
		t.Errorf("only %d special registers", len(SRegs()))
	}
}

func TestSRegParts(t *testing.T) {
	for name, want := range map[string]SRegPart{
		"tid.x":    {PerThread, true, 0, 1023},
		"tid.y":    {PerRow, true, 0, 1023},
		"tid.z":    {PerLayer, true, 0, 63},
		"ntid.z":   {PerLaunch, true, 1, 64},
		"ctaid.y":  {PerCTA, true, 0, 65534},
		"nctaid.x": {PerLaunch, true, 1, 1<<31 - 1},
		"warpid":   {PerWarp, true, 0, 31},
		"clock64":  {Per: PerRead},
		"gridid":   {Per: PerLaunch},
		"tid":      {Per: PerRead}, // not a register of the SSA form
	} {
		if got := *LookupSRegPart(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	for _, s := range SRegs() {
		if _, err := strconv.Atoi(s.As); err != nil && s.As != "" && s.As != "-" && LookupSReg("%"+s.As) == nil {
			t.Errorf("%s is %q, which is no register and no number", s.Name, s.As)
		}
	}
}

func TestDirectives(t *testing.T) {
	for _, name := range []string{".version", ".entry", ".maxntid", ".reg", ".v4", ".texref", ".samplerref", ".align", ".struct", "@@DWARF", ".loc", ".reqntid", ".attribute"} {
		if d := LookupDirective(name); d == nil || d.Meaning == "" {
			t.Errorf("no %s", name)
		}
	}
	if d := LookupDirective(".maxntid"); d.Kind != "performance" || d.PTX != (Version{1, 3}) {
		t.Errorf("%+v", *d)
	}
	if LookupDirective("maxntid") != nil || LookupDirective("") != nil {
		t.Error("names without a dot")
	}
	if n := NearestDirective(".maxnitd"); n != ".maxntid" {
		t.Errorf("nearest to .maxnitd is %q", n)
	}
	if len(Directives()) < 55 {
		t.Errorf("only %d directives", len(Directives()))
	}
}
