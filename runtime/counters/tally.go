package counters

import "math/bits"

// tally is what has been counted: by step, nil for those that nobody has made yet. A kernel makes few of the steps of
// its module.
type tally struct {
	steps []*stepTally
	made  []int32 // which are not nil
}

// stepTally is how often a step was made.
type stepTally struct {
	times     int64 // by warps
	lanes     int64
	divergent int64    // times that lanes have parted at the branch behind it
	guards    []int64  // by guard: lanes that it let
	requests  []demand // by request
}

// demand is what requests have asked for.
type demand struct {
	Global, Shared Demand
}

// Demand is what an instruction has asked of a memory.
type Demand struct {
	Requests  int64 `json:"requests"`
	Bytes     int64 `json:"bytes"`
	Sectors   int64 `json:"sectors,omitempty"`   // of 32 bytes, of global memory
	Conflicts int64 `json:"conflicts,omitempty"` // of banks of shared memory: turns beyond the first
	Collided  int64 `json:"collided,omitempty"`  // lanes whose atomic operation was at the address of another lane's
}

func (d *Demand) add(e *Demand) {
	d.Requests += e.Requests
	d.Bytes += e.Bytes
	d.Sectors += e.Sectors
	d.Conflicts += e.Conflicts
	d.Collided += e.Collided
}

// newTally makes an empty one.
func newTally(p *Program) tally { return tally{steps: make([]*stepTally, len(p.Steps))} }

// of returns what has been counted of a step.
func (t *tally) of(step int32, s *Step) *stepTally {
	x := t.steps[step]
	if x == nil {
		x = &stepTally{guards: make([]int64, len(s.Guards)), requests: make([]demand, len(s.Requests))}
		t.steps[step] = x
		t.made = append(t.made, step)
	}
	return x
}

// add adds what another one has counted, which is empty then.
func (t *tally) add(p *Program, u *tally) {
	for _, i := range u.made {
		from := u.steps[i]
		if from.times == 0 {
			continue
		}
		to := t.of(i, &p.Steps[i])
		to.times += from.times
		to.lanes += from.lanes
		to.divergent += from.divergent
		for k, n := range from.guards {
			to.guards[k] += n
		}
		for k := range from.requests {
			to.requests[k].Global.add(&from.requests[k].Global)
			to.requests[k].Shared.add(&from.requests[k].Shared)
		}
		clear(from.guards)
		clear(from.requests)
		*from = stepTally{guards: from.guards, requests: from.requests}
	}
}

// count counts what the warps of the CTA have done.
func (c *CTA) count() {
	for i := range c.warps {
		for k := range c.warps[i].trace {
			if e := &c.warps[i].trace[k]; e.mask != 0 {
				c.moments[e.moment].mask |= e.mask
			}
		}
	}
	for i := range c.moments {
		m := &c.moments[i]
		if m.step < 0 {
			continue
		}
		s := &c.steps[m.step]
		t := c.tally.of(m.step, s)
		t.times++
		t.lanes += int64(bits.OnesCount32(m.mask))
		if m.parted && s.Branch {
			t.divergent++
		}
		for k := range s.Requests {
			c.request(&s.Requests[k], &t.requests[k], m.mask, c.words[m.words+lanes*k:])
		}
		for k := range s.Guards {
			t.guards[k] += int64(bits.OnesCount64(c.words[m.guards+k]))
		}
	}
}
