package memcase

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/isa"
)

const cases = "../casefile/testdata/cases"

// files are those of the repository.
var files = sync.OnceValue(func() []File {
	list, err := Files(Options{})
	if err != nil {
		panic(err)
	}
	return list
})

// TestCurrent checks that the folders are what the generator writes, nothing more
// and nothing less, and that they are small.
func TestCurrent(t *testing.T) {
	names, sizes, total := map[string]bool{}, map[string]int{}, 0
	for _, f := range files() {
		names[filepath.FromSlash(f.Name)] = true
		sizes[filepath.Dir(f.Name)] += len(f.Data)
		total += len(f.Data)
		got, err := os.ReadFile(filepath.Join(cases, f.Name))
		if err != nil || !bytes.Equal(got, f.Data) {
			t.Errorf("%s is not current (%v): go generate .", f.Name, err)
		}
	}
	there, err := filepath.Glob(cases + "/mem_*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		if rel, _ := filepath.Rel(cases, path); !names[rel] {
			t.Errorf("%s is written by nobody", path)
		}
	}
	for dir, n := range sizes {
		if n > 100_000 {
			t.Errorf("%s has %d bytes", dir, n)
		}
		if _, err := casefile.Load(filepath.Join(cases, dir)); err != nil {
			t.Error(err)
		}
	}
	if total > 4e6 || len(sizes) > 64 {
		t.Errorf("%d folders with %d bytes", len(sizes), total)
	}
}

// groups are the groups of the table that the package is about.
var groups = []string{"data movement", "sync", "mbarrier", "async copy", "stack"}

// without are rows of these groups that have no case here, with the reason.
var without = map[string]string{
	"atom-0006": "never implemented by any assembler",
	"red-0014":  "never implemented by any assembler",
	"prmt-0000": "arithmetic on bytes, not memory",
	"prmt-0001": "arithmetic on bytes, not memory",
}

// never are heads that no case can have: addresses of 32 bits in a module of 64, and
// vectors of more than 128 bits.
func never(m *isa.Match) bool {
	switch m.Form.Opcode {
	case "cvta":
		return m.Type().Bits() == 32
	case "mov":
		return m.Form.ID == "mov-0003" && m.Type().Bits() == 32 || m.VecLen()*m.Type().Bits() > 128
	}
	return false
}

// headsInText finds written heads as they stand in the PTX of the folders.
func headsInText(t *testing.T) map[string]bool {
	t.Helper()
	have := map[string]bool{}
	re := regexp.MustCompile(`(?m)^\t(?:@!?%p\d+ )?([a-z][\w.:\[\]]*)[ ;]`)
	for _, f := range files() {
		if strings.HasSuffix(f.Name, ".ptx") {
			for _, m := range re.FindAllSubmatch(f.Data, -1) {
				have[string(m[1])] = true
			}
		}
	}
	return have
}

// lowered reports whether a match of these groups is supported.
func lowered(m *isa.Match) bool {
	v := m.Lowering().Verb
	return v == isa.LowerAccess || v == isa.LowerWarp || v == isa.LowerBuild
}

// TestRows checks that every legal head of every row up to tier 1, and of the rows of
// tier 2 that are supported, stands in a case; of a row with many heads, every pair
// of modifiers that goes together.
func TestRows(t *testing.T) {
	have := headsInText(t)
	newest := newFolder("", "9.1", "sm_90", "", "")
	rows, heads := 0, 0
	for _, f := range isa.Forms() {
		if !slices.Contains(groups, f.Group) || f.Tier > 2 || without[f.ID] != "" || f.Placeholder {
			continue
		}
		var all, shown []*isa.Match
		f.Expand(func(mods []string) bool {
			ms, _ := isa.Resolve(f.Opcode, slices.Clone(mods))
			i := slices.IndexFunc(ms, func(m *isa.Match) bool { return m.Form == f })
			if i < 0 || !lowered(ms[i]) || never(ms[i]) {
				return true
			}
			if f.ID != "ld-0011" && ms[i].Gate(newest.version, newest.target) != nil {
				return true
			}
			all = append(all, ms[i])
			if have[ms[i].Head] {
				shown = append(shown, ms[i])
			}
			return true
		})
		if len(all) == 0 {
			if f.Tier < 2 {
				t.Errorf("%s has no head that is supported", f)
			}
			continue
		}
		rows++
		heads += len(shown)
		if len(all) <= few {
			for _, m := range all {
				if !slices.Contains(shown, m) {
					t.Errorf("%s: %s is in no case", f.ID, m.Head)
				}
			}
			continue
		}
		factors := factorsOf(f, all)
		seen := map[uint32]bool{}
		for _, m := range shown {
			for _, p := range pairsOf(m, factors) {
				seen[p] = true
			}
		}
		for _, m := range all {
			if slices.ContainsFunc(pairsOf(m, factors), func(p uint32) bool { return !seen[p] }) {
				t.Errorf("%s: a pair of modifiers of %s is in no case", f.ID, m.Head)
				break
			}
		}
	}
	t.Logf("%d rows, %d heads", rows, heads)
	if rows < 100 || heads < 2500 {
		t.Errorf("only %d rows with %d heads", rows, heads)
	}
}

// TestCombine checks the model of atomic operations against the text of the manual.
func TestCombine(t *testing.T) {
	c := newFolder("", "9.1", "sm_90", "", "")
	for _, x := range []struct {
		head    string
		w       window
		a, b, c uint64
		want    uint64
	}{
		{"atom.global.inc.u32", inGlobal, 5, 5, 0, 0},
		{"atom.global.inc.u32", inGlobal, 4, 5, 0, 5},
		{"atom.global.dec.u32", inGlobal, 0, 5, 0, 5},
		{"atom.global.dec.u32", inGlobal, 6, 5, 0, 5},
		{"atom.global.dec.u32", inGlobal, 5, 5, 0, 4},
		{"atom.global.add.u32", inGlobal, 1<<32 - 1, 2, 0, 1},
		{"atom.global.min.s32", inGlobal, 1<<32 - 1, 2, 0, 1<<32 - 1},
		{"atom.global.max.u32", inGlobal, 1<<32 - 1, 2, 0, 1<<32 - 1},
		{"atom.global.max.s64", inGlobal, 1 << 63, 2, 0, 2},
		{"atom.global.cas.b64", inGlobal, 7, 7, 9, 9},
		{"atom.global.cas.b64", inGlobal, 7, 8, 9, 7},
		// Subnormals of f32 are zeros in global memory only.
		{"atom.global.add.f32", inGlobal, 1, 1, 0, 0},
		{"atom.add.f32", inGlobal, 0x80000001, 0x80000001, 0, 0x80000000},
		{"atom.add.f32", inShared, 1, 1, 0, 2},
		{"atom.global.add.noftz.f16x2", inGlobal, 0x3c000001, 0x3c000001, 0, 0x40000002},
		{"atom.global.add.noftz.bf16", inGlobal, 0x3f80, 0x3b80, 0, 0x3f80}, // a tie, to even
		{"atom.global.min.noftz.v2.f16", inGlobal, 0x0000, 0x8000, 0, 0x8000},
		{"atom.global.max.noftz.v2.bf16", inGlobal, 0x8000, 0x0000, 0, 0x0000},
	} {
		m := c.match(x.head)
		if got := combine(&access{m: m, window: x.w}, m.Type(), word{lo: x.a}, word{lo: x.b}, word{lo: x.c}).lo; got != x.want {
			t.Errorf("%s of %#x and %#x: %#x, want %#x", x.head, x.a, x.b, got, x.want)
		}
	}
}

// TestExecute checks the model of loads and stores: extension, truncation, order of
// bytes and elements.
func TestExecute(t *testing.T) {
	c := newFolder("", "9.1", "sm_90", "", "")
	mem := []byte{0xf1, 0x82, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88}
	for _, x := range []struct {
		head string
		reg  isa.Type
		off  int
		want []uint64
	}{
		{"ld.global.s8", isa.S32, 0, []uint64{0xfffffff1}},
		{"ld.global.b8", isa.S32, 0, []uint64{0xf1}},
		{"ld.global.s16", isa.S64, 0, []uint64{0xffffffffffff82f1}},
		{"ld.global.v2.u16", isa.U32, 4, []uint64{0x0605, 0x8807}},
		{"ld.global.b64", isa.B64, 0, []uint64{0x88070605040382f1}},
	} {
		a := &access{m: c.match(x.head), reg: x.reg, off: x.off}
		var got []uint64
		for _, w := range a.execute(mem, nil) {
			got = append(got, w.lo)
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("%s: %#x, want %#x", x.head, got, x.want)
		}
	}
	a := &access{m: c.match("st.global.v2.u8"), reg: isa.U32, off: 2}
	a.execute(mem, func(_, elem int) word { return word{lo: uint64(0x1110 * (elem + 1))} })
	if want := []byte{0xf1, 0x82, 0x10, 0x20, 5, 6, 7, 0x88}; !bytes.Equal(mem, want) {
		t.Errorf("stored % x, want % x", mem, want)
	}
	for _, x := range []struct {
		reg, t  isa.Type
		w, want uint64
	}{
		{isa.F32, isa.B8, 0x437f8000, 0xff},                // 255.5
		{isa.F32, isa.B8, 0x43800000, 0xff},                // 256
		{isa.F32, isa.B16, 0xc0a00000, 0},                  // -5
		{isa.F32, isa.B16, 0x7fc00000, 0},                  // a NaN
		{isa.F64, isa.B32, 0x41efffffffe00000, 0xffffffff}, // 2^32 - 1
		{isa.F64, isa.B32, 0x3feccccccccccccd, 0},          // 0.9
		{isa.B64, isa.F32, 0xffffff7fffffffff, 0x5f7fffff}, // rounds down
		{isa.F32, isa.B32, 0x437f8000, 0x437f8000},         // nothing is left out
		{isa.B64, isa.B16, 0x123456789, 0x123456789},       // the rest is not stored
	} {
		if got := stored(word{lo: x.w}, x.reg, x.t).lo; got != x.want {
			t.Errorf("st.%v of %#x in %v: %#x, want %#x", x.t, x.w, x.reg, got, x.want)
		}
	}
}

// TestAll checks that all heads can be asked for that are legal, two thirds of a row whose cover is
// small.
func TestAll(t *testing.T) {
	c := newFolder("", "9.1", "sm_90", "", "")
	f := listed.Find("red-0006")
	some := len(c.heads(f, false))
	c.all = true
	if all := len(c.heads(f, false)); all < f.NForms*6/10 || some >= all/4 || some < 20 {
		t.Errorf("%d of %d heads, the form has %d", some, all, f.NForms)
	}
}
