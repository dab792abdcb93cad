package harvest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// constants are the symbols that harvested code reads. Each becomes one of the file's own.
type constants struct {
	from  *Listing
	own   string            // what names of the package's symbols begin with
	names map[string]string // in the file, by those in the listing
	taken map[string]bool   // names in the file
	texts map[string]string // DATA and GLOBL, by names in the file

	journal // of names, taken and texts, and of helpers
}

var floatName = regexp.MustCompile(`^\$f(32|64)\.([0-9a-f]{1,16})$`)

// use returns the name in the file of a symbol of the listing.
func (c *constants) use(symbol string, pos Pos) (string, error) {
	if name, ok := c.names[symbol]; ok {
		return name, nil
	}
	data, err := c.bytes(symbol, pos)
	if err != nil {
		return "", err
	}
	name := c.same(symbol, data)
	if name == "" {
		name = c.unique(short(symbol))
		c.texts[name] = spell(name, data)
		c.note(func() { delete(c.texts, name) })
	}
	c.names[symbol] = name
	c.note(func() { delete(c.names, symbol) })
	return name, nil
}

// same finds a constant of the package that another part has too, "" if there is none.
func (c *constants) same(symbol string, data []byte) string {
	if !strings.HasPrefix(symbol, c.own) {
		return ""
	}
	base := short(symbol)
	for n, name := 2, base; c.taken[name]; n, name = n+1, fmt.Sprintf("%s_%d", base, n) {
		if c.texts[name] == spell(name, data) {
			return name
		}
	}
	return ""
}

// bytes returns what a symbol holds all the time.
func (c *constants) bytes(symbol string, pos Pos) ([]byte, error) {
	if m := floatName.FindStringSubmatch(symbol); m != nil {
		v, err := strconv.ParseUint(m[2], 16, 64)
		if err != nil {
			return nil, refuse(pos, "the constant %s is not known", symbol)
		}
		b := binary.LittleEndian.AppendUint64(nil, v)
		if m[1] == "32" {
			b = b[:4]
		}
		return b, nil
	}
	if b := c.from.t.constant(symbol); b != nil {
		return b, nil
	}
	d := c.from.datum(symbol)
	switch {
	case strings.HasPrefix(symbol, "runtime."):
		return nil, refuse(pos, "it reads %s", symbol)
	case d == nil:
		return nil, refuse(pos, "what %s holds is not in the listing", symbol)
	case d.err != nil:
		return nil, refuse(pos, "what %s holds is not known: %v", symbol, d.err)
	case d.rels:
		return nil, refuse(pos, "%s holds addresses", symbol)
	case d.kind != "SRODATA" && d.kind != "SNOPTRDATA" && d.kind != "SNOPTRBSS":
		return nil, refuse(pos, "%s is not a constant", symbol)
	case d.size == 0:
		return nil, refuse(pos, "%s is empty", symbol)
	case d.kind != "SRODATA" && c.from.writes(symbol):
		return nil, refuse(pos, "%s is written by the program", symbol)
	}
	return append(slices.Clone(d.bytes), make([]byte, d.size-len(d.bytes))...), nil
}

// writes reports whether functions of the listing write a variable, directly or through its address as far
// as can be told: one that has a value is a table, which code indexes, and only initialisation fills it
// that way.
func (l *Listing) writes(variable string) bool {
	l.once.Do(func() {
		l.written = symbols{}
		for _, f := range l.funcs {
			if !f.writes(l) {
				l.unclear = true
			}
		}
	})
	return l.unclear || l.written[variable] || l.base != nil && l.base.writes(variable)
}

var symbolOperand = []byte("(SB)")

// writes adds to a listing what a function writes. It does not read the function, but only the lines that
// have to do with variables. It reports whether it knows all of these.
func (f *function) writes(l *Listing) bool {
	starts := initialises(f.name)
	for rest := f.of[f.from:f.to]; ; {
		at := bytes.Index(rest, symbolOperand)
		if at < 0 {
			return true
		}
		line := rest[bytes.LastIndexByte(rest[:at], '\n')+1:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line, rest = line[:n], line[n:]
		} else {
			rest = nil
		}
		_, code, err := content(string(line))
		if err != nil {
			return false
		}
		i, err := instruction(code)
		if err != nil {
			return false
		}
		l.t.instruction(&i)
		l.written.add(l.t, f, &i, func(addressed bool, o operand) bool { return starts || addressed && l.kind(o.name) == "SNOPTRBSS" })
	}
}

// symbols is a set of names.
type symbols map[string]bool

// add takes what an instruction writes, and what it mentions that may be written by that.
func (s symbols) add(t Target, f *function, i *inst, may func(addressed bool, o operand) bool) {
	if !strings.Contains(i.args, "(SB)") || i.effect&(nothing|control) != 0 {
		return
	}
	ops, ok := t.operands(f, i)
	if !ok {
		return
	}
	for n, o := range ops {
		if o.base == "SB" && (may(t.addresses(i.op, ops), o) || n == len(ops)-1 && i.effect&noResult == 0) {
			s[o.name] = true
		}
	}
}

// initialises reports whether a function of a package runs before its others.
func initialises(name string) bool {
	_, name, _ = strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ".")
	return name == "init" || strings.HasPrefix(name, "init.") || strings.HasPrefix(name, "map.init")
}

// spell writes a constant.
func spell(name string, data []byte) string {
	var b strings.Builder
	for at := 0; at < len(data); {
		n := 8
		for n > len(data)-at {
			n /= 2
		}
		var v [8]byte
		copy(v[:], data[at:at+n])
		fmt.Fprintf(&b, "DATA %s<>+%d(SB)/%d, $%#x\n", name, at, n, binary.LittleEndian.Uint64(v[:]))
		at += n
	}
	fmt.Fprintf(&b, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", name, len(data))
	return b.String()
}

// text is all that was used, in the order of the names.
func (c *constants) text() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.texts)) {
		b.WriteString(c.texts[name])
	}
	return b.String()
}

var outsideNames = regexp.MustCompile(`[^A-Za-z0-9]+`)

// short is a symbol as a name of the file: its package without the path, and its own.
func short(symbol string) string {
	symbol = symbol[strings.LastIndexByte(symbol, '/')+1:]
	return strings.Trim(outsideNames.ReplaceAllString(symbol, "_"), "_")
}

// unique makes a name that is not taken, and takes it.
func (c *constants) unique(name string) string {
	out := name
	for n := 2; c.taken[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	c.taken[out] = true
	c.note(func() { delete(c.taken, out) })
	return out
}
