package builder

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/example"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestForms takes an example of every row of the ISA table through the front end
// and the lowering. Each is either lowered without a word, or there is one error
// that says at the instruction that it is not supported yet: no form of the
// table is unknown, mistyped, or crashes the compiler.
func TestForms(t *testing.T) {
	rows, lowered := 0, 0
	for _, f := range isa.Forms() {
		rows++
		var all []*example.Example
		if f.Placeholder {
			all = append(all, example.Placeholder(f))
		}
		n := 3
		if testmode.Long() {
			n = 300
		}
		for i, head := range example.Heads(f, n) {
			if i == 0 || testmode.Sampled(f.ID+strings.Join(head, "."), 3) {
				all = append(all, examples(t, f, head, i)...)
			}
		}
		if len(all) == 0 || all[0] == nil {
			t.Errorf("%s has no example", f)
			continue
		}
		ok := false
		for _, x := range all {
			supported, err := tryExample(x)
			if err != nil {
				t.Errorf("%s: %v\n%s", f, err, x.Source)
				break // one of a row is enough
			}
			ok = ok || supported
		}
		if ok {
			lowered++
		}
		if f.Placeholder && ok != (f.Elsewhere != "") {
			t.Errorf("%s: lowered: %v, but the lower column says where: %q", f, ok, f.Elsewhere)
		}
	}
	if rows < 680 {
		t.Errorf("only %d rows", rows)
	}
	t.Logf("%d rows, %d of them lowered at least in part", rows, lowered)
}

// examples writes modules for one head: in the oldest version and in the newest,
// with each operand in each way.
func examples(t *testing.T, f *isa.Form, head []string, from int) []*example.Example {
	t.Helper()
	var all []*example.Example
	for k := range example.Ways(f.Match(head)) {
		for _, newest := range []bool{false, true} {
			x, err := example.New(f, head, example.Options{Newest: newest, Variant: from + k})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, x)
		}
	}
	return all
}

// tryExample compiles an example. It reports whether it was lowered, and how the
// diagnostics differ from what they should be.
func tryExample(x *example.Example) (supported bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	file := diag.NewFile("form.ptx", x.Source)
	l := diag.NewList(file)
	m := frontend.Parse(file, l)
	if m == nil {
		return false, listed(l)
	}
	frontend.Check(m, l)
	var out *ir.Module
	if l.Errors() == 0 {
		out = Module([]*frontend.Module{m}, l, Options{})
	}
	all := slices.DeleteFunc(l.Sorted(), func(d diag.Diagnostic) bool { return d.Severity == diag.Note })
	want := "" // of the error's message
	switch until, arch := x.Match.Until(); {
	case x.Form.Placeholder:
		want = "not supported yet: "
	case x.Form.Gone && superseded(x):
		// Written before its time, or what the other form means.
		if len(all) == 1 && all[0].Code == "version" && all[0].Pos.Offset() == x.Offset {
			return false, nil
		}
		want = "not supported yet: "
	case x.Form.Gone:
		want = "documented, but was never implemented"
	case until != isa.Version{} && !x.Version.Less(until) && x.Target.Arch >= arch:
		want = "was removed in PTX " // perhaps with the version of a sister form
	default:
		want = "not supported yet: "
	}
	switch {
	case len(all) == 0:
		if !strings.HasPrefix(want, "not") {
			return false, fmt.Errorf("no error, want one with %q", want)
		}
		for _, f := range out.Funcs {
			if err := ir.Verify(f); err != nil {
				return false, fmt.Errorf("broken IR: %v", err)
			}
		}
		return true, nil
	case len(all) > 1 || all[0].Severity != diag.Error || !strings.Contains(all[0].Msg, want):
		return false, listed(l)
	case all[0].Pos.Offset() != x.Offset:
		return false, fmt.Errorf("%s, but the instruction is at %v", listed(l), file.Position(diag.At(x.Offset)))
	case strings.HasPrefix(want, "not") && all[0].Code != "unsupported":
		return false, fmt.Errorf("the code is %q", all[0].Code)
	}
	return false, nil
}

// superseded reports whether another form has the head of one that was never
// implemented.
func superseded(x *example.Example) bool {
	ms, _ := isa.Resolve(x.Form.Opcode, x.Match.Tokens())
	return len(ms) > 0 && !ms[0].Form.Gone
}

func listed(l *diag.List) error {
	var b strings.Builder
	l.Print(&b)
	return fmt.Errorf("%s", strings.TrimSpace(b.String()))
}
