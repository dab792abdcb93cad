package difftest

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// untried says which supported forms of tiers 0, 1 and 3 class Forms leaves out, and
// why; "" for all others.
func untried(f *isa.Form) string {
	switch {
	case f.Opcode == "trap":
		return "it ends the kernel"
	case f.Group == "texture", f.Group == "surface":
		return "it needs images, which are not in memory"
	}
	return ""
}

// TestSweep checks that the kernels of one sweep compile, and that every supported
// form of tiers 0, 1 and 3 is in them.
func TestSweep(t *testing.T) {
	seen := map[*isa.Form]bool{}
	for seed := range uint64(len(chunks())) {
		k := Generate(seed, Forms)
		l := diag.NewList(diag.NewFile("kernel.ptx", k.Text()))
		ast := frontend.Parse(l.File, l)
		frontend.Check(ast, l)
		if l.Errors() > 0 {
			t.Fatalf("seed %d: %v", seed, l.Sorted()[0].Msg)
		}
		for _, d := range ast.Decls {
			if f, ok := d.(*frontend.Func); ok {
				f.Body.Insts(func(in *frontend.Inst) {
					if in.Match != nil {
						seen[in.Match.Form] = true
					}
				})
			}
		}
	}
	n := 0
	for _, f := range isa.Forms() {
		if f.Placeholder || f.Gone || f.Tier != 0 && f.Tier != 1 && f.Tier != 3 {
			continue
		}
		supported := false
		f.Expand(func(mods []string) bool {
			m := resolved(f, mods)
			supported = m != nil && m.Lowering().Verb != isa.LowerNone && eraOf(m) >= 0
			return !supported
		})
		switch why := untried(f); {
		case supported && !seen[f] && why == "":
			t.Errorf("no kernel has %s", f)
		case seen[f] && why != "":
			t.Errorf("a kernel has %s, though %s", f, why)
		case seen[f]:
			n++
		}
	}
	t.Logf("%d forms of tiers 0, 1 and 3, %d of all, in %d kernels", n, len(seen), len(chunks()))
}

// Products of matrices are what the front end takes, of every operation, with and without what is optional.
func TestProducts(t *testing.T) {
	g := newGen(1, Warps)
	var b strings.Builder
	b.WriteString(eras[0].head() + ".visible .entry k()\n{\n" + g.fn.registers())
	seen := map[string]bool{}
	for range 3000 {
		line := g.product().lines[0]
		seen[strings.Join(strings.SplitN(line, ".", 3)[:2], ".")] = true
		b.WriteString(line + "\n")
	}
	b.WriteString("}\n")
	file := diag.NewFile("products.ptx", b.String())
	for _, d := range complaints(file) {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s\n%s", file.Position(d.Pos), d.Msg, file.LineText(file.Position(d.Pos).Line))
		}
	}
	for _, name := range []string{"mma.sync", "mma.sp", "wmma.mma"} {
		if !seen[name] {
			t.Errorf("no %s among %v", name, seen)
		}
	}
}
