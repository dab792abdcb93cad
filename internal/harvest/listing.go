package harvest

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Listing is what the Go compiler prints with -S of one package or several.
type Listing struct {
	base  *Listing // what else there is
	funcs map[string]*function
	data  map[string]*datum

	once    sync.Once
	written symbols // variables that some function writes: see writes
}

// function is a function of the listing.
type function struct {
	name  string
	abi   bool // it takes its arguments in registers: ABIInternal
	size  int  // of the frame with the word of the frame pointer, 0 if there is none
	args  int  // bytes of its arguments' part of the caller's frame
	frame int  // size without the word of the frame pointer
	code  []inst
}

// inst is an instruction of the listing.
type inst struct {
	pc   int
	op   string
	args string
	pos  Pos
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

// datum is a variable or a constant.
type datum struct {
	kind  string // of the symbol: SRODATA, SNOPTRDATA ...
	size  int
	bytes []byte // fewer than size if the rest is zero
	rels  bool   // it holds addresses
}

// function returns a function of the listing, nil if it is not there.
func (l *Listing) function(name string) *function {
	if f := l.funcs[name]; f != nil || l.base == nil {
		return f
	}
	return l.base.function(name)
}

// datum returns a variable or constant of the listing, nil if it is not there.
func (l *Listing) datum(name string) *datum {
	if d := l.data[name]; d != nil || l.base == nil {
		return d
	}
	return l.base.datum(name)
}

// Parse reads a listing. A line that it does not know is an error.
func Parse(r io.Reader) (*Listing, error) { return parse(nil, r) }

// Beside reads a listing of packages that call those of this one. What both listings have is as in this
// one, which stays as it is.
func (l *Listing) Beside(r io.Reader) (*Listing, error) { return parse(l, r) }

func parse(base *Listing, r io.Reader) (*Listing, error) {
	l := &Listing{base: base, funcs: map[string]*function{}, data: map[string]*datum{}}
	p := reader{Listing: l, files: map[string]string{}}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<24)
	n := 0
	for sc.Scan() {
		n++
		if err := p.line(sc.Text()); err != nil {
			return nil, fmt.Errorf("listing:%d: %w", n, err)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("listing:%d: %w", n+1, err)
	}
	return l, nil
}

// reader has the symbol at hand: a function or a datum, nil for what is not kept.
type reader struct {
	*Listing
	f     *function
	d     *datum
	in    bool
	files map[string]string // one copy of each name
}

func (p *reader) line(s string) error {
	switch {
	case strings.HasPrefix(s, "# "): // a package begins
		p.f, p.d, p.in = nil, nil, false
		return nil
	case !strings.HasPrefix(s, "\t"):
		return p.symbol(s)
	case !p.in:
		return fmt.Errorf("unknown line %q", s)
	case strings.HasPrefix(s, "\trel "):
		if p.d != nil {
			p.d.rels = true
		}
		return nil
	case strings.HasPrefix(s, "\t0x"):
		return p.content(s[len("\t0x"):])
	}
	return fmt.Errorf("unknown line %q", s)
}

// symbol reads a line such as
//
//	leaf/k.Sum STEXT nosplit size=59 align=0x0 args=0x30 locals=0x0 funcid=0x0
func (p *reader) symbol(s string) error {
	at := strings.LastIndex(s, " size=")
	if at < 0 {
		return fmt.Errorf("unknown line %q", s)
	}
	digits, _, _ := strings.Cut(s[at+len(" size="):], " ")
	size, err := strconv.Atoi(digits)
	if err != nil || size < 0 {
		return fmt.Errorf("size of a symbol in %q", s)
	}
	// The name may have spaces; behind it come the kind and attributes in lower case.
	head := s[:at]
	name, kind, dup := "", "", false
	for kind == "" {
		i := strings.LastIndexByte(head, ' ')
		if i < 0 {
			return fmt.Errorf("unknown line %q", s)
		}
		switch word := head[i+1:]; {
		case symbolKinds[word] || strings.HasPrefix(word, debugKind):
			name, kind = head[:i], word
		case word == "" || strings.ToLower(word) != word:
			return fmt.Errorf("unknown kind of symbol in %q", s)
		case word == "dupok":
			dup = true
		}
		head = head[:i]
	}
	p.f, p.d, p.in = nil, nil, true
	if kind == "STEXT" {
		f := &function{name: name}
		if p.function(name) == nil {
			p.funcs[name] = f
		} else if !dup {
			return fmt.Errorf("%s is there twice", name)
		}
		p.f = f
		return nil
	}
	if strings.HasPrefix(kind, debugKind) {
		return nil
	}
	d := &datum{kind: kind, size: size}
	if p.datum(name) == nil {
		p.data[name] = d
	}
	p.d = d
	return nil
}

// debugKind is how the kinds of symbols for debuggers begin.
const debugKind = "SDWARF"

var symbolKinds = map[string]bool{"STEXT": true, "SRODATA": true, "SNOPTRDATA": true, "SDATA": true, "SBSS": true, "SNOPTRBSS": true, "STLSBSS": true}

// content reads an instruction or a line of bytes:
//
//	0x0004 00004 (leaf/k/leaf8.go:76)	JCS	54
//	0x0000 48 83 ff 08 72 30 31 c9                          H...r01.
func (p *reader) content(s string) error {
	hex, rest, ok := strings.Cut(s, " ")
	at, err := strconv.ParseUint(hex, 16, 31)
	if !ok || err != nil {
		return fmt.Errorf("unknown line %q", s)
	}
	if strings.Contains(rest, "\t") {
		return p.instruction(rest)
	}
	if p.d == nil {
		return nil // machine code, or for debuggers
	}
	if len(rest) < 48 {
		return fmt.Errorf("bytes in %q", s)
	}
	if int(at) != len(p.d.bytes) {
		return fmt.Errorf("bytes begin at %d, not %d", at, len(p.d.bytes))
	}
	for _, b := range strings.Fields(rest[:48]) {
		v, err := strconv.ParseUint(b, 16, 8)
		if err != nil || len(b) != 2 {
			return fmt.Errorf("bytes in %q", s)
		}
		p.d.bytes = append(p.d.bytes, byte(v))
	}
	if len(p.d.bytes) > p.d.size {
		return fmt.Errorf("more bytes than the symbol has")
	}
	return nil
}

func (p *reader) instruction(s string) error {
	if p.f == nil {
		return fmt.Errorf("an instruction in data: %q", s)
	}
	digits, rest, _ := strings.Cut(s, " (")
	pc, err := strconv.Atoi(digits)
	at := strings.Index(rest, ")\t")
	if err != nil || at < 0 {
		return fmt.Errorf("unknown line %q", s)
	}
	pos, err := p.position(rest[:at])
	if err != nil {
		return err
	}
	op, args, _ := strings.Cut(rest[at+2:], "\t")
	i := inst{pc: pc, op: op, args: strings.TrimSpace(args), pos: pos}
	if op == "TEXT" {
		return p.text(i.args)
	}
	p.f.code = append(p.f.code, i)
	return nil
}

func (p *reader) position(s string) (Pos, error) {
	if s == "<unknown line number>" {
		return Pos{}, nil
	}
	at := strings.LastIndexByte(s, ':')
	if at < 0 {
		return Pos{}, fmt.Errorf("unknown position %q", s)
	}
	line, err := strconv.Atoi(s[at+1:])
	if err != nil {
		return Pos{}, fmt.Errorf("unknown position %q", s)
	}
	name, ok := p.files[s[:at]]
	if !ok {
		name = strings.Clone(s[:at])
		p.files[name] = name
	}
	return Pos{name, line}, nil
}

// text reads the operands of TEXT: name(SB), flags, $frame-arguments.
func (p *reader) text(args string) error {
	dollar := strings.LastIndex(args, ", $")
	sizes := ""
	if dollar >= 0 {
		sizes = args[dollar+len(", $"):]
	}
	dash := strings.LastIndexByte(sizes, '-')
	if dash < 0 {
		return fmt.Errorf("unknown operands of TEXT: %q", args)
	}
	var err error
	if p.f.size, err = strconv.Atoi(sizes[:dash]); err != nil {
		return fmt.Errorf("unknown frame of TEXT: %q", args)
	}
	if p.f.args, err = strconv.Atoi(sizes[dash+1:]); err != nil {
		return fmt.Errorf("unknown arguments of TEXT: %q", args)
	}
	p.f.abi = strings.Contains(args[:dollar], "ABIInternal")
	p.f.frame = max(0, p.f.size-wordSize)
	return nil
}
