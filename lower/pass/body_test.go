package pass

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// called is a function that multiplies so often and calls the one before so often.
type called struct{ products, calls int }

// chainOf makes a module of functions f0, f1 and so on, the last of which is a kernel.
// Functions stand behind what they call, or in front.
func chainOf(t *testing.T, list []called, front bool) *ir.Module {
	t.Helper()
	var funcs []string
	for i, c := range list {
		var b strings.Builder
		head, end := fmt.Sprintf("func @f%d(i32) -> (i32)", i), "Ret v%d\n"
		if i == len(list)-1 {
			head, end = "kernel @k", "Barrier.sync v%[1]d v%[1]d\n  Ret\n"
		}
		fmt.Fprintf(&b, "%s\nb0:\n  v0 = SReg.tid.x <i32>\n", head)
		for v := range c.products {
			fmt.Fprintf(&b, "  v%d = Mul <i32> v%d v0\n", v+1, v)
		}
		for k := range c.calls {
			v := c.products + k
			fmt.Fprintf(&b, "  v%d = Call <i32> v%d @f%d\n", v+1, v, i-1)
		}
		fmt.Fprintf(&b, "  "+end, c.products+c.calls)
		funcs = append(funcs, b.String())
	}
	if front {
		slices.Reverse(funcs)
	}
	m, err := ir.Parse("in", header+strings.Join(funcs, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// inlined runs the pass and returns what it made of the module: its values, and where
// which function is called.
func inlined(t *testing.T, m *ir.Module) (values int, calls map[string]int) {
	t.Helper()
	i := slices.IndexFunc(Standard, func(p Pass) bool { return p.Name == "inline" })
	Run(m, Standard[i:i+1], Options{Verify: true})
	if err := ir.VerifyModule(m); err != nil {
		t.Fatal(err)
	}
	calls = map[string]int{}
	for _, f := range m.Funcs {
		values += funcSize(f)
		for g, n := range callCounts(f) {
			calls[f.Name+" "+g.Name] += n
		}
	}
	return values, calls
}

// TestMovedBodies says that a module does not grow by functions that are called once: a
// chain of them would become many times as large, most of that in functions that nothing
// calls any more.
func TestMovedBodies(t *testing.T) {
	for _, front := range []bool{false, true} {
		m := chainOf(t, append([]called{{60, 0}}, slices.Repeat([]called{{60, 1}}, 400)...), front)
		before := 0
		for _, f := range m.Funcs {
			before += funcSize(f)
		}
		after, calls := inlined(t, m)
		if after > before {
			t.Errorf("front %v: %d values became %d", front, before, after)
		}
		if len(m.Funcs) != len(calls)+1 || len(calls) > 20 {
			t.Errorf("front %v: %d functions are left, and the calls %v", front, len(m.Funcs), calls)
		}
	}
}

// TestCopiedCalls says that a copy of a function is one more call of what that calls,
// whose body must not move into the first copy.
func TestCopiedCalls(t *testing.T) {
	large := called{fewCalls/2 + 10, 0}
	for _, c := range []struct {
		list  []called
		front bool
		want  string
	}{
		{[]called{large, {1, 2}, {1, 1}, {1, 2}}, false, "map[k f0:4]"},
		{[]called{large, {1, 2}, {1, 1}, {1, 2}}, true, "map[k f0:4]"},
		{[]called{large, {1, 1}, {1, 2}}, false, "map[k f1:2]"}, // f0 moved to f1 before
		{[]called{large, {1, 1}, {1, 2}}, true, "map[k f0:2]"},
	} {
		m := chainOf(t, c.list, c.front)
		if _, calls := inlined(t, m); len(m.Funcs) != 2 || fmt.Sprint(calls) != c.want {
			t.Errorf("%v, front %v: %d functions, calls %v, want %s", c.list, c.front, len(m.Funcs), calls, c.want)
		}
	}
}

// TestNumbersStay says that functions may move where addresses of others are taken: an
// address is the number that the function had in the beginning.
func TestNumbersStay(t *testing.T) {
	m, err := ir.Parse("in", header+`
func @once(i32) -> (i32)
b0:
  v0 = Arg <i32> 0
  v1 = Mul <i32> v0 v0
  Ret v1

func @taken(i32) -> (i32)
b0:
  v0 = Arg <i32> 0
  Ret v0

kernel @k
b0:
  v0 = SReg.tid.x <i32>
  v1 = Call <i32> v0 @once
  v2 = FuncAddr <i64> @taken
  v3 = CallIndirect <i32> v2 v1 (i32) -> (i32)
  Barrier.sync v3 v3
  Ret
`)
	if err != nil {
		t.Fatal(err)
	}
	inlined(t, m)
	var names []string
	for _, f := range m.Funcs {
		names = append(names, fmt.Sprint(f.Name, " ", f.Number))
	}
	if got := fmt.Sprint(names); got != "[taken 1 k 2]" {
		t.Errorf("got %s", got)
	}
}
