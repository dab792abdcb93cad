package counters

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Report is what has been counted, to be shown.
type Report struct {
	Version int      `json:"version"`
	Kernels []Kernel `json:"kernels"`
}

// Kernel is what has been counted of one kernel.
type Kernel struct {
	Name         string    `json:"name"`
	Launches     int64     `json:"launches"`
	CTAs         int64     `json:"ctas"` // that have ended
	Warps        int64     `json:"warps"`
	Instructions []Counted `json:"instructions"` // that were executed, in the order of the text
	Mix          []Mixed   `json:"mix"`          // by how often they were executed
}

// Counted is what has been counted of an instruction.
type Counted struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Op     string `json:"op"`
	Text   string `json:"text"`
	Source string `json:"source,omitempty"`

	Times     int64   `json:"times"`               // by warps
	Threads   int64   `json:"threads"`             // the lanes of these warps that were there
	Active    int64   `json:"active"`              // and those of them that the guard let execute it
	Divergent int64   `json:"divergent,omitempty"` // times that lanes of the warp have parted at the branch
	Global    *Demand `json:"global,omitempty"`
	Shared    *Demand `json:"shared,omitempty"`
}

// Mixed is what has been counted of all instructions with an opcode and modifiers.
type Mixed struct {
	Op     string `json:"op"`
	Times  int64  `json:"times"`
	Active int64  `json:"active"`
}

// Report returns what has been counted in launches that have ended.
func (s *State) Report() *Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &Report{Version: 1, Kernels: []Kernel{}}
	for _, k := range s.kernels {
		r.Kernels = append(r.Kernels, k.report())
	}
	return r
}

func (k *kernel) report() Kernel {
	p := k.program
	out := Kernel{Name: k.name, Launches: k.launches, CTAs: k.ctas, Warps: k.warps, Instructions: []Counted{}, Mix: []Mixed{}}
	all := make([]Counted, len(p.Instructions))
	for i, in := range p.Instructions {
		all[i] = Counted{File: in.File, Line: in.Line, Op: in.Op, Text: in.Text, Source: in.Source}
	}
	for i := range p.Steps {
		s, t := &p.Steps[i], k.steps[i]
		if t == nil {
			continue
		}
		for n := s.First; n < s.End; n++ {
			all[n].Times += t.times
			all[n].Threads += t.lanes
			all[n].Active += t.lanes
		}
		for g, n := range s.Guards {
			all[n].Active += t.guards[g] - t.lanes
		}
		if s.Branch {
			all[s.End-1].Divergent += t.divergent
		}
		for q := range s.Requests {
			n, d := s.Requests[q].Instruction, &t.requests[q]
			if n < 0 {
				continue
			}
			join(&all[n].Global, &d.Global)
			join(&all[n].Shared, &d.Shared)
		}
	}
	mix := map[string]int{}
	for i := range all {
		x := &all[i]
		if x.Times == 0 {
			continue
		}
		out.Instructions = append(out.Instructions, *x)
		n, ok := mix[x.Op]
		if !ok {
			n = len(out.Mix)
			mix[x.Op] = n
			out.Mix = append(out.Mix, Mixed{Op: x.Op})
		}
		out.Mix[n].Times += x.Times
		out.Mix[n].Active += x.Active
	}
	slices.SortStableFunc(out.Instructions, func(a, b Counted) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	slices.SortFunc(out.Mix, func(a, b Mixed) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Op, b.Op))
	})
	return out
}

// join adds what was asked of a memory, if something was.
func join(sum **Demand, d *Demand) {
	if d.Requests == 0 {
		return
	}
	if *sum == nil {
		*sum = &Demand{}
	}
	(*sum).add(d)
}

// WriteJSON writes the report as docs/counts.schema.json of ptx2go describes.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// WriteText writes the report as tables: a line for each instruction, and one for each opcode.
func (r *Report) WriteText(w io.Writer) error {
	t := &table{w: w}
	for i := range r.Kernels {
		k := &r.Kernels[i]
		t.f("%s: %s, %s, %s\n", k.Name, number(k.Launches, "launch", "launches"), number(k.CTAs, "CTA", "CTAs"), number(k.Warps, "warp", "warps"))
		t.f("%10s %6s %10s %7s %9s %9s %9s  %s\n", "times", "active", "bytes", "sectors", "conflicts", "collided", "divergent", "")
		for _, x := range k.Instructions {
			var d Demand
			for _, y := range []*Demand{x.Global, x.Shared} {
				if y != nil {
					d.add(y)
				}
			}
			sectors := ""
			if x.Global != nil {
				sectors = fmt.Sprintf("%.1f", float64(x.Global.Sectors)/float64(x.Global.Requests))
			}
			t.f("%10d %6.1f %10s %7s %9s %9s %9s  %s:%d: %s\n", x.Times, float64(x.Active)/float64(x.Times), some(d.Bytes), sectors,
				some(d.Conflicts), some(d.Collided), some(x.Divergent), x.File, x.Line, x.Text)
		}
		t.f("%10s %6s\n", "times", "active")
		for _, x := range k.Mix {
			t.f("%10d %6.1f  %s\n", x.Times, float64(x.Active)/float64(x.Times), x.Op)
		}
	}
	return t.err
}

// table writes lines until that fails.
type table struct {
	w   io.Writer
	err error
}

func (t *table) f(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

func some(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func number(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}
