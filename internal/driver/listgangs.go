package driver

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/parallel"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// gangCensus counts kernels, and the regions of those that are cut: how many there are, how many are not
// vectorised for each reason, and what part of the work of all kernels these are, each kernel being 1.
type gangCensus struct {
	kernels, regions       int
	kernelsWhy, regionsWhy map[string]int
	work                   map[string]float64
}

func newGangCensus() *gangCensus {
	return &gangCensus{kernelsWhy: map[string]int{}, regionsWhy: map[string]int{}, work: map[string]float64{}}
}

// add counts the kernels of a schedule.
func (c *gangCensus) add(s *schedule.Schedule, reports map[string]gang.Report) {
	for _, k := range s.Kernels {
		r := reports[k.Func.Name]
		c.kernels++
		c.regions += len(k.Regions)
		if r.Why != nil {
			c.kernelsWhy[r.Why.Text]++
		}
		for _, p := range r.Parts {
			c.work[p.Why.Text] += p.Share
			if p.Region > 0 {
				c.regionsWhy[p.Why.Text]++
			}
		}
	}
}

// write prints the counts, the most frequent reasons first.
func (c *gangCensus) write(w io.Writer) {
	counts := func(what string, all int, why map[string]int) {
		n := all
		for _, k := range why {
			n -= k
		}
		fmt.Fprintf(w, "%d of %s vectorised\n", n, what)
		for _, text := range byCount(why) {
			fmt.Fprintf(w, "%7d  %s\n", why[text], text)
		}
	}
	counts(diag.Count(c.kernels, "kernel"), c.kernels, c.kernelsWhy)
	if c.regions > 0 {
		counts(diag.Count(c.regions, "region")+" of kernels with barriers", c.regions, c.regionsWhy)
	}
	if c.kernels == 0 {
		return
	}
	sum := float64(c.kernels)
	for _, n := range c.work {
		sum -= n
	}
	fmt.Fprintf(w, "%.1f %% of the work vectorised, by estimate, each kernel counting the same\n", 100*sum/float64(c.kernels))
	for _, text := range byCount(c.work) {
		fmt.Fprintf(w, "%5.1f %%  %s\n", 100*c.work[text]/float64(c.kernels), text)
	}
}

// byCount lists the keys of a map, the largest values first.
func byCount[N cmp.Ordered](m map[string]N) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b))
	})
}

// reportsOf plans the kernels of a schedule.
func reportsOf(s *schedule.Schedule) map[string]gang.Report {
	reports := map[string]gang.Report{}
	for _, k := range s.Kernels {
		plans := gang.New(s, k, gang.Width)
		plans.LeaveAlone()
		reports[k.Func.Name] = gang.NewReport(plans, nil)
	}
	return reports
}

// gangLine is a line of list -gangs -json: a kernel.
type gangLine struct {
	File       string     `json:"file"`
	Kernel     string     `json:"kernel,omitempty"`
	Form       string     `json:"form,omitempty"` // rows, regions or coroutines
	Vectorised float64    `json:"vectorised"`     // what part of its work, by estimate
	Not        []gangPart `json:"not,omitempty"`  // what is not
	Error      string     `json:"error,omitempty"`
}

// gangPart is what of a kernel is not vectorised.
type gangPart struct {
	Region int     `json:"region,omitempty"` // 0: all of it
	Work   float64 `json:"work"`
	Why    string  `json:"why"`
	Line   int     `json:"line,omitempty"` // of the PTX
}

// gangLines describes the kernels of a schedule.
func gangLines(file string, s *schedule.Schedule, reports map[string]gang.Report) (list []gangLine) {
	for _, k := range s.Kernels {
		r := reports[k.Func.Name]
		x := gangLine{File: file, Kernel: k.Func.Name, Form: k.Form.String(), Vectorised: rounded(1 - r.Scalar())}
		for _, p := range r.Parts {
			x.Not = append(x.Not, gangPart{Region: p.Region, Work: rounded(p.Share), Why: p.Why.Text, Line: s.Module.File.Line(p.Why.Pos)})
		}
		list = append(list, x)
	}
	return list
}

// rounded is a part of 1 in ten-thousandths.
func rounded(part float64) float64 { return math.Round(1e4*part) / 1e4 }

// listGangs implements list -gangs: what of the kernels of files, and of all PTX files of folders, is vectorised.
func (opt *listOptions) listGangs(ctx context.Context, args []string) error {
	model, err := opt.model.model()
	if err != nil {
		return err
	}
	args, err = within(args)
	if err != nil {
		return err
	}
	ins, err := (&finder{gpu: opt.model.gpu, cc: opt.cc, std: opt.std}).inputs(ctx, args)
	if err != nil {
		return err
	}
	census := newGangCensus()
	lines := make([][]gangLine, len(ins))
	var counting sync.Mutex
	wrong := 0
	parallel.Do(len(ins), func(i int) {
		if ctx.Err() != nil {
			return
		}
		s, why := opt.scheduleOf(ins[i], compileOptions{model: model})
		if s == nil {
			lines[i] = []gangLine{{File: ins[i].path, Error: why}}
			counting.Lock()
			wrong++
			counting.Unlock()
			return
		}
		reports := reportsOf(s)
		lines[i] = gangLines(ins[i].path, s, reports)
		counting.Lock()
		census.add(s, reports)
		counting.Unlock()
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if opt.json {
		enc := json.NewEncoder(opt.std.Out)
		for _, list := range lines {
			for _, x := range list {
				if err := enc.Encode(x); err != nil {
					return err
				}
			}
		}
	} else {
		w := opt.out()
		for _, list := range lines {
			for _, x := range list {
				if x.Error != "" {
					fmt.Fprintf(w, "%s: not counted: %s\n", x.File, x.Error)
				}
			}
		}
		fmt.Fprintln(w, diag.Count(len(ins)-wrong, "PTX text"))
		census.write(w)
	}
	if wrong == len(ins) {
		return errFailed
	}
	return nil
}

// scheduleOf schedules an input; or it says in one line why not.
func (opt *listOptions) scheduleOf(in input, co compileOptions) (*schedule.Schedule, string) {
	f, err := load(in, opt.std.In)
	if err != nil {
		return nil, err.Error()
	}
	l := diag.NewList(f)
	m := lowerModule(f, l, co)
	if m == nil {
		return nil, firstError(l)
	}
	return scheduled(m, co.warp, false), ""
}

// firstError is the first mistake of a list, in a line.
func firstError(l *diag.List) string {
	for _, d := range l.Sorted() {
		if d.Severity == diag.Error {
			return fmt.Sprintf("line %d: %s", l.File.Line(d.Pos), d.Msg)
		}
	}
	return "it cannot be translated"
}

// within replaces folders by the PTX files in them and below.
func within(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			files = append(files, arg)
			continue
		}
		before := len(files)
		err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && filepath.Ext(path) == ".ptx" {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(files) == before {
			return nil, usagef("the folder %s has no .ptx files", arg)
		}
	}
	return files, nil
}
