package schedule

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

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
		{"a loop without a poll", "steps", "function steps: what goes round at b1 may do so for ever, and does not poll", func(_ *Schedule, b *Body) {
			clear(b.Polls.Loops)
		}},
		{"a goto back without a poll", "twice", "kernel twice: what goes round at b4 may do so for ever, and does not poll", func(_ *Schedule, b *Body) {
			clear(b.Polls.Labels)
		}},
		{"a loop through memory without a poll in front", "sums", "kernel sums: threads do not poll in front of the loop at b3, which has no poll", func(_ *Schedule, b *Body) {
			b.Polls.Start = false
		}},
		{"a poll in no loop", "sums", "a poll in a loop at b1, where there is none", func(_ *Schedule, b *Body) {
			b.Polls.Loops[block(b, 1)] = true
		}},
		{"a poll at no label", "sums", "a poll at a label at b1, where there is none", func(_ *Schedule, b *Body) {
			b.Polls.Labels[block(b, 1)] = true
		}},
		{"a value of a thread in front of the loop", "scale", "v7 in front of the loop over threads: v5 is not at hand there", func(_ *Schedule, b *Body) {
			b.Row = append(b.Row, value(b, 7)) // + %tid.x
		}},
		{"a value in front of the loop of one that is not", "sums", "v12 in front of the loop over threads: v11 is not at hand there", func(_ *Schedule, b *Body) {
			b.Row = append(b.Row, value(b, 12))
		}},
		{"a value in front of what it is made of", "scale", "v7 in front of the loop over threads: v6 is not at hand there", func(_ *Schedule, b *Body) {
			b.Row = append([]*ir.Value{value(b, 7)}, b.Row...)
		}},
		{"a load in front of the loop", "scale", "v15 in front of the loop over threads: Load gives no value of a row", func(_ *Schedule, b *Body) {
			b.Row = append(b.Row, value(b, 15))
		}},
		{"a value of another function", "scale", "v7, a value of another function, in front of the loop over threads", func(s *Schedule, b *Body) {
			b.Row = s.Body(s.Kernels[1].Func).Row
		}},
		{"a row where there is none", "steps", "something in front of a loop over threads that is not there", func(_ *Schedule, b *Body) {
			b.Row = []*ir.Value{value(b, 2)}
		}},
		{"a bound that is computed by each thread", "sums", "a bound of the loop over threads: v12 is not at hand there", func(_ *Schedule, b *Body) {
			b.Bounds[0].Limit = value(b, 12)
		}},
		{"a bound that is not that of its guard", "sums", "the guard of b0 does not select the threads with tid.x < v3", func(_ *Schedule, b *Body) {
			b.Bounds[0].Limit = value(b, 3)
		}},
		{"another constant than that of the guard", "twice", "the guard of b0 does not select the threads with tid.x < 31", func(_ *Schedule, b *Body) {
			b.Bounds[0].Const = 31
		}},
		{"the wrong way of a guard", "twice", "threads do something at b5 for which the guard of b0 is not true", func(_ *Schedule, b *Body) {
			b.Bounds[0].Holds = true
		}},
		{"a guard behind what threads do", "sums", "threads do something in front of the guard of b3", func(_ *Schedule, b *Body) {
			b.Bounds[0].Guard = block(b, 3)
		}},
		{"a bound that nothing says", "sums", "nothing says that tid.x is below 5", func(_ *Schedule, b *Body) {
			b.Bounds = append(b.Bounds, Bound{Const: 5})
		}},
		{"a clean loop of no row", "steps", "a clean loop of a function that is no row", func(s *Schedule, b *Body) {
			b.Clean = s.Body(s.Kernels[0].Func).Clean
		}},
		{"a guard that is none", "scale", "the clean loop: b1 has no guard", func(_ *Schedule, b *Body) {
			b.Clean.Guard = block(b, 1)
			block(b, 1).Ctrl = block(b, 0).Ctrl
		}},
		{"an index that is another", "scale", "the clean loop: the guard of b0 compares something else", func(_ *Schedule, b *Body) {
			b.Clean.Index.Const = 1
		}},
		{"a limit that is another", "scale", "the clean loop: the guard of b0 compares something else", func(_ *Schedule, b *Body) {
			b.Clean.Limit = value(b, 3)
		}},
		{"a guard that compares without a sign", "scale", "the clean loop: the guard of b0 compares something else", func(_ *Schedule, b *Body) {
			b.Clean.Signed = false
		}},
		{"a limit that each thread computes", "scale", "the limit of the clean loop: v5 is not at hand there", func(_ *Schedule, b *Body) {
			b.Clean.Limit = value(b, 5)
		}},
		{"an index that is not at hand", "scale", "the index of the clean loop: v6 is not at hand there", func(_ *Schedule, b *Body) {
			b.Row = nil
		}},
		{"an access without a window", "scale", "v18, an access in the clean loop, has no window", func(_ *Schedule, b *Body) {
			delete(b.Clean.Use, value(b, 18))
		}},
		{"an access through the window of another", "scale", "v18 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 18)] = b.Clean.Windows[0]
		}},
		{"an access through the window of another buffer", "scale", "v22 accesses something else than its window", func(_ *Schedule, b *Body) {
			b.Clean.Use[value(b, 22)] = b.Clean.Windows[0]
		}},
		{"a window that begins elsewhere", "scale", "v15 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Windows[0].First.Const = 4
		}},
		{"a window that is extended without its sign", "scale", "v15 accesses another place than its window", func(_ *Schedule, b *Body) {
			b.Clean.Windows[0].Signed = false
		}},
		{"a window of no clean loop", "scale", "the window of v15 is none of the clean loop", func(_ *Schedule, b *Body) {
			b.Clean.Windows = b.Clean.Windows[1:]
		}},
		{"a window that nothing uses", "scale", "a window of nothing", func(_ *Schedule, b *Body) {
			b.Clean.Windows = append(b.Clean.Windows, &Window{Signed: true})
		}},
		{"a window of an access elsewhere", "scale", "a window of v19, which is not in the clean loop", func(s *Schedule, b *Body) {
			b.Clean.Use[value(s.Body(s.Kernels[1].Func), 19)] = b.Clean.Windows[0]
		}},
		{"a clean loop without its end", "scale", "the clean loop ends at b0", func(_ *Schedule, b *Body) {
			b.Clean.Blocks = b.Clean.Blocks[:1]
		}},
		{"a block that is left out", "scale", "the clean loop leaves b0 out", func(_ *Schedule, b *Body) {
			trap(b, block(b, 0))
			b.Clean.Blocks = b.Clean.Blocks[1:]
		}},
		{"something that only other threads do", "scale", "threads do something at b2 that do not pass the guard of the clean loop", func(_ *Schedule, b *Body) {
			trap(b, block(b, 2))
		}},
		{"an effect in the clean loop", "scale", "in the clean loop: Trap has an effect", func(_ *Schedule, b *Body) {
			trap(b, block(b, 1))
		}},
		{"something that is subtracted behind the guard", "before", "the guard says nothing of the sum of which v14 subtracts something", func(_ *Schedule, b *Body) {
			b.Clean.Signed = true
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
