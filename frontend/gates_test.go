package frontend

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/example"
)

// versions are those that some form of the table needs, oldest first.
func versions() (vs []isa.Version) {
	for _, f := range isa.Forms() {
		if !slices.Contains(vs, f.PTX) {
			vs = append(vs, f.PTX)
		}
	}
	slices.SortFunc(vs, func(a, b isa.Version) int {
		if a.Less(b) {
			return -1
		}
		return 1
	})
	return vs
}

// TestEveryFormIsGated takes heads of every row of the table and writes them for
// the version before the one that they need, and for a target before. Each must
// be an error at the instruction that names what it needs.
func TestEveryFormIsGated(t *testing.T) {
	vs := versions()
	n := 2
	if testmode.Long() {
		n = 100
	}
	old, other := 0, 0
	for _, f := range isa.Forms() {
		if f.Placeholder || f.Gone {
			continue
		}
		for i, head := range example.Heads(f, n) {
			if i > 0 && !testmode.Sampled(f.ID+strings.Join(head, "."), 3) {
				continue
			}
			x, err := example.New(f, head, example.Options{})
			if err != nil {
				t.Fatal(err)
			}
			req := x.Match.Requires()
			version := fmt.Sprintf(".version %s\n", x.Version)
			if i := slices.IndexFunc(vs, func(v isa.Version) bool { return !v.Less(req.PTX) }); i > 0 {
				v := vs[i-1]
				if gated(t, x, strings.Replace(x.Source, version, fmt.Sprintf(".version %s\n", v), 1), v, x.Target, fmt.Sprintf("needs PTX %s", req.PTX)) {
					old++
				}
			}
			if req.Targets[0].Arch > 10 {
				lower := isa.Target{Arch: req.Targets[0].Arch - 1, Options: x.Target.Options}
				if req.Targets[0].Suffix != 0 {
					lower.Arch++ // the target without its suffix
				}
				if !lower.Known() {
					for _, name := range isa.TargetNames() {
						if k, _ := isa.ParseTarget(name); k.Suffix == 0 && k.Arch < req.Targets[0].Arch {
							lower.Arch = k.Arch
						}
					}
				}
				src := strings.Replace(x.Source, ".target "+x.Target.String(), ".target "+lower.String(), 1)
				if gated(t, x, src, x.Version, lower, "needs "+req.Targets[0].String()) {
					other++
				}
			}
		}
	}
	if old < 600 || other < 500 {
		t.Errorf("%d heads for older versions and %d for other targets", old, other)
	}
}

// gated checks one module. It returns false where the version and the target
// have the head in another form.
func gated(t *testing.T, x *example.Example, src string, v isa.Version, target isa.Target, want string) bool {
	t.Helper()
	if src == x.Source {
		return false // such as map_f64_to_f32, which is written for its own target
	}
	if x.Form.Opcode == "st" && x.Match.Space() == isa.SpaceParam {
		return false // what is a place for an argument was a parameter of the kernel before PTX 2.0
	}
	mods := x.Match.Tokens()
	ms, _ := isa.Resolve(x.Form.Opcode, mods)
	if slices.ContainsFunc(ms, func(m *isa.Match) bool { return m.Gate(v, target) == nil }) {
		return false
	}
	l := diag.NewList(diag.NewFile("t.ptx", src))
	Check(Parse(l.File, l), l)
	at := strings.LastIndex(src, x.Text+";")
	for _, d := range l.Sorted() {
		if d.Pos.Offset() == at && d.Severity == diag.Error && (strings.Contains(d.Msg, "needs ") || strings.Contains(d.Msg, "was removed in")) {
			if !slices.ContainsFunc(ms, func(m *isa.Match) bool { return m.Gate(v, target).Text == d.Msg }) ||
				len(ms) == 1 && ms[0].Form == x.Form && !strings.Contains(d.Msg, strings.TrimPrefix(want, "needs ")) {
				t.Errorf("%s: %q, want %q", x.Form.ID, d.Msg, want)
			}
			return true
		}
	}
	t.Errorf("%s for PTX %s and %s: no error with %q\n%s%s", x.Form.ID, v, target, want, src, render(l))
	return true
}
