package harvest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Listing is what the Go compiler prints with -S of one package or several. It is an index of the text:
// what stands in a function, or in a variable, is read when that is asked for. A listing may be used by
// several goroutines.
type Listing struct {
	t     Target
	base  *Listing // what else there is
	funcs map[string]*function
	data  map[string]*datum

	once    sync.Once
	written symbols // variables that some function writes: see writes
	unclear bool    // what one does with variables is not known
}

// extent is the text of a symbol, after its first line.
type extent struct {
	once sync.Once
	of   []byte // the listing
	from int
	to   int
	err  error // a line is not known
}

// Pos is a place in Go source. File is as the listing has it, "" where the compiler does not know.
type Pos struct {
	File string
	Line int
}

func (p Pos) String() string {
	if p.File == "" {
		return "-"
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// function returns a function of the listing, nil if it is not there.
func (l *Listing) function(name string) *function {
	if f := l.funcs[name]; f != nil {
		f.read(f.line)
		return f
	}
	if l.base == nil {
		return nil
	}
	return l.base.function(name)
}

// datum returns a variable or constant of the listing, nil if it is not there.
func (l *Listing) datum(name string) *datum {
	if d := l.data[name]; d != nil {
		d.read(d.line)
		return d
	}
	if l.base == nil {
		return nil
	}
	return l.base.datum(name)
}

// has reports whether there is a function.
func (l *Listing) has(name string) bool {
	return l.funcs[name] != nil || l.base != nil && l.base.has(name)
}

// kind returns that of a variable or constant, "" if it is not there.
func (l *Listing) kind(name string) string {
	if d := l.data[name]; d != nil {
		return d.kind
	}
	if l.base == nil {
		return ""
	}
	return l.base.kind(name)
}

// Parse reads a listing of a target, which may come in several texts. These must not be changed any more. A line outside
// of symbols that it does not know is an error; one of a function, or of a constant, is a reason to refuse
// what needs that.
func Parse(t Target, texts ...[]byte) (*Listing, error) { return parse(t, nil, texts) }

// Beside reads a listing of packages that call those of this one. What both listings have is as in this
// one, which stays as it is.
func (l *Listing) Beside(text []byte) (*Listing, error) { return parse(l.t, l, [][]byte{text}) }

func parse(t Target, base *Listing, texts [][]byte) (*Listing, error) {
	l := &Listing{t: t, base: base, funcs: map[string]*function{}, data: map[string]*datum{}}
	for _, text := range texts {
		if at, err := l.index(text); err != nil {
			return nil, fmt.Errorf("listing:%d: %w", lineAt(text, at), err)
		}
	}
	return l, nil
}

// lineAt is the number of the line at a place of a text.
func lineAt(text []byte, at int) int { return bytes.Count(text[:at], []byte{'\n'}) + 1 }

// index finds the symbols of a text. Where it fails it returns the place too.
func (l *Listing) index(all []byte) (int, error) {
	var open *extent // whose end is not known yet
	for at, in := 0, false; at < len(all); {
		end := len(all)
		if n := bytes.IndexByte(all[at:], '\n'); n >= 0 {
			end = at + n
		}
		line := all[at:end]
		switch {
		case len(line) > 0 && line[0] == '\t':
			if !in {
				return at, fmt.Errorf("unknown line %q", line)
			}
		default:
			if open != nil {
				open.to = at
			}
			open, in = nil, false
			if bytes.HasPrefix(line, []byte("# ")) { // a package begins
				break
			}
			var err error
			if open, err = l.symbol(string(line)); err != nil {
				return at, err
			}
			in = true
			if open != nil {
				open.of, open.from = all, min(end+1, len(all))
			}
		}
		at = end + 1
	}
	if open != nil {
		open.to = len(all)
	}
	return 0, nil
}

// symbol reads a line such as
//
//	leaf/k.Sum STEXT nosplit size=59 align=0x0 args=0x30 locals=0x0 funcid=0x0
//
// and returns where its text goes, nil if nobody needs that.
func (l *Listing) symbol(s string) (*extent, error) {
	at := strings.LastIndex(s, " size=")
	if at < 0 {
		return nil, fmt.Errorf("unknown line %q", s)
	}
	digits, _, _ := strings.Cut(s[at+len(" size="):], " ")
	size, err := strconv.Atoi(digits)
	if err != nil || size < 0 {
		return nil, fmt.Errorf("size of a symbol in %q", s)
	}
	// The name may have spaces; after it come the kind and attributes in lower case.
	head := s[:at]
	name, kind, dup := "", "", false
	for kind == "" {
		i := strings.LastIndexByte(head, ' ')
		if i < 0 {
			return nil, fmt.Errorf("unknown line %q", s)
		}
		switch word := head[i+1:]; {
		case symbolKinds[word] || strings.HasPrefix(word, debugKind):
			name, kind = head[:i], word
		case word == "" || strings.ToLower(word) != word:
			return nil, fmt.Errorf("unknown kind of symbol in %q", s)
		case word == "dupok":
			dup = true
		}
		head = head[:i]
	}
	switch {
	case strings.HasPrefix(kind, debugKind):
		return nil, nil
	case kind == "STEXT" && l.has(name):
		if !dup {
			return nil, fmt.Errorf("%s is there twice", name)
		}
		return nil, nil
	case kind == "STEXT":
		f := &function{name: name, t: l.t}
		l.funcs[name] = f
		return &f.extent, nil
	case l.kind(name) != "":
		return nil, nil
	}
	d := &datum{kind: kind, size: size}
	l.data[name] = d
	return &d.extent, nil
}

// debugKind is how the kinds of symbols for debuggers begin.
const debugKind = "SDWARF"

var symbolKinds = map[string]bool{"STEXT": true, "SRODATA": true, "SNOPTRDATA": true, "SDATA": true, "SBSS": true, "SNOPTRBSS": true, "STLSBSS": true}

// read calls a function for each line, once, until one is not known.
func (t *extent) read(line func(string) error) {
	t.once.Do(func() {
		at := t.from
		for s := range strings.Lines(string(t.of[t.from:t.to])) {
			if err := line(strings.TrimSuffix(s, "\n")); err != nil {
				t.err = fmt.Errorf("listing:%d: %w", lineAt(t.of, at), err)
				return
			}
			at += len(s)
		}
	})
}
