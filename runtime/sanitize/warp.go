package sanitize

// meeting is a collective operation of a warp that lanes have come to.
type meeting struct {
	site *Site
	mask uint32
	here uint32
	at   [warpSize]*Site
	from [warpSize]int8 // the lane that a shuffle reads
}

// meet brings a lane to a collective operation, which is over when all lanes of the mask that have not ended
// are there.
func (t *Thread) meet(s *Site, mask uint32, operands []uint64) {
	w := t.warp
	if mask>>t.lane&1 == 0 {
		t.reportSync(Finding{Kind: "warp-mask", Severity: Error, A: t.side(s)})
		return // which is a fault
	}
	var m *meeting
	for _, x := range w.meets {
		if x.mask == mask && x.site.Shuffle == s.Shuffle && x.site.Orders == s.Orders && x.here>>t.lane&1 == 0 {
			m = x
			break
		}
	}
	if m == nil {
		m = &meeting{site: s, mask: mask}
		w.meets = append(w.meets, m)
	}
	m.here |= 1 << t.lane
	m.at[t.lane] = s
	m.from[t.lane] = int8(t.lane)
	if s.Shuffle != NoShuffle && len(operands) >= 3 {
		m.from[t.lane] = int8(s.Shuffle.source(t.lane, operands[1], operands[2]))
	}
	w.gather()
}

// gather ends the collective operations that are complete.
func (w *warp) gather() {
	keep := w.meets[:0]
	for _, m := range w.meets {
		if m.mask&^w.ended&w.all()&^m.here != 0 {
			keep = append(keep, m)
			continue
		}
		w.over(m)
	}
	clear(w.meets[len(keep):])
	w.meets = keep
}

func (w *warp) all() uint32 { return uint32(1<<w.lanes - 1) }

func (w *warp) over(m *meeting) {
	lanes := func(do func(t *Thread)) {
		for l := range w.lanes {
			if m.here>>l&1 != 0 {
				do(&w.cta.threads[w.index*warpSize+l])
			}
		}
	}
	missing := m.mask &^ m.here
	lanes(func(t *Thread) {
		if missing != 0 {
			t.reportSync(Finding{Kind: "warp-exited", Severity: Warning, A: t.side(m.at[t.lane])})
			missing = 0 // one report is enough
		}
		if m.here>>m.from[t.lane]&1 == 0 {
			t.reportSync(Finding{Kind: "shfl-inactive", Space: Register, Severity: Error, A: t.side(m.at[t.lane])})
		}
	})
	if !m.site.Orders || !w.cta.launch.s.opt.Race {
		return
	}
	var known []*snapshot
	var threads []*Thread
	lanes(func(t *Thread) {
		known, threads = append(known, t.snapshot()), append(threads, t)
	})
	share(threads, sumOf(known).clocks)
}
