package planted

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/pass"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// shared is the material that the project was given.
const shared = "../../../../shared/sanitize/cases"

// TestShared runs all pairs of the material: every expected finding must be there, and no other.
func TestShared(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("SKIPPED: no material of planted kernels beside the checkout")
	}
	judge(t, shared)
}

// ordered are the pairs whose findings depend on the order of the threads, with the reason.
var ordered = map[string]string{
	"named_barrier_two_counts": "the thread that comes second is at fault",
}

// TestOrders runs the pairs with warps and CTAs in other orders: the findings are the same.
func TestOrders(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("SKIPPED: no material of planted kernels beside the checkout")
	}
	cases, err := Load(shared)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if ordered[c.Name] != "" || c.Endless {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			for _, clean := range []bool{false, true} {
				var first []string
				for seed := range uint64(5) {
					found, _ := c.Run(Mode{Clean: clean, Seed: seed})
					var got []string
					for _, f := range found {
						s := fmt.Sprint(Describe(f), f.Count, f.A.Block, f.A.Thread, f.Addr)
						if f.B != nil {
							s += fmt.Sprint(f.B.Block, f.B.Thread)
						}
						got = append(got, s)
					}
					if seed == 0 {
						first = got
					} else if diff := cmp.Diff(first, got); diff != "" {
						t.Errorf("clean: %t, seed %d (-usual +seed):\n%s", clean, seed, diff)
					}
				}
			}
		})
	}
}

// TestCases runs correct programs: none may have an error.
func TestCases(t *testing.T) {
	const dir = "../../../../shared/cases"
	paths, _ := filepath.Glob(filepath.Join(dir, "*", "case.json"))
	if len(paths) == 0 {
		t.Skip("SKIPPED: no material of cases beside the checkout")
	}
	for _, p := range paths {
		c, err := casefile.Load(filepath.Dir(p))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range c.PTX {
			src, err := os.ReadFile(filepath.Join(c.Dir, v.File))
			if err != nil {
				t.Fatal(err)
			}
			f := diag.NewFile(v.File, string(src))
			what := insert.Options{Race: true, Init: true, Sync: true}
			m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{Build: builder.Options{Entries: c.Kernels()}, Pass: pass.Options{AnyShape: true}, Sanitize: what})
			if m == nil || len(v.Link) > 0 {
				continue // not supported, or linked
			}
			state := sanitize.New(sanitize.Options{Race: true, Init: true, Sync: true})
			e, err := caseinterp.New(m, interp.Options{Sanitizer: state})
			if err != nil {
				t.Fatal(err)
			}
			if err := casefile.Run(t.Context(), c, e); err != nil {
				t.Errorf("%s/%s: %v", c.Name, v.File, err)
			}
			for _, x := range state.Findings() {
				if x.Severity == sanitize.Error {
					t.Errorf("%s/%s: %s", c.Name, v.File, Describe(x))
				}
			}
		}
	}
}

func judge(t *testing.T, dir string) {
	cases, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			for _, independent := range []bool{false, true} {
				for _, strict := range []bool{false, true} {
					for _, clean := range []bool{false, true} {
						m := Mode{Independent: independent, Strict: strict, Clean: clean, Passes: pass.List{}}
						found, err := c.Run(m)
						for _, w := range c.Judge(m, found, err) {
							t.Errorf("%s: %s (%v)", m, w, err)
						}
					}
				}
			}
		})
	}
}
