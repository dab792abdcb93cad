package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Report says which threads of a kernel run one after another, whatever the width of gangs.
type Report struct {
	Why    *schedule.Reason // what keeps all of them from gangs; nil if some run as gangs
	Parts  []Part           // what of the kernel no gangs run, in the order of the regions
	Narrow []Part           // what only those of Width lanes run, though the processor may have wider vectors
}

// Part is a region, or the whole of a kernel that is not cut.
type Part struct {
	Region int // its number, as schedule.Print has it: 1 for @k.1; 0 for the whole of a kernel
	Why    schedule.Reason
	Share  float64 // an estimate: what part of the kernel's operations it has, from 0 to 1
}

// Scalar is what part of the kernel's operations no gangs run.
func (r *Report) Scalar() (sum float64) {
	for _, p := range r.Parts {
		sum += p.Share
	}
	return sum
}

// NewReport reports on a kernel that is planned for gangs of Width lanes and for wider ones, which run no
// others of its threads; nil where nobody asks for these.
func NewReport(k, wide *Kernel) Report {
	r := Report{Why: k.Why}
	switch {
	case k.Form == schedule.Regions:
		share := shares(k.sched, k.Kernel)
		for i, f := range k.Regions {
			if !k.runs(f) {
				r.Parts = append(r.Parts, Part{i + 1, *k.plan(f).Why, share[f]})
			} else if wide != nil && wide.plan(f).Why != nil {
				r.Narrow = append(r.Narrow, Part{i + 1, *wide.plan(f).Why, share[f]})
			}
		}
	case r.Why != nil:
		r.Parts = []Part{{0, *r.Why, 1}}
	case wide != nil && wide.Why != nil:
		r.Narrow = []Part{{0, *wide.Why, 1}}
	}
	return r
}

// ReportOf reports on a kernel of a schedule whose threads run as gangs in bodies for which why has no reason that
// keeps them from it.
func ReportOf(s *schedule.Schedule, k *schedule.Kernel, why func(*schedule.Body) *schedule.Reason) Report {
	x := &Kernel{Kernel: k, Plans: map[*schedule.Body]*Plan{}, sched: s}
	x.planned(func(b *schedule.Body) *Plan { return &Plan{Body: b, Why: why(b)} })
	return NewReport(x, nil)
}

// Without is what is reported of regions of which another report on the kernel says nothing, or of the whole of one that is
// not cut.
func (r *Report) Without(other *Report) Report {
	var x Report
	for _, p := range r.Parts {
		if other.Why == nil && !slices.ContainsFunc(other.Parts, func(q Part) bool { return q.Region == p.Region }) {
			x.Parts = append(x.Parts, p)
		}
	}
	if len(x.Parts) == len(r.Parts) {
		x.Why = r.Why
	}
	return x
}
