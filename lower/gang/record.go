package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Threads that access two, three or four elements side by side, one after another, have records:
// of points in space, of complex numbers, of pixels. Those of the lanes of a gang lie one after the
// other, and loading or storing them together costs little more than as many accesses to vectors.

// Record is accesses of a block to what lies side by side, the same of all lanes: lane l's are to
// elements Stride*l on from those of the first lane. All go through windows of the clean loops, so
// that none fails. Loads are done with the first of them, stores with the last: nothing else accesses
// memory in between.
type Record struct {
	Of []*ir.Value // the access to each element; nil where an element between others is not loaded
	At *ir.Value   // with which all are done
}

// maxRecord is how many elements a record may have, maxRecordSize how many bytes.
const (
	maxRecord     = 4
	maxRecordSize = 24
)

// inRecord reports whether an access may be one of a record.
func (p *Plan) inRecord(v *ir.Value, m *schedule.Memory) bool {
	a := p.Access[v]
	size := v.Attr.Mem.Bytes()
	return a.Order == Strided && a.Window && v.Vec() == 1 && size >= 4 && a.Stride > 1 && a.Stride <= maxRecord && a.Stride*int64(size) <= maxRecordSize &&
		p.Body.Uses.Needed[v.ID] && int64(size) == m.Access(v).Unit(v)
}

// beside reports whether two accesses are to what differs by a constant, and by how many elements.
func beside(v, w *ir.Value, m *schedule.Memory) (elems int64, ok bool) {
	a, b := m.Access(v), m.Access(w)
	if v.Op != w.Op || a.Base != b.Base || a.View != b.View || a.Narrow != b.Narrow || a.Root != b.Root || !slices.Equal(a.Terms, b.Terms) {
		return 0, false
	}
	by, unit := b.Off-a.Off, a.Unit(v)
	return by / unit, by%unit == 0
}

// row are accesses of a block to elements side by side that can be done together.
type row struct {
	of    []*ir.Value
	since []*ir.Value // what accesses memory, from the first of them on
	apart []Meeting   // what must not meet
}

// maxSince bounds how far apart in a block the accesses of a record are.
const maxSince = 64

// records finds the records. ask says that gangs may ask before their loop whether the slices
// of parameters are apart.
func (p *Plan) records(m *schedule.Memory, ask bool) {
	p.Record = map[*ir.Value]*Record{}
	for _, b := range p.Body.Func.Blocks {
		var rows []*row
		for _, v := range b.Values {
			if (v.Op == ir.OpLoad || v.Op == ir.OpStore) && !v.Strong() {
				rows = p.add(rows, v, m, ask)
			} else if v.IsAccess() || v.HasEffect() {
				p.end(rows, m)
				rows = nil
			}
		}
		p.end(rows, m)
	}
}

// add adds an access to the row that it belongs to, or makes it one.
func (p *Plan) add(rows []*row, v *ir.Value, m *schedule.Memory, ask bool) []*row {
	var own *row
	if _, ok := p.Access[v]; ok && p.inRecord(v, m) {
		own = &row{of: []*ir.Value{v}}
		for i, r := range rows {
			if _, ok := beside(r.of[0], v, m); !ok {
				continue
			}
			if meet, ok := p.inTheWay(r, v, m, ask); ok {
				r.of, r.apart, own = append(r.of, v), append(r.apart, meet...), nil
			} else {
				p.end(rows[i:i+1], m)
				rows = slices.Delete(rows, i, i+1)
			}
			break
		}
	}
	if own != nil {
		rows = append(rows, own)
	}
	for _, r := range rows {
		r.since = append(r.since, v)
	}
	full := func(r *row) bool { return len(r.since) > maxSince }
	for _, r := range rows {
		if full(r) {
			p.end([]*row{r}, m)
		}
	}
	return slices.DeleteFunc(rows, full)
}

// inTheWay returns what must not meet, but for what a row has already, so that an access can be done
// together with those of the row before it; ok is false where gangs cannot ask that.
func (p *Plan) inTheWay(r *row, v *ir.Value, m *schedule.Memory, ask bool) (list []Meeting, ok bool) {
	for i, x := range r.since {
		moved := []*ir.Value{v} // what changes places with x
		if v.Op == ir.OpStore {
			moved = slices.DeleteFunc(slices.Clone(r.of), func(w *ir.Value) bool { return slices.Index(r.since, w) > i })
		}
		if slices.Contains(r.of, x) && x.Op == v.Op {
			continue
		}
		for _, w := range moved {
			if !p.collide(x, w, m) {
				continue
			}
			a, b := m.Access(x), m.Access(w)
			if !ask || x.Op == w.Op || a.Base == b.Base || !slice(a) || !slice(b) || len(r.apart)+len(list) >= maxMeetings {
				return nil, false
			}
			load, store := x, w
			if x.Op == ir.OpStore {
				load, store = w, x
			}
			if !slices.ContainsFunc(slices.Concat(r.apart, list), func(q Meeting) bool { return q.Same(Meeting{load, store}, m) }) {
				list = append(list, Meeting{load, store})
			}
		}
	}
	return list, true
}

// Same reports whether two questions are one.
func (q Meeting) Same(o Meeting, m *schedule.Memory) bool {
	return m.Access(q.Load).Base == m.Access(o.Load).Base && m.Access(q.Store).Base == m.Access(o.Store).Base
}

// collide reports whether two accesses may be to the same memory, of whatever threads, and one of them
// writes.
func (p *Plan) collide(x, w *ir.Value, m *schedule.Memory) bool {
	if x.Op == ir.OpLoad && w.Op == ir.OpLoad {
		return false
	}
	a, b := m.Access(x), m.Access(w)
	if a.View != nil && a.View == b.View && a.Base == b.Base && a.Narrow == b.Narrow && a.Root == b.Root && slices.Equal(a.Terms, b.Terms) &&
		p.Access[x].Order == Strided && p.Access[x].Stride == p.Access[w].Stride && x.Vec() == 1 && w.Vec() == 1 && x.Attr.Mem.Bytes() == w.Attr.Mem.Bytes() {
		unit := a.Unit(x)
		by := b.Off - a.Off
		return by%unit != 0 || by/unit%p.Access[x].Stride == 0
	}
	if x.Op == ir.OpStore && w.Op == ir.OpLoad {
		x, w = w, x
	}
	return mayMeet(m, x, w)
}

// end makes records of rows.
func (p *Plan) end(rows []*row, m *schedule.Memory) {
	for _, row := range rows {
		some := false
		for l := row.of; len(l) > 1; {
			var r *Record
			if r, l = p.take(l, m); r == nil {
				continue
			}
			for _, v := range r.Of {
				if v != nil {
					p.Record[v] = r
				}
			}
			some = true
		}
		for _, q := range row.apart {
			if some && !slices.ContainsFunc(p.Apart, func(o Meeting) bool { return o.Same(q, m) }) {
				p.Apart = append(p.Apart, q)
			}
		}
	}
}

// take makes a record of the accesses from the least element on, and returns what is left. Stores
// are all of a record, each once; of loads it takes the first and the last element.
func (p *Plan) take(l []*ir.Value, m *schedule.Memory) (r *Record, rest []*ir.Value) {
	least := slices.MinFunc(l, func(v, w *ir.Value) int {
		by, _ := beside(w, v, m)
		return int(by)
	})
	n := p.Access[least].Stride
	of, at := make([]*ir.Value, n), -1
	for i, v := range l {
		switch e, _ := beside(least, v, m); {
		case e >= n:
			rest = append(rest, v)
		case of[e] != nil && v.Op == ir.OpStore:
			return nil, nil // one of them is not what stays
		case of[e] == nil:
			of[e] = v
			if at < 0 || v.Op == ir.OpStore {
				at = i
			}
		}
	}
	if of[n-1] == nil || l[0].Op == ir.OpStore && slices.Contains(of, nil) {
		return nil, slices.DeleteFunc(slices.Clone(l), func(v *ir.Value) bool { return v == least })
	}
	return &Record{of, l[at]}, rest
}

// record checks that nothing is in the way between the first and the last access of a record.
func (c *checker) record(r *Record) {
	var of []*ir.Value
	for e, v := range r.Of {
		if v == nil {
			continue
		}
		of = append(of, v)
		if by, ok := beside(r.Of[0], v, c.m); !ok || by != int64(e) || v.Block != r.At.Block || !c.Access[v].Window || c.Access[v].Stride != int64(len(r.Of)) {
			c.report("v%d is not at %d of the record of v%d", v.ID, e, r.At.ID)
			return
		}
	}
	if r.Of[0] == nil || r.Of[len(r.Of)-1] == nil || r.At.Op == ir.OpStore && len(of) < len(r.Of) {
		c.report("the record of v%d has an element without an access", r.At.ID)
		return
	}
	list := r.At.Block.Values
	at := slices.Index(list, r.At)
	for i, v := range list {
		switch in := slices.Contains(of, v); {
		case in && (r.At.Op == ir.OpLoad && i < at || r.At.Op == ir.OpStore && i > at):
			c.report("the record of v%d is done at the wrong place", r.At.ID)
		case in || !v.IsAccess() && !v.HasEffect():
		case slices.ContainsFunc(of, func(w *ir.Value) bool { return between(slices.Index(list, w), i, at) && !c.passes(v, w) }):
			c.report("v%d is in the way of the record of v%d", v.ID, r.At.ID)
		}
	}
}

func between(a, i, b int) bool { return a < i && i < b || b < i && i < a }

// passes reports whether a value and an access of a record may change places.
func (c *checker) passes(v, w *ir.Value) bool {
	if v.Op != ir.OpLoad && v.Op != ir.OpStore || v.Strong() {
		return false
	}
	if !c.collide(v, w, c.m) {
		return true
	}
	q := Meeting{v, w}
	if v.Op == ir.OpStore {
		q = Meeting{w, v}
	}
	return slices.ContainsFunc(c.Apart, func(o Meeting) bool { return o.Same(q, c.m) })
}
