package isa

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// best resolves a head written with dots and returns the best match.
func best(t *testing.T, head string) *Match {
	t.Helper()
	parts := strings.Split(head, ".")
	ms, miss := Resolve(parts[0], parts[1:])
	if miss != nil {
		t.Fatalf("%s: %s (%s)", head, miss.Text, miss.Hint)
	}
	return ms[0]
}

func TestResolve(t *testing.T) {
	tests := []struct {
		head, id, canonical string
		operands            string // types of the operands, in order
	}{
		{"add.s32", "add-0000", "add.s32", "s32 s32 s32"},
		{"mul.wide.u16", "mul-0001", "mul.wide.u16", "u32 u16 u16"},
		{"mad.wide.s32", "mad-0001", "mad.wide.s32", "s64 s32 s32 s64"},
		{"popc.b64", "popc-0000", "popc.b64", "u32 b64"},
		{"shl.b64", "shl-0000", "shl.b64", "b64 b64 u32"},
		{"bfe.s64", "bfe-0000", "bfe.s64", "s64 s64 u32 u32"},
		{"dp4a.u32.s32", "dp4a-0000", "dp4a.u32.s32", "s32 u32 s32 s32"},
		{"atom.global.relaxed.gpu.add.u32", "atom-0012", "atom.relaxed.gpu.global.add.u32", "u32  u32 b64"},
		{"min.s16x2.relu", "min-0001", "min.relu.s16x2", "s16x2 s16x2 s16x2"},
		{"setp.ftz.gt.f32", "setp-0002", "setp.gt.ftz.f32", "pred f32 f32"},
		{"setp.ge.and.s32", "setp-0004", "setp.ge.and.s32", "pred s32 s32 pred"},
		{"div.ftz.rn.f32", "div-0004", "div.rn.ftz.f32", "f32 f32 f32"},
		{"add.rz.f32.bf16.sat", "add-0012", "add.rz.sat.f32.bf16", "f32 bf16 f32"},
		{"cvt.rn.f16x2.f32", "cvt-0018", "cvt.rn.f16x2.f32", "f16x2 f32 f32"},
		{"cvt.u64.s8", "cvt-0000", "cvt.u64.s8", "u64 s8"},
		{"cvt.rzi.ftz.s32.f32", "cvt-0001", "cvt.rzi.ftz.s32.f32", "s32 f32"},
		{"set.lt.u32.f64", "set-0003", "set.lt.u32.f64", "u32 f64 f64"},
		{"slct.u32.f32", "slct-0001", "slct.u32.f32", "u32 u32 u32 f32"},
		{"selp.f64", "selp-0000", "selp.f64", "f64 f64 f64 pred"},
		{"bar.red.popc.u32", "bar-0003", "bar.red.popc.u32", "u32 u32 u32 pred"},
		{"bar.red.and.pred", "bar-0004", "bar.red.and.pred", "pred u32 u32 pred"},
		{"vote.sync.ballot.b32", "vote-0003", "vote.sync.ballot.b32", "b32 pred b32"},
		{"match.all.sync.b64", "match-0001", "match.all.sync.b64", "b32 b64 b32"},
		{"shfl.sync.bfly.b32", "shfl-0001", "shfl.sync.bfly.b32", "b32 b32 b32 b32 b32"},
		{"lop3.b32", "lop3-0000", "lop3.b32", "b32 b32 b32 b32 u32"},
		{"isspacep.global", "isspacep-0000", "isspacep.global", "pred "},
		{"cvta.to.global.u64", "cvta-0001", "cvta.to.global.u64", "u64 u64"},
		{"ld.param::entry.v2.f32", "ld-0010", "ld.param::entry.v2.f32", "f32 "},
		{"ld.const[3].u32", "ld-0011", "ld.const[3].u32", "u32 "},
		{"st.shared::cta.u8", "st-0007", "st.shared::cta.u8", " u8 b64"},
		{"ret", "ret-0000", "ret", ""},
		{"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "mma-0001", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "f32 b32 b32 f32"},
		{"vadd.s32.u32.s32.sat", "vadd-0000", "vadd.s32.u32.s32.sat", "s32 u32 s32 s32"},
		{"cp.async.ca.shared.global.L2::128B", "cp-0000", "cp.async.ca.shared.global.L2::128B", "   u32 b64"},
	}
	for _, tt := range tests {
		m := best(t, tt.head)
		if m.Form.ID != tt.id || m.Head != tt.canonical {
			t.Errorf("%s: got %s %s, want %s %s", tt.head, m.Form.ID, m.Head, tt.id, tt.canonical)
			continue
		}
		var types []string
		for i := range m.Form.Operands {
			types = append(types, m.OperandType(i).String())
		}
		if got := strings.Join(types, " "); got != tt.operands {
			t.Errorf("%s: operands are %q, want %q", tt.head, got, tt.operands)
		}
	}
}

func TestMatchAccessors(t *testing.T) {
	m := best(t, "ld.relaxed.gpu.global.v4.f32")
	if m.Val("SC") != "gpu" || m.Val("S") != "global" || m.Val("T") != "f32" || m.Val("E1") != "" {
		t.Errorf("values of %s: %v", m.Head, m.vals)
	}
	if !m.Has("relaxed") || m.Has("acquire") || m.HasAny("acquire", "relaxed") != "relaxed" {
		t.Errorf("modifiers of %s", m.Head)
	}
	if m.Space() != SpaceGlobal || m.VecLen() != 4 || m.Type() != F32 {
		t.Errorf("%s: space %v, %d elements of %v", m.Head, m.Space(), m.VecLen(), m.Type())
	}
	if got := m.VecLens(0); !reflect.DeepEqual(got, []int{4}) {
		t.Errorf("lengths of the destination: %v", got)
	}
	packs, _ := Resolve("mov", []string{"b64"})
	if got := packs[slices.IndexFunc(packs, func(m *Match) bool { return m.Form.ID == "mov-0004" })]; got.ElemType(1, 2) != B32 || got.ElemType(1, 4) != B16 || got.ElemType(1, 1) != B64 {
		t.Errorf("mov.b64 packs %v, %v", got.ElemType(1, 2), got.ElemType(1, 4))
	}
	if got := best(t, "cvt.rn.f16x2.f32").Types(); !reflect.DeepEqual(got, []Type{F16x2, F32}) {
		t.Errorf("types %v", got)
	}
	if got := best(t, "mov.v4.u32"); got.ElemType(0, 4) != U32 {
		t.Errorf("mov.v4.u32 moves %v", got.ElemType(0, 4))
	}
	if m := best(t, "setp.lt.s32"); m.PairType(0) != Pred {
		t.Error("setp's second destination is no predicate")
	}
	if m := best(t, "add.u32"); m.Space() != SpaceNone || m.VecLen() != 1 || m.PairType(0) != TypeNone {
		t.Error("add.u32 has a space, a vector or a pair")
	}
}

func TestSeveralForms(t *testing.T) {
	for head, want := range map[string]string{
		"mov.u32":  "mov-0003 mov-0002 mov-0000",
		"mov.b64":  "mov-0004 mov-0005 mov-0003 mov-0002 mov-0000",
		"bra":      "bra-0000 bra-0001",
		"call.uni": "call-0000 call-0001 call-0002 call-0003",
		"bar.sync": "bar-0000 bar-0001",
		"min.f32":  "min-0006 min-0009",
	} {
		parts := strings.Split(head, ".")
		ms, _ := Resolve(parts[0], parts[1:])
		got := map[string]bool{}
		for _, m := range ms {
			got[m.Form.ID] = true
		}
		for id := range strings.FieldsSeq(want) {
			if !got[id] {
				t.Errorf("%s: %s is missing", head, id)
			}
			delete(got, id)
		}
		for id := range got {
			t.Errorf("%s: unexpected %s", head, id)
		}
	}
	if ms, _ := Resolve("min", []string{"f32"}); ms[0].Form.ID != "min-0006" {
		t.Error("the three-input min of tier 0 comes before the two-input one")
	}
	if ms, _ := Resolve("bra", nil); ms[0].Form.ID != "bra-0000" {
		t.Error("the bra that was never implemented comes first")
	}
}

func TestBind(t *testing.T) {
	tests := []struct {
		head string
		form string
		n    int
		want []int
	}{
		{"add.s32", "", 3, []int{0, 1, 2}},
		{"add.s32", "", 2, nil},
		{"add.s32", "", 4, nil},
		{"bar.red.popc.u32", "", 3, []int{0, 1, 3}},
		{"bar.red.popc.u32", "", 4, []int{0, 1, 2, 3}},
		{"call.uni", "call-0003", 2, []int{1, 3}},
		{"call.uni", "call-0003", 4, []int{0, 1, 2, 3}},
		{"setp.lt.f16", "", 3, []int{0, 1, 2}},
		{"setp.lt.f16", "", 4, nil},
		{"setp.lt.and.f16", "", 4, []int{0, 1, 2, 3}},
		{"setp.lt.and.f16", "", 3, nil},
		{"ld.global.L2::cache_hint.u32", "", 3, []int{0, 1, 2}},
		{"ld.global.L2::cache_hint.u32", "", 2, nil},
		{"ret", "", 0, []int{}},
		{"ret", "", 1, nil},
	}
	for _, tt := range tests {
		parts := strings.Split(tt.head, ".")
		ms, miss := Resolve(parts[0], parts[1:])
		if miss != nil {
			t.Fatal(miss.Text)
		}
		m := ms[0]
		for _, x := range ms {
			if x.Form.ID == tt.form {
				m = x
			}
		}
		if got := m.Bind(tt.n); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s with %d operands: %v, want %v", tt.head, tt.n, got, tt.want)
		}
	}
}

func TestMismatch(t *testing.T) {
	tests := []struct {
		head string
		kind MismatchKind
		at   int
		text string
		hint string
	}{
		{"fma.f32", MissingModifier, -1, "fma.f32 lacks a modifier", "one of .rn .rz .rm .rp is required"},
		{"mull.lo.u32", UnknownOpcode, -1, "unknown instruction mull", "did you mean mul?"},
		{"xyzzyplugh", UnknownOpcode, -1, "unknown instruction xyzzyplugh", ""},
		{"add.s23", UnknownModifier, 0, "unknown modifier .s23 of add", "did you mean .s32?"},
		{"ld.gloabl.u32", UnknownModifier, 0, "unknown modifier .gloabl of ld", "did you mean .global?"},
		{"ld.global", MissingModifier, -1, "ld.global lacks a modifier", "one of .b8 .b16 .b32 .b64 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f32 .f64 is required"},
		{"cvt.rn.s32.f32", IllegalCombination, 0, ".rn does not go with the other modifiers of cvt.rn.s32.f32", "one of .rni .rzi .rmi .rpi is required"},
		{"add.ftz.s32", IllegalCombination, 0, ".ftz does not go with the other modifiers of add.ftz.s32", "leave it out: add.s32"},
		{"setp.lo.s32", IllegalCombination, 1, ".lo and .s32 do not go together in setp", ""},
		{"setp.lt.b32", IllegalCombination, 0, ".lt does not go with the other modifiers of setp.lt.b32", "one of .eq .ne is required"},
		{"setp.lt.and.b32", IllegalCombination, 2, ".lt and .b32 do not go together in setp", ""},
		{"ld.shared.v4.f64", IllegalCombination, 2, ".v4 and .f64 do not go together in ld", ""},
		{"cvt.bf16.f64", MissingModifier, -1, "cvt.bf16.f64 lacks a modifier", "one of .rn .rz .rm .rp .rni .rzi .rmi .rpi is required"},
		{"ret.foo", UnknownModifier, 0, "unknown modifier .foo of ret", "ret has .uni"},
		{"exit.uni", UnknownModifier, 0, "unknown modifier .uni of exit", "exit takes no modifiers"},
		{"add.s32.s32", IllegalCombination, 1, ".s32 does not go with the other modifiers of add.s32.s32", ""},
		{"fabric.try_atom.async", NotSupported, -1, "not supported yet: fabric.try_atom with .try_atom (PTX 9.4)", ""},
		{"mbarrier.test_wait.phase_type::x.b64", NotSupported, -1, "not supported yet: mbarrier with .phase_type::x (PTX 9.3)", ""},
		{"call.param", UnknownModifier, 0, "unknown modifier .param of call", "call has .uni"},
		{"membar.cta.cta", IllegalCombination, 1, ".cta does not go with the other modifiers of membar.cta.cta", "leave it out: membar.cta"},
	}
	for _, tt := range tests {
		parts := strings.Split(tt.head, ".")
		ms, miss := Resolve(parts[0], parts[1:])
		if miss == nil {
			t.Errorf("%s resolves to %v", tt.head, ms[0].Form)
			continue
		}
		if want := (Mismatch{tt.kind, tt.at, tt.text, tt.hint}); *miss != want {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.head, *miss, want)
		}
	}
}

func TestResolveHostile(t *testing.T) {
	many := make([]string, 10000)
	for i := range many {
		many[i] = "f32"
	}
	for _, mods := range [][]string{many, many[:24], {""}, {"", ""}, {strings.Repeat("x", 1<<20)}} {
		for _, op := range []string{"ld", "cvt", "mma", "", "fence", strings.Repeat("a", 1<<16)} {
			if ms, miss := Resolve(op, mods); miss == nil {
				t.Errorf("%.10s with %d odd modifiers resolves to %v", op, len(mods), ms[0].Form)
			}
		}
	}
}

func TestResolveConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, head := range []string{"add.f32", "ld.global.u32", "nonsense.f32", "fma.f32"} {
				for range 100 {
					parts := strings.Split(head, ".")
					Resolve(parts[0], parts[1:])
				}
			}
		})
	}
	wg.Wait()
	a, _ := Resolve("add", []string{"f32"})
	b, _ := Resolve("add", []string{"f32"})
	if a[0] != b[0] {
		t.Error("matches are not shared")
	}
}

func TestSince(t *testing.T) {
	for name, want := range map[string]Version{"sm_10": {1, 0}, "sm_70": {6, 0}, "sm_90": {7, 8}, "sm_90a": {8, 0}, "sm_100f": {8, 8}, "sm_999": {}} {
		target, ok := ParseTarget(name)
		if !ok || target.Since() != want {
			t.Errorf("%s is a target since %v, want %v", name, target.Since(), want)
		}
	}
	if v := NewestVersion(); v.Less(Version{9, 0}) {
		t.Errorf("the newest version is %v", v)
	}
}

func TestGate(t *testing.T) {
	tests := []struct {
		head, version, target string
		options               []string
		text, hint            string
	}{
		{"add.f32", "1.0", "sm_10", nil, "", ""},
		{"add.rm.f32", "1.4", "sm_13", nil, "add.rm.f32 needs sm_20 or later; this module says .target sm_13", ""},
		{"add.f64", "1.4", "sm_13", nil, "", ""},
		{"add.f64", "1.4", "sm_12", nil, "add.f64 needs sm_13 or later; this module says .target sm_12", ""},
		{"add.f64", "1.4", "sm_12", []string{"map_f64_to_f32"}, "", ""},
		{"redux.sync.add.u32", "6.3", "sm_80", nil, "redux.sync.add.u32 needs PTX 7.0 or later; this module says .version 6.3", ""},
		{"atom.global.add.u32", "1.1", "sm_11", nil, "", ""},
		{"atom.acquire.gpu.global.add.u32", "6.0", "sm_60", nil, "atom.acquire.gpu.global.add.u32 needs sm_70 or later; this module says .target sm_60", ""},
		{"atom.global.xor.b64", "3.0", "sm_35", nil, "atom.global.xor.b64 needs PTX 3.1 or later; this module says .version 3.0", ""},
		{"vote.all.pred", "6.3", "sm_70", nil, "", ""},
		{"vote.all.pred", "6.4", "sm_62", nil, "", ""},
		{"vote.all.pred", "6.4", "sm_70", nil, "vote.all.pred was removed in PTX 6.4 for sm_70 and later; this module says .version 6.4 and .target sm_70", ".sync is required"},
		{"div.f32", "1.3", "sm_10", nil, "", ""},
		{"div.f32", "1.4", "sm_10", nil, "div.f32 was removed in PTX 1.4; this module says .version 1.4", "one of .approx .full .rn .rz .rm .rp is required"},
		{"cvt.s32.f32", "7.0", "sm_70", nil, "cvt.s32.f32 was removed in PTX 1.1; this module says .version 7.0", "one of .rni .rzi .rmi .rpi is required"},
		{"ld.const[3].u32", "2.1", "sm_20", nil, "", ""},
		{"ld.const[3].u32", "2.2", "sm_20", nil, "ld.const[3].u32 was removed in PTX 2.2; this module says .version 2.2", "one of .const .global .local .param .shared is required"},
		{"mul.u32", "7.0", "sm_70", nil, "mul.u32 was removed in PTX 2.0; this module says .version 7.0", "one of .hi .lo .wide is required"},
		{"wgmma.fence.sync.aligned", "8.0", "sm_90a", nil, "", ""},
		{"wgmma.fence.sync.aligned", "8.0", "sm_90", nil, "wgmma.fence.sync.aligned needs sm_90a; this module says .target sm_90", ""},
		{"wgmma.fence.sync.aligned", "8.8", "sm_100a", nil, "wgmma.fence.sync.aligned needs sm_90a; this module says .target sm_100a", ""},
		{"tcgen05.wait::ld.sync.aligned", "8.8", "sm_103a", nil, "", ""},
		{"tcgen05.wait::ld.sync.aligned", "8.8", "sm_120a", nil, "tcgen05.wait::ld.sync.aligned needs a target of the families of sm_100f and sm_110f; this module says .target sm_120a", ""},
		{"div.wide.u16", "1.0", "sm_10", nil, "div.wide.u16 is documented, but was never implemented", ""},
		{"ld.global.u32", "1.0", "sm_10", nil, "", ""},
		{"ld.shared::cta.u32", "7.8", "sm_70", nil, "", ""},
		{"ld.shared::cta.u32", "7.7", "sm_70", nil, "ld.shared::cta.u32 needs PTX 7.8 or later; this module says .version 7.7", ""},
	}
	for _, tt := range tests {
		v, ok1 := ParseVersion(tt.version)
		target, ok2 := ParseTarget(tt.target)
		if !ok1 || !ok2 {
			t.Fatal("bad test")
		}
		target.Options = tt.options
		e := best(t, tt.head).Gate(v, target)
		if e == nil {
			e = &GateError{}
		}
		if e.Text != tt.text || e.Hint != tt.hint {
			t.Errorf("%s in %s %s:\n got %q (%q)\nwant %q (%q)", tt.head, tt.version, tt.target, e.Text, e.Hint, tt.text, tt.hint)
		}
	}
}
