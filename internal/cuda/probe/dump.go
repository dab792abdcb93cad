package probe

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// A dump holds the results of an approximate instruction that ptx2go does not
// compute as the GPU does, in full: what a model is fitted to. docs/GPU.md
// describes the files.

// The limits of a run: files, and bytes of each.
const (
	maxDumps    = 6
	maxDumpSize = 16 << 20
)

// dumpHeader is the first line of a record, in JSON; the results follow.
type dumpHeader struct {
	Head      string `json:"head"`
	GPU       string `json:"gpu"`
	First     string `json:"first"`               // input of the first result, in hexadecimal
	Step      string `json:"step"`                // from one input to the next
	Count     int    `json:"count"`               // results
	Bytes     int    `json:"bytes"`               // of a result; 0: one byte for the difference to the reference
	Reference string `json:"reference,omitempty"` // function of fpops, or "previous": the result before
	Escapes   int    `json:"escapes,omitempty"`   // differences that do not fit
}

// interesting orders the opcodes: the first get the files where there are not
// enough. cos uses the table of sin.
var interesting = []string{"tanh", "ex2", "rcp", "rsqrt", "lg2", "sin", "sqrt", "cos"}

// writeDumps writes dumps of the heads that differ, or have no model.
func (p *prober) writeDumps(list []*work) {
	if p.Out == "" {
		return
	}
	var small, unary []*work
	for _, w := range list {
		switch {
		case !w.e.HasSums || !w.differs && w.model != nil:
		case w.h.Shape == Unary:
			same := func(o *work) bool { return o.h.match.Form.Opcode == w.h.match.Form.Opcode }
			if i := slices.IndexFunc(unary, same); w.h.src[0].bits == 32 && w.h.dest.bits == 32 && w.h.src[0].typ.Lanes() == 1 && i < 0 {
				unary = append(unary, w)
			}
		case w.h.Shape == Small || len(w.h.src) == 1:
			small = append(small, w)
		}
	}
	rank := func(w *work) int { return slices.Index(interesting, w.h.match.Form.Opcode) }
	slices.SortStableFunc(unary, func(a, b *work) int { return rank(a) - rank(b) })

	files := 0
	if len(small) > 0 {
		files++
		p.dumpTo("results.bin.gz", func(out *bufio.Writer) error { return p.dumpSmall(small, out) })
	}
	// Each head one binade; then the next one, which matters where the parity of
	// the exponent does.
	for second := range 2 {
		p.each(unary, func(w *work, mod Module) error {
			group := 127 + second
			if groups := choose(w.e.Groups, maxDetails); len(groups) > 0 {
				if second >= len(groups) {
					return nil
				}
				group = groups[second]
			}
			if files++; files > maxDumps {
				return nil
			}
			name := fmt.Sprintf("%s.%d.bin.gz", w.e.Head, group)
			p.dumpTo(name, func(out *bufio.Writer) error { return p.dumpGroup(w, mod, uint32(group), out) })
			return nil
		})
	}
}

// dumpTo writes a compressed file. Nothing is left of one that fails or grows too
// large.
func (p *prober) dumpTo(name string, fill func(out *bufio.Writer) error) {
	path := filepath.Join(p.Out, name)
	err := func() error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
		if err != nil {
			return err
		}
		out := bufio.NewWriter(z)
		if err := errors.Join(fill(out), out.Flush(), z.Close(), f.Close()); err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err == nil && info.Size() > maxDumpSize {
			err = fmt.Errorf("%d bytes are too many", info.Size())
		}
		return err
	}()
	if err != nil {
		p.logf("dump %s: %v", name, err)
		os.Remove(path)
		return
	}
	p.logf("dump %s", name)
}

// writeHeader starts a record.
func (p *prober) writeHeader(out *bufio.Writer, h dumpHeader) error {
	h.GPU = p.file.Header.GPU
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

// escape is the difference that stands for one that does not fit. Behind the
// differences the results that have it follow, 4 bytes each.
const escape = -128

// dumpGroup writes all results of a group as differences of one byte.
func (p *prober) dumpGroup(w *work, mod Module, group uint32, out *bufio.Writer) error {
	args := groupArgs(w.h, group, p.Fractions)
	got, err := apply(p.m, mod, w.h, args)
	if err != nil {
		return err
	}
	ref, name := w.model, w.e.Model
	if ref == nil {
		ref, name = w.h.reference()
	}
	var want []uint64
	if ref != nil {
		want = evaluate(ref, args)
	} else {
		name, want = "previous", slices.Concat([]uint64{0}, got[:len(got)-1])
	}
	deltas := make([]byte, len(got))
	var rest []byte
	for i := range got {
		d := int64(got[i]) - int64(want[i])
		if d <= escape || d > 127 {
			d, rest = escape, binary.LittleEndian.AppendUint32(rest, uint32(got[i]))
		}
		deltas[i] = byte(int8(d))
	}
	step := uint64(1)
	if len(got) > 1 {
		step = args[0][1] - args[0][0]
	}
	header := dumpHeader{Head: w.e.Head, First: fmt.Sprintf("%x", args[0][0]), Step: fmt.Sprintf("%x", step),
		Count: len(got), Reference: name, Escapes: len(rest) / 4}
	if err := p.writeHeader(out, header); err != nil {
		return err
	}
	_, err1 := out.Write(deltas)
	_, err2 := out.Write(rest)
	return errors.Join(err1, err2)
}

// dumpSmall writes the results of heads with one narrow source in full, and for a
// wide one those of two binades by the upper word, on which approximations depend.
func (p *prober) dumpSmall(list []*work, out *bufio.Writer) error {
	var errs []error
	p.each(list, func(w *work, mod Module) error {
		first, step, n := uint64(0), uint64(1), 1<<w.h.src[0].bits
		if w.h.Shape != Small {
			first, step, n = 0x3ff<<52, 1<<32, 1<<21
		}
		args := [][]uint64{make([]uint64, n)}
		for i := range n {
			args[0][i] = first + uint64(i)*step
		}
		got, err := apply(p.m, mod, w.h, args)
		if err != nil {
			return err
		}
		size := w.h.dest.bits / 8
		errs = append(errs, p.writeHeader(out, dumpHeader{Head: w.e.Head, First: fmt.Sprintf("%x", first), Step: fmt.Sprintf("%x", step), Count: n, Bytes: size}))
		for _, r := range got {
			_, err := out.Write(u64(r)[:size])
			errs = append(errs, err)
		}
		return nil
	})
	return errors.Join(errs...)
}
