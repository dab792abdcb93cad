package sanitize

// meeting is a collective operation of a warp that lanes have come to.
type meeting struct {
	site *Site
	mask uint32
	here uint32
	read uint32 // lanes that some lane reads from
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
		if n := len(w.spare); n > 0 {
			m, w.spare = w.spare[n-1], w.spare[:n-1]
		} else {
			m = new(meeting)
		}
		m.site, m.mask, m.here, m.read = s, mask, 0, 0
		w.meets = append(w.meets, m)
	}
	m.here |= 1 << t.lane
	m.at[t.lane] = s
	m.from[t.lane] = int8(t.lane)
	if s.Shuffle != NoShuffle && len(operands) >= 3 {
		m.from[t.lane] = int8(s.Shuffle.source(t.lane, operands[1], operands[2]))
	}
	m.read |= 1 << m.from[t.lane]
	if w.complete(m) {
		w.gather() // the others are waited for as before
	}
}

// complete reports whether all lanes are there that a collective operation waits for.
func (w *warp) complete(m *meeting) bool { return m.mask&^w.ended&w.all()&^m.here == 0 }

// gather ends the collective operations that are complete.
func (w *warp) gather() {
	keep := w.meets[:0]
	for _, m := range w.meets {
		if !w.complete(m) {
			keep = append(keep, m)
			continue
		}
		w.over(m)
		w.spare = append(w.spare, m)
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
	if missing|m.read&^m.here == 0 && !(m.site.Orders && w.cta.launch.s.opt.Race) {
		return
	}
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
