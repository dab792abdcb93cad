package driver

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/lower/vector"
)

// dumper prints the IR after chosen stages for -dump=stage[:pass]. The zero
// pointer dumps nothing.
type dumper struct {
	w     io.Writer
	stage string // "ssa" after all passes, "build" before them
	after string // "ssa" after this pass, or with "all" after each
	lanes int    // "vector" of gangs of so many
}

// newDumper reads the flag's value.
func newDumper(spec string, w io.Writer) (*dumper, error) {
	if spec == "" {
		return nil, nil
	}
	stage, after, _ := strings.Cut(spec, ":")
	if stage == "vector" {
		d := &dumper{w: w, stage: stage, lanes: gang.Width}
		if spec != stage {
			n, err := strconv.Atoi(after)
			if d.lanes = n; err != nil || n < 2 || n > ir.MaxLanes || n&(n-1) != 0 {
				return nil, usagef("-dump=%s: a gang has 2, 4, 8, 16 or 32 lanes", spec)
			}
		}
		return d, nil
	}
	if stage != "ssa" && spec != "build" && spec != "schedule" {
		return nil, usagef("-dump=%s: stages are build, ssa, ssa:PASS, ssa:all, schedule and vector", spec)
	}
	if spec != stage && after != "all" && !slices.ContainsFunc(pass.Standard, func(p pass.Pass) bool { return p.Name == after }) {
		var names []string
		for _, p := range pass.Standard {
			names = append(names, p.Name)
		}
		return nil, usagef("-dump=%s: no such pass; there are %s", spec, strings.Join(names, ", "))
	}
	return &dumper{w: w, stage: stage, after: after}, nil
}

func (d *dumper) module(stage string, m *ir.Module) {
	if d == nil || d.stage != stage || d.after != "" {
		return
	}
	d.head(stage, m)
	io.WriteString(d.w, ir.Print(m))
}

// schedule prints how the threads of each kernel run and what gangs of them do, or the functions with
// lanes that they become.
func (d *dumper) schedule(s *schedule.Schedule) {
	if d == nil {
		return
	}
	switch d.stage {
	case "schedule":
		d.head(d.stage, s.Module)
		io.WriteString(d.w, schedule.Print(s, gang.Text(s)))
	case "vector":
		d.head(d.stage, s.Module)
		io.WriteString(d.w, vector.Print(s, d.lanes))
	}
}

// head prints the name of a stage, and how lines are counted.
func (d *dumper) head(stage string, m *ir.Module) {
	fmt.Fprintf(d.w, "# %s\n", stage)
	if parts := m.File.Parts(); len(parts) > 1 {
		for _, p := range parts {
			fmt.Fprintf(d.w, "# the lines of %s are those from %d on\n", p.Name, p.Lines+1)
		}
	}
}

// hook is called after every pass that changed a function.
func (d *dumper) hook() func(name string, f *ir.Func) {
	if d == nil || d.stage != "ssa" || d.after == "" {
		return nil
	}
	return func(name string, f *ir.Func) {
		if d.after != "all" && d.after != name {
			return
		}
		fmt.Fprintf(d.w, "# %s after %s\n%s", f.Name, name, ir.PrintFunc(f))
	}
}
