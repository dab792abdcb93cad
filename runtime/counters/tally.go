package counters

import "math/bits"

// tally is what has been counted.
type tally struct {
	steps    []stepTally // by step
	guards   [][]int64   // by step and guard: lanes that it let
	requests [][]demand  // by step and request
}

// stepTally is how often a step was made.
type stepTally struct {
	times     int64 // by warps
	lanes     int64
	divergent int64 // times that lanes have parted at the branch behind it
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
func newTally(p *Program) tally {
	t := tally{steps: make([]stepTally, len(p.Steps)), guards: make([][]int64, len(p.Steps)), requests: make([][]demand, len(p.Steps))}
	for i := range p.Steps {
		t.guards[i] = make([]int64, len(p.Steps[i].Guards))
		t.requests[i] = make([]demand, len(p.Steps[i].Requests))
	}
	return t
}

// add adds what another one has counted, which is empty then.
func (t *tally) add(u *tally) {
	for i := range u.steps {
		t.steps[i].times += u.steps[i].times
		t.steps[i].lanes += u.steps[i].lanes
		t.steps[i].divergent += u.steps[i].divergent
		for k, n := range u.guards[i] {
			t.guards[i][k] += n
		}
		for k := range u.requests[i] {
			t.requests[i][k].Global.add(&u.requests[i][k].Global)
			t.requests[i][k].Shared.add(&u.requests[i][k].Shared)
		}
		u.steps[i] = stepTally{}
		clear(u.guards[i])
		clear(u.requests[i])
	}
}

// count counts what the warps of the CTA have done.
func (c *CTA) count() {
	p := c.launch.k.program
	for i := range c.moments {
		m := &c.moments[i]
		if m.step < 0 {
			continue
		}
		s := &p.Steps[m.step]
		t := &c.tally.steps[m.step]
		t.times++
		t.lanes += int64(bits.OnesCount32(m.mask))
		if m.parted && s.Branch {
			t.divergent++
		}
		for k := range s.Requests {
			c.request(&s.Requests[k], &c.tally.requests[m.step][k], m.mask, c.words[m.words+lanes*k:])
		}
		for k := range s.Guards {
			c.tally.guards[m.step][k] += int64(bits.OnesCount64(c.words[m.words+lanes*len(s.Requests)+k]))
		}
	}
}
