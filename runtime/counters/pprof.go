package counters

import (
	"compress/gzip"
	"encoding/binary"
	"io"
)

// WriteProfile writes the report as go tool pprof reads it: a sample for each instruction, in the function of its
// kernel, at its line of the PTX.
func (r *Report) WriteProfile(w io.Writer) error {
	p := &profile{index: map[string]uint64{"": 0}, strings: []string{""}}
	var out message
	for _, t := range profileTypes {
		var m message
		m.number(1, p.text(t.name))
		m.number(2, p.text(t.unit))
		out.bytes(1, m)
	}
	var functions message
	id, function := uint64(0), uint64(0)
	for i := range r.Kernels {
		k := &r.Kernels[i]
		files := map[string]uint64{}
		for j := range k.Instructions {
			x := &k.Instructions[j]
			if files[x.File] == 0 {
				function++
				files[x.File] = function
				var m message
				m.number(1, function)
				m.number(2, p.text(k.Name))
				m.number(4, p.text(x.File))
				functions.bytes(5, m)
			}
			id++
			var line, location, sample, at, values message
			line.number(1, files[x.File])
			line.number(2, uint64(x.Line))
			location.number(1, id)
			location.bytes(4, line)
			functions.bytes(4, location)
			at = binary.AppendUvarint(at, id)
			for _, t := range profileTypes {
				values = binary.AppendUvarint(values, uint64(t.of(x)))
			}
			sample.bytes(1, at)
			sample.bytes(2, values)
			out.bytes(2, sample)
		}
	}
	out = append(out, functions...)
	out.number(14, p.text(profileTypes[0].name))
	for _, s := range p.strings {
		out.bytes(6, message(s))
	}
	z := gzip.NewWriter(w)
	if _, err := z.Write(out); err != nil {
		return err
	}
	return z.Close()
}

// profileTypes are the values of a sample; the first is what pprof shows if nobody asks for another.
var profileTypes = []struct {
	name, unit string
	of         func(*Counted) int64
}{
	{"times", "count", func(x *Counted) int64 { return x.Times }},
	{"active", "count", func(x *Counted) int64 { return x.Active }},
	{"divergent", "count", func(x *Counted) int64 { return x.Divergent }},
	{"bytes", "bytes", func(x *Counted) int64 { return x.Global.get().Bytes + x.Shared.get().Bytes }},
	{"sectors", "count", func(x *Counted) int64 { return x.Global.get().Sectors }},
	{"conflicts", "count", func(x *Counted) int64 { return x.Shared.get().Conflicts }},
	{"collided", "count", func(x *Counted) int64 { return x.Global.get().Collided + x.Shared.get().Collided }},
}

// get returns what was asked, nothing of nil.
func (d *Demand) get() Demand {
	if d == nil {
		return Demand{}
	}
	return *d
}

// profile has the strings of a profile, which has each once.
type profile struct {
	strings []string
	index   map[string]uint64
}

func (p *profile) text(s string) uint64 {
	i, ok := p.index[s]
	if !ok {
		i = uint64(len(p.strings))
		p.index[s], p.strings = i, append(p.strings, s)
	}
	return i
}

// message is one of protocol buffers, in which profiles are written.
type message []byte

func (m *message) number(field int, n uint64) {
	*m = binary.AppendUvarint(binary.AppendUvarint(*m, uint64(field)<<3), n)
}

func (m *message) bytes(field int, b []byte) {
	*m = binary.AppendUvarint(binary.AppendUvarint(*m, uint64(field)<<3|2), uint64(len(b)))
	*m = append(*m, b...)
}
