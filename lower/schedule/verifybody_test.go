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
