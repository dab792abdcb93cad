package driver

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/example"
	"github.com/ptx2go/ptx2go/internal/pipeline"
)

// TestTableTellsTheTruth compiles examples of every form: what the table calls
// supported compiles in some way to write it, and nothing else does.
func TestTableTellsTheTruth(t *testing.T) {
	n := 0
	for _, f := range isa.Forms() {
		if f.Placeholder || f.Gone {
			continue
		}
		for i, head := range example.Heads(f, 8) {
			m := f.Match(head)
			if ms, _ := isa.Resolve(f.Opcode, head); len(ms) == 0 || ms[0].Form != f {
				continue // another form stands for it
			}
			if i > 0 && !testmode.Sampled(m.Head, 4) {
				continue
			}
			want := pipeline.Supports(m)
			n++
			got, why := compiles(t, m, i)
			switch {
			case got == want:
			case want && strings.Contains(why, "(32-bit global addresses)"):
				// The examples name global variables; shared ones have such addresses.
			case want && f.Group == "video" && i > 0:
				// Selectors and the third source depend on each other, which the
				// examples do not know: the first head stands for all.
			default:
				t.Errorf("%s: %s: supported: the table says %v, the compiler %v %s", f.ID, m.Head, want, got, why)
			}
		}
	}
	if n < 700 {
		t.Errorf("only %d heads", n)
	}
}

// compiles reports whether a match compiles in some way to write its operands, in
// its oldest version or in the newest; if not, one of the reasons.
func compiles(t *testing.T, m *isa.Match, from int) (ok bool, why string) {
	t.Helper()
	for k := range example.Ways(m) {
		for _, newest := range []bool{false, true} {
			x, err := example.New(m.Form, m.Tokens(), example.Options{Newest: newest, Variant: from + k})
			if err != nil {
				t.Fatal(err)
			}
			l := diag.NewList(diag.NewFile("x.ptx", x.Source))
			lowerModule(l.File, l, compileOptions{raw: true})
			if l.Errors() == 0 {
				return true, ""
			}
			why = strings.TrimPrefix(l.Sorted()[0].Msg, "not supported yet: ")
		}
	}
	return false, why
}
