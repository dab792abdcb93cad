package codegen

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/codegen/gang"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// printed notes what a Printer prints gangs of.
type printed struct {
	*gang.Printer
	bodies map[*schedule.Body]bool
	warps  int
}

func (p *printed) Print(g *scalar.Gang) {
	p.bodies[g.Body()] = true
	p.Printer.Print(g)
}

func (p *printed) PrintWarp(w *scalar.Warp) {
	p.warps++
	p.Printer.PrintWarp(w)
}

// saysGang reports whether the text of a body in the dump of the schedule says that it has gangs of so
// many lanes.
func saysGang(t *testing.T, text string, lanes int) bool {
	for l := range strings.Lines(text) {
		l = strings.TrimPrefix(l, "  ")
		if strings.HasPrefix(l, "no gang: ") {
			return false
		}
		for _, no := range []bool{false, true} {
			rest, ok := strings.CutPrefix(l, map[bool]string{false: "gang of ", true: "no gang of "}[no])
			if !ok {
				continue
			}
			head, _, _ := strings.Cut(rest, ":")
			if head, _, _ = strings.Cut(head, ","); slices.Contains(strings.Fields(head), fmt.Sprint(lanes)) {
				return !no
			}
		}
	}
	t.Errorf("nothing is said of gangs of %d: %s", lanes, text)
	return false
}

// TestDumpedGangs: what the dump of the schedule says to have gangs is what is printed with some, and
// nothing else, in every second case and golden file, in a long run in all, for both widths. The reports name what has none.
func TestDumpedGangs(t *testing.T) {
	bodies, with, chains := 0, 0, 0
	eachPTX(t, func(name, src string) {
		if !testmode.Sampled(name, 2) {
			return
		}
		f := diag.NewFile(name, src)
		m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{})
		if m == nil || slices.ContainsFunc(m.Funcs, func(f *ir.Func) bool { return f.Extern }) {
			return // not supported, or not by itself
		}
		s := schedule.New(m, schedule.Options{})
		text := gangs.Text(s)
		opt := options("k")
		scalars := map[*schedule.Kernel]map[int]bool{} // regions that the dump says to have no gangs
		opt.gangs = func(k *scalar.Kernel, plans *gangs.Kernel, narrower string) (string, []scalar.GangFunc) {
			lanes := plans.Width
			p := &printed{gang.New(s, plans), map[*schedule.Body]bool{}, 0}
			body, funcs := k.EmitGangs(p, narrower)
			if scalars[k.Sched] == nil {
				scalars[k.Sched] = map[int]bool{}
				for i := range k.Sched.Regions {
					scalars[k.Sched][i+1] = true
				}
			}
			for i, f := range k.Sched.Funcs() {
				if !s.LoopsThreads(f) {
					continue
				}
				bodies++
				b := s.Body(f)
				says := saysGang(t, text(b), lanes)
				if says != p.bodies[b] {
					t.Errorf("%s: part %d of %s, %d lanes: the dump says gangs: %v; printed: %v\n%s", name, i+1, k.Func.Name, lanes, says, p.bodies[b], text(b))
				}
				if says {
					with++
					delete(scalars[k.Sched], i+1)
				}
			}
			if k.Sched.CTA != nil && lanes == gangs.Width {
				dumped := text(s.Body(k.Sched.CTA))
				if n := strings.Count(dumped, "  chain: "); n != p.warps {
					t.Errorf("%s: %d chains of %s are dumped, %d printed", name, n, k.Func.Name, p.warps)
				}
				chains += p.warps
				for l := range strings.Lines(dumped) {
					for _, word := range strings.FieldsFunc(l, func(r rune) bool { return r == ' ' || r == '(' || r == ',' || r == '\n' }) {
						var i int
						if n, _ := fmt.Sscanf(strings.TrimPrefix(word, "@"+k.Func.Name), ".%d", &i); n == 1 && strings.HasPrefix(l, "  chain: ") {
							delete(scalars[k.Sched], i)
						}
					}
				}
			}
			return body, funcs
		}
		texts, _, _ := printFiles(s, opt)
		reports := texts[0].file.Reports["amd64"]
		for k, regions := range scalars {
			reported := map[int]bool{}
			for _, p := range reports[k.Func.Name].Parts {
				if p.Region > 0 {
					reported[p.Region] = true
				}
			}
			if fmt.Sprint(regions) != fmt.Sprint(reported) {
				t.Errorf("%s: regions of %s without gangs are %v, reported %v", name, k.Func.Name, regions, reported)
			}
		}
	})
	t.Logf("%d bodies, %d with gangs; %d chains", bodies, with, chains)
	if with < 500 || bodies-with < 500 || chains < 5 {
		t.Errorf("too few to be a test")
	}
}

// eachPTX calls do for the PTX of all cases, of each variant in a long run, and of the golden files.
func eachPTX(t *testing.T, do func(name, src string)) {
	t.Helper()
	const cases = "../internal/cases/casefile/testdata/cases"
	dirs, err := filepath.Glob(cases + "/*/case.json")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases", err)
	}
	for _, dir := range dirs {
		c, err := casefile.Load(filepath.Dir(dir))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range c.PTX {
			if i > 0 && !testmode.Long() {
				break
			}
			for _, path := range c.Paths(v.File) {
				src, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				do(path, string(src))
			}
		}
	}
	for _, glob := range []string{"testdata/*.txtar", "../lower/gang/testdata/*.txtar"} {
		files, err := filepath.Glob(glob)
		if err != nil || len(files) == 0 {
			t.Fatal("no golden files", err)
		}
		for _, path := range files {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			do(path, string(ar.Files[0].Data))
		}
	}
}
