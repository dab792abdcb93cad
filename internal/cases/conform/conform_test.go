package conform

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
)

const cases = "../casefile/testdata/cases"

// TestCurrent checks that the folders are what the generator writes, nothing
// more and nothing less, and that they are small.
func TestCurrent(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	folders, total := map[string]bool{}, 0
	names := map[string]bool{}
	for _, f := range files {
		names[filepath.FromSlash(f.Name)] = true
		folders[filepath.Dir(f.Name)] = true
		total += len(f.Data)
		got, err := os.ReadFile(filepath.Join(cases, f.Name))
		if err != nil || !bytes.Equal(got, f.Data) {
			t.Errorf("%s is not current (%v): go generate .", f.Name, err)
		}
	}
	var there []string
	for _, dir := range append(slices.Collect(maps.Keys(folders)), "fp_*", "video_*") {
		found, err := filepath.Glob(filepath.Join(cases, dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		there = append(there, found...)
	}
	for _, path := range there {
		if rel, _ := filepath.Rel(cases, path); !names[rel] {
			t.Errorf("%s is written by nobody", path)
		}
	}
	if total > 15e6 { // a third of it are products of matrices, whose operands are many
		t.Errorf("%d bytes", total)
	}
	for dir := range folders {
		if _, err := casefile.Load(filepath.Join(cases, dir)); err != nil {
			t.Error(err)
		}
	}
}

// without are rows that no case can have, with the reason.
var without = map[string]string{
	"cvt-0016":  "PTX 1.0 does not say how it rounds",
	"setp-0005": "another spelling, without a grammar in the table",
}

// planned are the groups of the table of which folders hold every row, beside the
// floating-point ones.
var planned = []string{"integer arithmetic", "extended precision", "logic/shift", "video"}

// TestRows checks that every legal head of every row of these groups up to tier 3
// stands in a case, and every one of tier 4 that has a function.
func TestRows(t *testing.T) {
	have := map[string]bool{}
	for _, c := range folders() {
		for _, k := range c.kernels() {
			for _, x := range k.insts {
				have[k.form.ID+" "+x.match.Head] = true
			}
		}
	}
	rows := 0
	for _, f := range isa.Forms() {
		if !isa.IsFloatGroup(f.Group) && !slices.Contains(planned, f.Group) || without[f.ID] != "" {
			continue
		}
		rows++
		f.Expand(func(mods []string) bool {
			ms, _ := isa.Resolve(f.Opcode, slices.Clone(mods))
			for _, m := range ms {
				if m.Form != f || have[f.ID+" "+m.Head] {
					continue
				}
				if m.Lowering().Verb == isa.LowerNone {
					continue
				}
				if _, ok := intrin.Lookup(m.Intrinsic()); f.Tier <= 3 || ok && m.Lowering().Verb == isa.LowerCall {
					t.Errorf("%s: %s is in no case", f.ID, m.Head)
				}
			}
			return true
		})
	}
	if rows < 240 {
		t.Errorf("%d rows", rows)
	}
}

// TestWays checks that the ways of writing operands all occur: for conversions
// each type of register, for setp each kind of destinations, for immediates each
// operand that may be one.
func TestWays(t *testing.T) {
	registers, destinations := map[string]bool{}, map[int]bool{}
	immediates, negated := map[string]bool{}, 0
	for _, c := range folders() {
		for _, k := range c.kernels() {
			for _, x := range k.insts {
				m := x.match
				if m.Form.Opcode == "cvt" {
					registers[m.OperandType(0).String()+" in "+x.register(c.module.Version).String()] = true
				}
				if m.Form.Opcode == "setp" {
					destinations[x.destination()] = true
				}
				src := sources(m)
				if x.constant >= 0 {
					immediates[m.Form.ID+" "+m.Form.Operands[src[x.constant]].Name] = true
				}
				for _, i := range src {
					if x.negates(i) {
						negated++
					}
				}
			}
		}
	}
	for _, want := range []string{"u8 in u16", "u8 in u32", "u8 in b32", "u8 in u64", "s8 in s16", "s8 in s64",
		"s16 in s32", "s32 in b64", "u32 in b32", "f16 in b16", "f32 in b32", "f64 in b64"} {
		if !registers[want] {
			t.Errorf("no cvt has %s", want)
		}
	}
	if len(destinations) != 4 {
		t.Errorf("setp has %d kinds of destinations", len(destinations))
	}
	if negated < 100 {
		t.Errorf("%d negated predicates", negated)
	}
	for _, want := range []string{"add-0007 a", "add-0007 b", "fma-0000 c", "setp-0002 b", "slct-0001 c", "cvt-0001 a", "div-0005 a"} {
		if !immediates[want] {
			t.Errorf("no immediate for %s", want)
		}
	}
}

// TestExplain checks that elements are found where the kernels store them.
func TestExplain(t *testing.T) {
	got, err := Explain("fp_add_f32", "out_f32", 320+17)
	if err != nil || !strings.HasPrefix(got, "add_0007_f32, add.f32 (add-0007), thread 17:\n") || strings.Count(got, "operand") != 2 {
		t.Errorf("%s%v", got, err)
	}
	got, err = Explain("int_carry32", "out_u8", 5)
	if err != nil || !strings.Contains(got, "carry in:  1\n") {
		t.Errorf("%s%v", got, err)
	}
	got, err = Explain("video_mad", "out_b32", 64+3)
	if err != nil || !strings.Contains(got, ", written -r") {
		t.Errorf("%s%v", got, err)
	}
	for _, bad := range []string{"fp_add_f32 out_u8", "nothing out_f32"} {
		folder, buffer, _ := strings.Cut(bad, " ")
		if _, err := Explain(folder, buffer, 0); err == nil {
			t.Errorf("%s is explained", bad)
		}
	}
}
