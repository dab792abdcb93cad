package probe

import (
	"slices"
	"testing"
)

func TestExpand(t *testing.T) {
	for s, want := range map[string][]string{
		"a.b":          {"a.b"},
		"{a,b}.c":      {"a.c", "b.c"},
		"{a,b}{.c,}.d": {"a.c.d", "a.d", "b.c.d", "b.d"},
	} {
		if got := expand(s); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", s, got, want)
		}
	}
}

// TestQuestions checks that every question names heads that exist and operands
// that they have.
func TestQuestions(t *testing.T) {
	names := map[string]bool{}
	for _, q := range questions {
		if names[q.name] || q.why == "" {
			t.Errorf("question %s stands there twice, or has no reason", q.name)
		}
		names[q.name] = true
		heads, tuples, err := q.questionHeads()
		if err != nil {
			t.Error(err)
			continue
		}
		for _, h := range heads {
			if _, ok := archOf(h); !ok {
				t.Errorf("%s: no GPU has %s", q.name, h.Name)
			}
			for _, c := range h.columns(tuples[h]) {
				if len(c) != len(tuples[h]) {
					t.Errorf("%s: %s has %d operands of %d", q.name, h.Name, len(c), len(tuples[h]))
				}
			}
		}
	}
}
