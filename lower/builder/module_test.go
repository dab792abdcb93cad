package builder

import (
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

const twoKernels = `.version 7.8
.target sm_70
.address_size 64
.extern .func (.param .b32 r) outside(.param .b64 f, .param .b64 a);
.global .u32 used;
.global .u32 unused;
.global .u64 table[1] = {byTable};
.func byTable()
{
	ret;
}
.func onlyB()
{
	ret;
}
.visible .entry a()
{
	.reg .u64 %rd<3>;
	.reg .u32 %r;
	proto: .callprototype _ ();
	ld.global.u64 %rd1, [table];
	call %rd1, proto;
	st.global.u32 [used], %r;
	ret;
}
.visible .entry b()
{
	.reg .u64 %rd;
	.reg .u32 %r;
	call onlyB;
	st.global.u32 [unused], 1;
	call (%r), outside, (%rd, %rd);
	ret;
}
`

// names returns the functions and the symbols of a module.
func names(m *ir.Module) (list []string) {
	for _, f := range m.Funcs {
		list = append(list, f.Name)
	}
	for _, s := range m.Symbols {
		list = append(list, s.Name)
	}
	return
}

// TestEntries builds one kernel with what it reaches, functions in tables too.
func TestEntries(t *testing.T) {
	m, l := lowerText(t, "two.ptx", twoKernels, Options{Entries: []string{"a"}})
	if l.Errors() > 0 {
		t.Fatal(report(l))
	}
	if got, want := names(m), []string{"byTable", "a", "used", "table"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	_, l = lowerText(t, "two.ptx", twoKernels, Options{Entries: []string{"a", "onlyB", "c"}})
	for _, want := range []string{"no entry onlyB", "no entry c"} {
		if !strings.Contains(report(l), want) {
			t.Errorf("%q is not reported:\n%s", want, report(l))
		}
	}
}

// TestExterns calls a function that is provided elsewhere.
func TestExterns(t *testing.T) {
	m, l := lowerText(t, "two.ptx", twoKernels, Options{Externs: map[string]bool{"outside": true}})
	if l.Errors() > 0 {
		t.Fatal(report(l))
	}
	f := m.Funcs[0]
	if !f.Extern || f.Name != "outside" || !slices.Equal(f.Args, []ir.Type{ir.I64, ir.I64}) || !slices.Equal(f.Results, []ir.Type{ir.I32}) {
		t.Errorf("outside is %+v", f)
	}
	_, l = lowerText(t, "two.ptx", twoKernels, Options{})
	if !strings.Contains(report(l), "outside has no body") {
		t.Errorf("the call is not reported:\n%s", report(l))
	}
}

// TestInit checks the bytes and relocations of initial values.
func TestInit(t *testing.T) {
	const src = `.version 7.8
.target sm_70
.address_size 64
.visible .global .u16 nums[2][3] = {{1, 2}, {-1}};
.visible .const .f32 fs[3] = {0f3F800000, 2.5, 3};
.visible .global .u64 ptrs[4] = {nums, generic(fs)+4, f, 0xff};
.visible .global .u8 bytes[3] = {0xFF(nums), 0xFF0000(nums+8), 7};
.func f()
{
	ret;
}
`
	m, l := lowerText(t, "init.ptx", src, Options{})
	if l.Errors() > 0 {
		t.Fatal(report(l))
	}
	sym := map[string]*ir.Symbol{}
	for _, s := range m.Symbols {
		sym[s.Name] = s
	}
	bytes := map[string][]byte{
		"nums":  {1, 0, 2, 0, 0, 0, 0xff, 0xff},
		"fs":    {0, 0, 0x80, 0x3f, 0, 0, 0x20, 0x40, 0, 0, 0x40, 0x40},
		"ptrs":  append(make([]byte, 24), 0xff),
		"bytes": {0, 0, 7},
	}
	for name, want := range bytes {
		if got := sym[name].Init; !slices.Equal(got, want) {
			t.Errorf("%s begins with % x, want % x", name, got, want)
		}
	}
	relocs := map[string][]ir.Reloc{
		"ptrs": {
			{Off: 0, Width: 8, Sym: sym["nums"]},
			{Off: 8, Width: 8, Sym: sym["fs"], Add: 4, Generic: true},
			{Off: 16, Width: 8, Func: m.Funcs[0]},
		},
		"bytes": {
			{Off: 0, Width: 1, Sym: sym["nums"]},
			{Off: 1, Width: 1, Sym: sym["nums"], Add: 8, Shift: 16},
		},
	}
	for name, want := range relocs {
		if got := sym[name].Relocs; !slices.Equal(got, want) {
			t.Errorf("relocations of %s are %+v, want %+v", name, got, want)
		}
	}
}
