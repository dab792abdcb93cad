package harvest

import (
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
		name = unique(short(symbol), c.taken)
	}
	c.names[symbol] = name
	c.texts[name] = spell(name, data)
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
	d := c.from.datum(symbol)
	switch {
	case strings.HasPrefix(symbol, "runtime."):
		return nil, refuse(pos, "it reads %s", symbol)
	case d == nil:
		return nil, refuse(pos, "what %s holds is not in the listing", symbol)
	case d.rels:
		return nil, refuse(pos, "%s holds addresses", symbol)
	case d.kind != "SRODATA" && d.kind != "SNOPTRDATA" && d.kind != "SNOPTRBSS":
		return nil, refuse(pos, "%s is no constant", symbol)
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
		l.written = map[string]bool{}
		for _, f := range l.funcs {
			starts := initialises(f.name)
			for k := range f.code {
				l.written.add(&f.code[k], func(o operand) bool {
					d := l.datum(o.name)
					return starts || f.code[k].op == "LEAQ" && d != nil && d.kind == "SNOPTRBSS"
				})
			}
		}
	})
	return l.written[variable] || l.base != nil && l.base.writes(variable)
}

// symbols is a set of names.
type symbols map[string]bool

// add takes what an instruction writes, and what it mentions that may be written by that.
func (s symbols) add(i *inst, may func(operand) bool) {
	if !strings.Contains(i.args, "(SB)") || effects[i.op]&(nothing|control) != 0 {
		return
	}
	ops, ok := operands(i.args)
	if !ok {
		return
	}
	for n, o := range ops {
		if o.base == "SB" && (may(o) || n == len(ops)-1 && effects[i.op]&noResult == 0) {
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
func unique(name string, taken map[string]bool) string {
	out := name
	for n := 2; taken[out]; n++ {
		out = fmt.Sprintf("%s_%d", name, n)
	}
	taken[out] = true
	return out
}
