package schedule

import (
	"strings"
	"testing"
)

// TestVerifyLanes breaks what bodies say of the lanes that run.
func TestVerifyLanes(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(b *Body)
	}{
		{"lanes from another on", "does not select the lanes 5 to 32 of 32", func(b *Body) { b.Lanes.From++ }},
		{"lanes of longer pieces", "does not select the lanes 4 to 32 of 64", func(b *Body) { b.Lanes.Of *= 2 }},
		{"the other lanes", "does not select the lanes 4 to 32 of 32", func(b *Body) { b.Lanes.Holds = !b.Lanes.Holds }},
		{"lanes on sides", "lanes of what is no region, or whose threads run in an order, or on sides", func(b *Body) { b.Split = &Span{Guard: b.Lanes.Guard, To: &Edge{Plus: 1}} }},
		{"lanes of a row that begins later", "lanes of a row that begins with another thread than the first", func(b *Body) {
			b.Spans = append(b.Spans, Span{Guard: b.Lanes.Guard, From: &Edge{Plus: 1}})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := scheduleOf(t, "testdata/lanes.txtar")
			b := s.Body(s.Kernels[0].Regions[1])
			test.change(b)
			if err := s.Verify(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}
