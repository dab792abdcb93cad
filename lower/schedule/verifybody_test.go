package schedule

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// scheduleOf schedules the module of a golden file.
func scheduleOf(t *testing.T, path string) *Schedule {
	t.Helper()
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ir.Parse(path, string(ar.Files[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	return New(m, Options{Verify: true})
}

// TestVerifyBodies breaks the bodies of functions in every way that Verify knows.
func TestVerifyBodies(t *testing.T) {
	block := func(b *Body, id ir.ID) *ir.Block {
		for _, x := range b.Func.Blocks {
			if x.ID == id {
				return x
			}
		}
		t.Fatal("no such block")
		return nil
	}
	value := func(b *Body, id ir.ID) *ir.Value {
		for _, x := range b.Func.Blocks {
			for _, v := range x.Values {
				if v.ID == id {
					return v
				}
			}
		}
		t.Fatal("no such value")
		return nil
	}
	trap := func(b *Body, x *ir.Block) {
		v := x.Add(ir.OpTrap, ir.Void, 0)
		b.Uses.Needed = append(b.Uses.Needed, make([]bool, int(v.ID)+1-len(b.Uses.Needed))...)
		b.Uses.Needed[v.ID] = true
	}
	for _, test := range []struct {
		name, of, want string
		change         func(s *Schedule, b *Body)
	}{
		{"no body", "steps", "function steps: there is no body", func(s *Schedule, b *Body) { delete(s.bodies, b.Func) }},
		{"a loop without a poll", "steps", "function steps: the cycle at b1 may run forever and does not poll", func(_ *Schedule, b *Body) {
			clear(b.Polls.Loops)
		}},
		{"a goto back without a poll", "twice", "kernel twice: the cycle at b4 may run forever and does not poll", func(_ *Schedule, b *Body) {
			clear(b.Polls.Labels)
		}},
		{"a loop through memory without a poll in front", "sums", "kernel sums: threads do not poll before the loop at b3, which has no poll", func(_ *Schedule, b *Body) {
			b.Polls.Start = false
		}},
		{"a poll in no loop", "sums", "a poll in a loop at b1, where there is none", func(_ *Schedule, b *Body) {
			b.Polls.Loops[block(b, 1)] = true
		}},
		{"a poll at no label", "sums", "a poll at a label at b1, where there is none", func(_ *Schedule, b *Body) {
			b.Polls.Labels[block(b, 1)] = true
		}},
		{"a conversion that Go's compiler takes for more", "carried", "b1 gets v15 from b1, and v14 is needed after it: a conversion will not do", func(_ *Schedule, b *Body) {
			clear(b.Truncs)
		}},
		{"something else than a truncation", "carried", "v14 is not a truncation of the function", func(_ *Schedule, b *Body) {
			b.Truncs[value(b, 14)] = true
		}},
		{"a value of a thread in front of the loop", "scale", "v7 before the loop over threads: v5 is not available there", func(_ *Schedule, b *Body) {
			b.Row = append(b.Row, value(b, 7)) // + %tid.x
		}},
		{"a value in front of the loop of one that is not", "sums", "v12 before the loop over threads: v11 is not available there", func(_ *Schedule, b *Body) {
			b.Row = append(b.Row, value(b, 12))
		}},
		{"a value in front of what it is made of", "scale", "v7 before the loop over threads: v6 is not available there", func(_ *Schedule, b *Body) {
			b.Row = append([]*ir.Value{value(b, 7)}, b.Row...)
		}},
		{"a load in front of the loop", "scale", "v15 before the loop over threads: Load gives no value of a row", func(_ *Schedule, b *Body) {
			b.Row = append(b.Row, value(b, 15))
		}},
		{"a value of another function", "scale", "v7, a value of another function, before the loop over threads", func(s *Schedule, b *Body) {
			b.Row = s.Body(s.Kernels[1].Func).Row
		}},
		{"a row where there is none", "steps", "a value before a loop over threads that does not exist", func(_ *Schedule, b *Body) {
			b.Row = []*ir.Value{value(b, 2)}
		}},
		{"an edge that is computed by each thread", "sums", "the threads that run: v12 is not available there", func(_ *Schedule, b *Body) {
			b.Spans[0].To.Value = value(b, 12)
		}},
		{"an edge that is not that of the guard", "sums", "v5 does not select the threads with tid.x < v3", func(_ *Schedule, b *Body) {
			b.Spans[0].To.Value = value(b, 3)
		}},
		{"an edge beside that of the guard", "sums", "v5 does not select the threads with tid.x < v2+1", func(_ *Schedule, b *Body) {
			b.Spans[0].To.Plus = 1
		}},
		{"another constant than that of the guard", "twice", "v4 does not select the threads with tid.x < 31", func(_ *Schedule, b *Body) {
			b.Spans[0].To.Plus = 31
		}},
		{"an edge too many", "twice", "v4 does not select the threads with 1 <= tid.x < 32", func(_ *Schedule, b *Body) {
			b.Spans[0].From = &Edge{Plus: 1}
		}},
		{"an edge too few", "inner", "v14 does not select the threads with 1 <= s32(v7+tid.x)", func(_ *Schedule, b *Body) {
			b.Spans[1].From, b.Spans[1].To = &Edge{Plus: 1}, nil
		}},
		{"the wrong way of a guard", "twice", "threads do something at b4 for which v4 is not true", func(_ *Schedule, b *Body) {
			b.Spans[0].Holds = true
		}},
		{"a condition that is no guard", "twice", "threads do something at b4 for which v5 is not true", func(_ *Schedule, b *Body) {
			b.Spans[0].Guard = Guard{value(b, 5), true, block(b, 1)}
		}},
		{"a guard behind what threads do", "sums", "threads do something at b3 for which v25 is not true", func(_ *Schedule, b *Body) {
			b.Spans[0].Guard = Guard{value(b, 25), true, block(b, 3)}
		}},
		{"something that only other threads do", "scale", "threads do something at b2 for which v8 is not false", func(_ *Schedule, b *Body) {
			trap(b, block(b, 2))
		}},
		{"something in front of a guard", "scale", "threads do something at b0 for which v8 is not false", func(_ *Schedule, b *Body) {
			trap(b, block(b, 0))
		}},
		{"a span that nothing says", "sums", "nothing says of all threads that tid.x < 5", func(_ *Schedule, b *Body) {
			b.Spans = append(b.Spans, Span{To: &Edge{Plus: 5}})
		}},
		{"a gate that each thread asks for", "inner", "a gate: v11 is not available there", func(_ *Schedule, b *Body) {
			b.Gates = append(b.Gates, b.Spans[0].Guard)
		}},
		{"a gate that is open where it is closed", "inner", "threads do something at b3 for which v15 is not false", func(_ *Schedule, b *Body) {
			b.Gates[0].Holds = false
		}},
		{"an index that is another", "scale", "v8 does not select the threads with s32(v6+1+tid.x) < v2", func(_ *Schedule, b *Body) {
			b.Spans[0].Index.Const = 1
		}},
		{"a guard that compares without a sign", "scale", "v8 does not select the threads with u32(v6+tid.x) < v2", func(_ *Schedule, b *Body) {
			b.Spans[0].Signed = false
		}},
		{"an index that is not at hand", "scale", "the threads that run: v6 is not available there", func(_ *Schedule, b *Body) {
			b.Row = nil
		}},
		{"a clean loop of no row", "steps", "a clean loop of a function that is no row", func(s *Schedule, b *Body) {
			b.Clean = s.Body(s.Kernels[0].Func).Clean
		}},
		{"a clean loop with frames", "scale", "a clean loop of a function that is no row, or has frames", func(_ *Schedule, b *Body) {
			b.Func.Locals = []*ir.Symbol{{Name: "x", Space: ir.Local, Size: 4, Align: 4}}
		}},
		{"a split elsewhere", "sided", "does not select the threads with s32(v6+tid.x) < v2+1", func(_ *Schedule, b *Body) {
			b.Split.To.Plus = 1
		}},
		{"a split whose sides are the other ones", "sided", "does not select the threads with s32(v6+tid.x) < v2", func(_ *Schedule, b *Body) {
			b.Split.Holds = !b.Split.Holds
		}},
		{"a side that is left out", "sided", "the clean loops are not those of the sides of what splits them", func(_ *Schedule, b *Body) {
			b.Clean.Next = nil
		}},
		{"a clean loop for another side", "sided", "the clean loops are not those of the sides of what splits them", func(_ *Schedule, b *Body) {
			b.Clean.Side = Behind
		}},
		{"sides of nothing", "sided", "the clean loops are not those of the sides of what splits them", func(_ *Schedule, b *Body) {
			b.Split = nil
		}},
		{"a clean loop with a goto", "twice", "a clean loop with a goto", func(s *Schedule, b *Body) {
			b.Clean = &Clean{}
		}},
		{"an access through the window of another", "scale", "v18 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 18)] = b.Clean.Use[value(b, 15)]
		}},
		{"an access through the window of another buffer", "scale", "v22 accesses something else than its window", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 22)] = b.Clean.Use[value(b, 15)]
		}},
		{"a window that begins elsewhere", "scale", "v15 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Windows[0].First[0].Const = 4
		}},
		{"a window that is extended without its sign", "scale", "v15 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Windows[0].First[0].Ext = analysis.ExtUnsigned
		}},
		{"a window of no clean loop", "scale", "the window of v15 is none of the clean loop", func(_ *Schedule, b *Body) {
			b.Clean.Windows = b.Clean.Windows[1:]
		}},
		{"a window that nothing uses", "scale", "a window of nothing", func(_ *Schedule, b *Body) {
			b.Clean.Windows = append(b.Clean.Windows, &Window{Of: b.Clean.Windows[0].Of})
		}},
		{"a window that is too short", "blocks", "v22 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 22)].Max--
		}},
		{"a window of other threads", "blocks", "v10 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 10)].Step = 1
		}},
		{"a sum that may wrap", "blocks", "nothing says that the sum does not wrap in the index of v10", func(_ *Schedule, b *Body) {
			b.Clean.Exact = nil
		}},
		{"a sum of which the check is of numbers without a sign", "blocks", "nothing says that the sum does not wrap in the index of v10", func(_ *Schedule, b *Body) {
			b.Clean.Exact[0].Signed = false
		}},
		{"a check of a sum that is not at hand", "blocks", "a sum that does not wrap: v5 is not available there", func(_ *Schedule, b *Body) {
			b.Clean.Exact[0].Terms = []analysis.Term{{Value: value(b, 5), Scale: 1}}
		}},
		{"a vector that may not be aligned", "blocks", "nothing says that v10 is aligned", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 10)].Align = 4
		}},
		{"the other of two elements", "blocks", "v22 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 22)] = b.Clean.Use[value(b, 19)]
		}},
		{"a number without a sign that wraps in the first thread of the range", "last", "v11 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Spans[0].From.Plus = 0
		}},
		{"a window of an access elsewhere", "scale", "a window of v19, which is not in the clean loop", func(s *Schedule, b *Body) {
			b.Clean.Use[value(s.Body(s.Kernels[1].Func), 19)] = b.Clean.Use[value(b, 15)]
		}},
		{"something that is subtracted behind the guard", "before", "nothing says that the sum does not wrap in the index of v14", func(_ *Schedule, b *Body) {
			b.Spans = nil
		}},
		{"a function whose calls of itself are not counted", "fib", "function fib: it calls itself: true, but the body says false", func(_ *Schedule, b *Body) {
			b.Recursive = false
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := scheduleOf(t, "testdata/bodies.txtar")
			for _, f := range s.Funcs() {
				if f.Name == test.of {
					test.change(s, s.Body(f))
				}
			}
			if err := s.Verify(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}
