package golden

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Parse reads the text of a file. An error names the line.
func Parse(text string) (*File, error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if lines[0] != title {
		return nil, fmt.Errorf("line 1 is not %q", title)
	}
	p := parser{f: new(File), byHead: map[string]*Entry{}}
	for i, l := range lines[1:] {
		if l == "" {
			continue
		}
		if err := p.line(l); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	if _, err := time.Parse(time.DateOnly, p.f.Header.Date); err != nil {
		return nil, fmt.Errorf("%q is no date such as 2026-01-31", p.f.Header.Date)
	}
	if p.f.Header.GPU == "" || p.f.Header.Target == "" {
		return nil, fmt.Errorf("the GPU or its target is missing")
	}
	return p.f, nil
}

type parser struct {
	f      *File
	entry  *Entry            // that lines with a tab belong to
	class  string            // of the entries that follow
	byHead map[string]*Entry // Unary ones with hashes
}

func (p *parser) line(l string) error {
	if rest, ok := strings.CutPrefix(l, "\t"); ok {
		return p.inner(rest)
	}
	word, rest, _ := strings.Cut(l, " ")
	switch {
	case word == "answer":
		return p.answer(rest)
	case slices.Contains(kinds, word):
		return p.head(word, rest)
	case word == "class":
		p.class, p.entry = rest, nil
		return nil
	}
	name, value, ok := strings.Cut(l, ": ")
	if !ok {
		return fmt.Errorf("unknown line %q", word)
	}
	h := &p.f.Header
	var err error
	switch name {
	case "date":
		h.Date = value
	case "gpu":
		h.GPU = value
	case "target":
		h.Target = value
	case "driver":
		h.Driver = value
	case "cuda":
		h.CUDA = value
	case "fractions":
		var n uint64
		n, err = strconv.ParseUint(value, 10, 32)
		h.Fractions = uint32(n)
	case "tuples":
		h.Tuples, err = strconv.Atoi(value)
	case "seconds":
		h.Seconds, err = strconv.Atoi(value)
	default:
		return fmt.Errorf("unknown field %q", name)
	}
	return err
}

// fields are the name=value parts of a line.
type fields struct {
	m   map[string]string
	err error
}

func parseFields(s string) fields {
	f := fields{m: map[string]string{}}
	for s != "" {
		name, rest, ok := strings.Cut(s, "=")
		if !ok || f.m[name] != "" {
			f.err = fmt.Errorf("bad field %q", s)
			return f
		}
		value := rest
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				f.err = err
				return f
			}
			rest = strings.TrimPrefix(rest[len(quoted):], " ")
			value, _ = strconv.Unquote(quoted)
		} else {
			value, rest, _ = strings.Cut(rest, " ")
		}
		f.m[name] = value
		s = rest
	}
	return f
}

// take removes a field and returns it.
func (f *fields) take(name string) string {
	v := f.m[name]
	delete(f.m, name)
	return v
}

func (f *fields) uint(name string, base int) uint64 {
	s := f.take(name)
	if s == "" {
		return 0
	}
	u, err := strconv.ParseUint(s, base, 64)
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("%s: %w", name, err)
	}
	return u
}

// end reports the first mistake, unknown fields included.
func (f *fields) end() error {
	for name := range f.m {
		if f.err == nil {
			f.err = fmt.Errorf("unknown field %q", name)
		}
	}
	return f.err
}

func parseHexList(s string) ([]uint64, error) {
	var list []uint64
	for part := range strings.SplitSeq(s, ",") {
		u, err := strconv.ParseUint(part, 16, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	return list, nil
}

func (p *parser) answer(rest string) error {
	parts := strings.Fields(rest)
	if len(parts) < 3 {
		return fmt.Errorf("an answer without a question, a head or operands")
	}
	p.entry = nil
	for _, s := range parts[2:] {
		args, results, ok := strings.Cut(s, ":")
		if !ok {
			return fmt.Errorf("no result for %q", s)
		}
		gpu, model, other := strings.Cut(results, "/")
		a := Answer{Question: parts[0], Head: parts[1], HasModel: model != "?"}
		var err error
		if a.Args, err = parseHexList(args); err != nil {
			return err
		}
		if a.GPU, err = strconv.ParseUint(gpu, 16, 64); err != nil {
			return err
		}
		a.Model = a.GPU
		switch {
		case !a.HasModel:
			a.Model = 0
		case other:
			if a.Model, err = strconv.ParseUint(model, 16, 64); err != nil {
				return err
			}
		}
		p.f.Answers = append(p.f.Answers, a)
	}
	return nil
}

func (p *parser) head(kind, rest string) error {
	name, rest, _ := strings.Cut(rest, " ")
	verdict, rest, _ := strings.Cut(rest, " ")
	e := &Entry{Kind: kind, Head: name, Class: p.class, Verdict: Verdict(verdict)}
	if name == "" || !slices.Contains(verdicts, e.Verdict) {
		return fmt.Errorf("%s: unknown verdict %q", name, verdict)
	}
	if e.Verdict.compared() {
		e.Model, e.Inputs = usualModel(name), p.f.Header.usualInputs(kind)
	}
	f := parseFields(rest)
	if m := f.take("model"); m != "" {
		e.Model = m
	}
	if _, ok := f.m["inputs"]; ok {
		e.Inputs = f.uint("inputs", 10)
	}
	_, e.HasSums = f.m["sum"]
	e.Why, e.Count, e.Sum = f.take("why"), f.uint("count", 10), f.uint("sum", 16)
	var err error
	if s := f.take("groups"); s != "" {
		if e.Groups, err = parseRanges(s); err != nil {
			return err
		}
	}
	if sums := f.take("sums"); sums != "" {
		if err := e.parseSums(sums, p.byHead); err != nil {
			return err
		}
		p.byHead[name] = e
	}
	p.entry = e
	p.f.Entries = append(p.f.Entries, e)
	return f.end()
}

// inner reads a line that belongs to an entry.
func (p *parser) inner(l string) error {
	word, rest, _ := strings.Cut(l, " ")
	what, rest, _ := strings.Cut(rest, " ")
	f := parseFields(rest)
	e := p.entry
	switch {
	case e == nil:
		return fmt.Errorf("a line that belongs to no entry")
	case word == "group":
		g, err := strconv.Atoi(what)
		if err != nil {
			return err
		}
		e.Details = append(e.Details, Detail{Group: g, Count: f.uint("count", 10), Most: f.uint("most", 10)})
	case word == "at":
		args, err := parseHexList(what)
		if err != nil {
			return err
		}
		x := Example{Args: args, GPU: f.uint("gpu", 16), Model: f.uint("model", 16)}
		if n := len(e.Details); n > 0 {
			e.Details[n-1].Examples = append(e.Details[n-1].Examples, x)
		} else {
			e.Examples = append(e.Examples, x)
		}
	default:
		return fmt.Errorf("unknown line %q", word)
	}
	return f.end()
}

func (e *Entry) parseSums(s string, byHead map[string]*Entry) error {
	groups := make([]int, Groups)
	for g := range groups {
		groups[g] = g
	}
	if like, ok := strings.CutPrefix(s, "like:"); ok {
		head, rest, more := strings.Cut(like, ";")
		o := byHead[head]
		if o == nil {
			return fmt.Errorf("no hashes of %q before this line", head)
		}
		e.Sums = o.Sums
		if !more {
			return nil
		}
		list, data, _ := strings.Cut(rest, ";")
		var err error
		if groups, err = parseRanges(list); err != nil {
			return err
		}
		s = data
	}
	data, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return err
	}
	if len(data) != 2*len(groups) {
		return fmt.Errorf("%d bytes of hashes for %d groups", len(data), len(groups))
	}
	for i, g := range groups {
		e.Sums[g] = binary.LittleEndian.Uint16(data[2*i:])
	}
	return nil
}

// parseRanges reads "0,3-7".
func parseRanges(s string) ([]int, error) {
	var list []int
	for part := range strings.SplitSeq(s, ",") {
		a, b, both := strings.Cut(part, "-")
		if !both {
			b = a
		}
		lo, err1 := strconv.Atoi(a)
		hi, err2 := strconv.Atoi(b)
		if err1 != nil || err2 != nil || lo < 0 || hi < lo || hi >= Groups {
			return nil, fmt.Errorf("bad range %q of groups", part)
		}
		for g := lo; g <= hi; g++ {
			list = append(list, g)
		}
	}
	return list, nil
}
