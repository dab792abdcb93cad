package planted

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/runtime/interleave"
)

// pointed takes one twin to SSA, with points.
func (c *Case) pointed(t *testing.T, m Mode) *ir.Module {
	t.Helper()
	file := c.Bad
	if m.Clean {
		file = c.OK
	}
	src, err := os.ReadFile(filepath.Join(c.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	f := diag.NewFile(file, string(src))
	l := diag.NewList(f)
	mod := pipeline.Lower(f, l, pipeline.Options{Pass: pass.Options{AnyShape: true, Independent: m.Independent, Verify: true}, Interleave: true})
	if mod == nil {
		t.Skip("refused: ", l.Sorted()[0].Msg)
	}
	return mod
}

// outcome is what a launch leaves: its buffers and its fault.
func (c *Case) outcome(t *testing.T, mod *ir.Module, m Mode) string {
	t.Helper()
	x, err := interp.New(mod, interp.Options{MaxSteps: steps, Interleave: &interleave.Options{Seed: m.Seed, Independent: m.Independent}})
	if err != nil {
		t.Fatal(err)
	}
	params, bufs, err := arguments(x, nil, c.args(m))
	if err != nil {
		t.Fatal(err)
	}
	err = x.Launch(context.Background(), c.Entry, interp.Config{Grid: c.Grid, Block: c.Block, Shared: c.Shared}, params, bufs)
	var f *interp.Fault
	if errors.As(err, &f) {
		f.Seed = 0
	}
	return fmt.Sprintf("%x %v", bytes.Join(bufs, nil), err)
}

// same are the pairs that expect a race and whose output does not depend on the order, with the reason.
var same = map[string]string{
	"async_copy_waits_too_little":  "copies are done when they are issued",
	"async_copy_without_wait":      "copies are done when they are issued",
	"atomic_sizes":                 "additions of either size commute, as no sum reaches the upper word",
	"double_checked_flag":          unordered,
	"grid_barrier_without_fence":   unordered,
	"last_block_without_fence":     unordered,
	"lock_of_cta_scope":            "an atomic is one for all threads, whatever its scope",
	"lock_without_acquire_fence":   unordered,
	"lock_without_fences":          unordered,
	"lock_without_release_fence":   unordered,
	"mbarrier_init_not_seen":       "who waits at what is no mbarrier yet waits until it is one",
	"message_fence_of_cta":         unordered,
	"message_reader_without_fence": unordered,
	"message_relaxed_load":         unordered,
	"message_relaxed_store":        unordered,
	"message_release_of_cta":       unordered,
	"message_without_fence":        unordered,
	"rows_of_one_array":            "each thread itself writes 7 behind what it has written wrongly",
	"shuffle_is_no_fence":          "a shuffle waits for the warp, which is as good as a fence where all see all in order",
}

// unordered is why threads that lack a fence do as well as others: every thread sees what all do in the order in which
// they do it.
const unordered = "only a fence is missing, and here all threads see all stores in one order"

// TestInterleave runs the pairs in many orders. The output of those with a race differs, but for those of which it is
// said why it cannot; and a seed gives the same run again.
func TestInterleave(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("SKIPPED: no material of planted kernels beside the checkout")
	}
	cases, err := Load(shared)
	if err != nil {
		t.Fatal(err)
	}
	const seeds = 200
	racy, differ := 0, 0
	var table strings.Builder
	table.WriteString("| pair | seeds with two outputs | |\n|---|---|---|\n")
	for _, c := range cases {
		races := slices.ContainsFunc(c.Expect, func(e Expected) bool { return e.Kind == "race" && (e.Space == "global" || e.Space == "shared") })
		if !races {
			continue
		}
		if c.Second != "" {
			fmt.Fprintf(&table, "| %s | | %s |\n", c.Name, "it races with a kernel on another stream, and a seed orders one launch")
			continue
		}
		racy++
		t.Run(c.Name, func(t *testing.T) {
			found, how := uint64(0), ""
			for _, independent := range []bool{false, true} {
				m := Mode{Independent: independent}
				mod := c.pointed(t, m)
				first := ""
				for m.Seed = 1; m.Seed <= seeds && found == 0; m.Seed++ {
					switch got := c.outcome(t, mod, m); {
					case m.Seed == 1:
						first = got
						if again := c.outcome(t, mod, m); again != first {
							t.Errorf("%s: another outcome of seed 1", m)
						}
					case got != first:
						found, how = m.Seed, strings.Fields(m.String())[0]
					}
				}
			}
			if found > 0 {
				differ++
			}
			if found > 0 {
				fmt.Fprintf(&table, "| %s | 1 and %d | %s |\n", c.Name, found, how)
			} else {
				fmt.Fprintf(&table, "| %s | | %s |\n", c.Name, same[c.Name])
			}
			if (found == 0) != (same[c.Name] != "") {
				t.Errorf("differs: %t, and it is said: %q", found > 0, same[c.Name])
			}
		})
	}
	if differ < 30 {
		t.Errorf("only %d", differ)
	}
	checkTable(t, table.String())
	t.Logf("%d pairs with a race, of which %d have several outputs", racy, differ)
}

var update = flag.Bool("update", false, "write the table of docs/RELIABILITY.md")

// checkTable compares the table of docs/RELIABILITY.md with that of the test, or writes it.
func checkTable(t *testing.T, table string) {
	const page, begin, end = "../../../docs/RELIABILITY.md", "<!-- schedules -->\n", "<!-- end -->"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(data), begin)
	old, tail, also := strings.Cut(rest, end)
	switch {
	case !ok || !also:
		t.Fatalf("%s has no place for the table", page)
	case old == table:
	case *update:
		if err := os.WriteFile(page, []byte(head+begin+table+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s has another table (go test -run TestInterleave -update writes it)", page)
	}
}

// TestInterleaveCases runs correct programs in an order of a seed: the results are those that they must have.
func TestInterleaveCases(t *testing.T) {
	paths, _ := filepath.Glob("../../../../shared/cases/*/case.json")
	if len(paths) == 0 {
		t.Skip("SKIPPED: no material of cases beside the checkout")
	}
	n := 0
	for i, p := range paths {
		c, err := casefile.Load(filepath.Dir(p))
		if err != nil {
			t.Fatal(err)
		}
		v := c.PTX[0]
		src, err := os.ReadFile(filepath.Join(c.Dir, v.File))
		if err != nil {
			t.Fatal(err)
		}
		f := diag.NewFile(v.File, string(src))
		m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{Build: builder.Options{Entries: c.Kernels()}, Pass: pass.Options{AnyShape: true}, Interleave: true})
		if m == nil || len(v.Link) > 0 {
			continue // not supported, or linked
		}
		e, err := caseinterp.New(m, interp.Options{Interleave: &interleave.Options{Seed: uint64(i)}})
		if err != nil {
			t.Fatal(err)
		}
		if err := casefile.Run(t.Context(), c, e); err != nil {
			t.Errorf("%s/%s, seed %d: %v", c.Name, v.File, i, err)
		}
		n++
	}
	t.Logf("%d cases", n)
}
