package assembler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/example"
)

// Newest is the newest version of PTX that the assembler knows: that of CUDA 13.0.
var Newest = isa.Version{Major: 9}

// Targets are those for which everything is asked, the oldest first.
var Targets = parseTargets("sm_75 sm_80 sm_89 sm_90 sm_90a sm_100a sm_120a")

func parseTargets(s string) (ts []isa.Target) {
	for name := range strings.FieldsSeq(s) {
		t, _ := isa.ParseTarget(name)
		ts = append(ts, t)
	}
	return ts
}

// Limits say how much is asked of each form.
type Limits struct {
	Heads int // heads, of which those that show every modifier are more
	Near  int // heads that are changed, beside those that show every modifier
	Step  int // of how many forms one is asked about, 0 for all
}

// book is the files while questions are collected.
type book struct {
	pages map[string][]*page
	order []string
}

// add puts a question on a page of its version and target.
func (b *book) add(kind string, f *isa.Form, v isa.Version, t isa.Target, q *piece) {
	key := fmt.Sprintf("%s %s%s", v, t, q.options)
	for _, d := range slices.Concat(q.module, q.body, q.params) {
		if strings.Contains(d, "callee") || strings.Contains(d, "T1") {
			key += " " + d // of which each page can have one
		}
	}
	for d := range q.regs {
		if t, ok := isa.ParseType(d); ok && t.IsPacked() && t != isa.F16x2 {
			key += " packed registers"
			break
		}
	}
	if kind == "odd" || kind == "count" {
		key += " " + kind
	}
	ps := b.pages[key]
	if ps == nil {
		b.order = append(b.order, key)
	}
	if len(ps) == 0 || len(ps[len(ps)-1].asked) >= perFile {
		ps = append(ps, &page{version: v, target: t, options: q.options, seen: map[string]bool{}, regs: map[string]int{}})
	}
	b.pages[key] = ps
	ps[len(ps)-1].add(kind, f.ID, q)
}

// lowest returns the first of the targets that the instruction may be written for.
func lowest(m *isa.Match) (isa.Target, bool) {
	for _, t := range Targets {
		if m.Gate(Newest, t) == nil {
			return t, true
		}
	}
	return isa.Target{}, false
}

// form asks about one form.
func (b *book) form(f *isa.Form, l Limits) {
	n := 0
	f.Expand(func(mods []string) bool {
		n++
		if m := f.Match(mods); m != nil && n%max(1, f.NForms/l.Heads) == 0 {
			if t, ok := lowest(m); ok {
				b.example("head", f, mods, Newest, t, 0)
			}
		}
		return true
	})
	for i, mods := range example.Heads(f, l.Near) {
		m := f.Match(mods)
		b.gates(f, m, mods)
		if i < 3 {
			for _, t := range Targets {
				b.example("target", f, mods, Newest, t, 0)
			}
		}
		t, ok := lowest(m)
		if !ok {
			continue
		}
		b.example("head", f, mods, Newest, t, 0)
		if i >= 2*l.Near {
			continue
		}
		for v := range example.Ways(m) {
			b.example("way", f, mods, Newest, t, v)
		}
		if q, ok := newQuestion(f, mods, 0); ok {
			b.near(f, m, t, q, i < l.Near)
		}
	}
}

// newQuestion writes an instruction as package example does.
func newQuestion(f *isa.Form, mods []string, variant int) (*piece, bool) {
	x, err := example.New(f, mods, example.Options{Newest: true, Variant: variant})
	if err != nil {
		return nil, false
	}
	q := newPiece(x)
	return &q, true
}

func (b *book) example(kind string, f *isa.Form, mods []string, v isa.Version, t isa.Target, variant int) {
	if q, ok := newQuestion(f, mods, variant); ok {
		b.add(kind, f, v, t, q)
	}
}

// versions are those of PTX, the oldest first.
var versions = func() (vs []isa.Version) {
	for _, s := range strings.Fields("1.0 1.1 1.2 1.3 1.4 1.5 2.0 2.1 2.2 2.3 3.0 3.1 3.2 4.0 4.1 4.2 4.3 5.0 6.0 6.1 6.2 6.3 6.4 6.5 " +
		"7.0 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 8.0 8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8 9.0") {
		v, _ := isa.ParseVersion(s)
		vs = append(vs, v)
	}
	return vs
}()

// gates asks about the first version and target of an instruction, and about those before.
func (b *book) gates(f *isa.Form, m *isa.Match, mods []string) {
	req := m.Requires()
	if Newest.Less(req.PTX) || len(req.Targets) == 0 {
		return
	}
	x, err := example.New(f, mods, example.Options{})
	if err != nil {
		return
	}
	q := newPiece(x)
	if !assembled(x.Target) || x.Version.Less(isa.Version{Major: 1, Minor: 4}) {
		x.Version = isa.Version{Major: 1, Minor: 4} // kernels have parameter lists since then
		if !assembled(x.Target) {
			return
		}
	}
	b.add("version", f, x.Version, x.Target, &q)
	if i := slices.Index(versions, req.PTX); i > 0 && !versions[i-1].Less(isa.Version{Major: 1, Minor: 4}) {
		t, v := x.Target, versions[i-1]
		if v.Less(t.Since()) { // a later target would be refused for itself
			t, _ = isa.ParseTarget("sm_90")
		}
		if !v.Less(t.Since()) {
			b.add("before", f, v, t, &q)
		}
	}
	if t, ok := below(req.Targets[0]); ok && assembled(t) {
		b.add("before", f, x.Version, t, &q)
	}
}

// below returns the target before one: without its suffix, or the next older one.
func below(t isa.Target) (isa.Target, bool) {
	if t.Suffix != 0 {
		return isa.Target{Arch: t.Arch}, true
	}
	best := isa.Target{}
	for _, name := range isa.TargetNames() {
		if k, _ := isa.ParseTarget(name); k.Suffix == 0 && k.Arch < t.Arch && k.Arch > best.Arch {
			best = k
		}
	}
	return best, best.Arch != 0
}

// assembled reports whether ptxas of CUDA 13.0 knows the target.
func assembled(t isa.Target) bool { return t.Arch != 101 && t.Arch != 107 }

// registers asks about the special registers.
func (b *book) registers() {
	for _, s := range isa.SRegs() {
		if s.Index > 1 || Newest.Less(s.PTX) {
			continue
		}
		names := []string{s.Name}
		if s.Vector {
			names = append(names, s.Name+".x", s.Name+".w")
		}
		f := isa.Form{ID: s.Name}
		for _, name := range names {
			for _, t := range []string{"u16", "u32", "s32", "b32", "u64", "b64", "f32", "pred", "v4.u32"} {
				q := piece{head: []string{"mov", t}, regs: map[string]int{}}
				if t == "v4.u32" {
					q.head = []string{"mov", "v4", "u32"}
					q.ops = []string{q.reg("v4 .u32", 0), name}
				} else {
					q.ops = []string{q.reg(t, 0), name}
				}
				for _, target := range Targets {
					if t == "u32" || t == "u64" || target.Arch == 90 && target.Suffix == 0 {
						b.add("sreg", &f, Newest, target, &q)
					}
				}
			}
			t, _ := isa.ParseTarget("sm_90")
			for _, head := range [][]string{{"add", "u32"}, {"cvt", "u64", "u32"}, {"st", "global", "u32"}, {"setp", "eq", "u32"}, {"selp", "b32"}} {
				q := piece{head: head, regs: map[string]int{}}
				switch head[0] {
				case "add":
					q.ops = []string{q.reg("u32", 0), name, "1"}
				case "cvt":
					q.ops = []string{q.reg("u64", 0), name}
				case "st":
					q.ops = []string{"[" + q.reg("u64", 0) + "]", name}
				case "setp":
					q.ops = []string{q.reg("pred", 0), name, "1"}
				case "selp":
					q.ops = []string{q.reg("b32", 0), name, "1", q.reg("pred", 0)}
				}
				b.add("sreg", &f, Newest, t, &q)
			}
			if v := s.PTX; !v.Less(isa.Version{Major: 1, Minor: 4}) {
				q := piece{head: []string{"mov", "u" + fmt.Sprint(max(32, s.Type.Bits()))}, regs: map[string]int{}}
				q.ops = []string{q.reg(q.head[1], 0), name}
				if s.Vector && name == s.Name || s.Type == isa.Pred {
					continue
				}
				old, _ := isa.ParseTarget("sm_75")
				b.add("version", &f, v, before(v, old), &q)
				if i := slices.Index(versions, v); i > 0 {
					b.add("before", &f, versions[i-1], before(versions[i-1], old), &q)
				}
			}
		}
	}
}

// before returns the newest target of a version up to t.
func before(v isa.Version, t isa.Target) isa.Target {
	best := isa.Target{Arch: 10}
	for _, name := range isa.TargetNames() {
		if k, _ := isa.ParseTarget(name); k.Suffix == 0 && k.Arch > best.Arch && !v.Less(k.Since()) && assembled(k) {
			best = k
		}
	}
	return best
}

// vocabulary returns the modifiers of all forms of an opcode, sorted.
func vocabulary(opcode string) []string {
	set := map[string]bool{}
	for _, f := range isa.Lookup(opcode) {
		if Newest.Less(f.PTX) {
			continue // no words of the assembler
		}
		f.Expand(func(mods []string) bool {
			for _, m := range mods {
				set[m] = true
			}
			return len(set) < 500
		})
	}
	return slices.Sorted(maps.Keys(set))
}
