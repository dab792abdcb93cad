package harvest

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// function is a function of the listing.
type function struct {
	extent
	name  string
	abi   bool // it takes its arguments in registers: ABIInternal
	size  int  // of the frame with the word of the frame pointer, 0 if there is none
	args  int  // bytes of its arguments' part of the caller's frame
	frame int  // size without what its end has for the frame pointer
	t     Target

	coded   bool // machine code is needed
	machine []byte
	code    []inst
}

// inst is an instruction of the listing.
type inst struct {
	pc   int
	op   string
	args string
	pos  Pos

	effect effect
	known  bool
	target string // of a jump
}

// datum is a variable or a constant.
type datum struct {
	extent
	kind  string // of the symbol: SRODATA, SNOPTRDATA ...
	size  int
	bytes []byte // fewer than size if the rest is zero
	rels  bool   // it holds addresses
}

// content splits a line such as
//
//	0x0004 00004 (leaf/k/leaf8.go:76)	JCS	54
//	0x0000 48 83 ff 08 72 30 31 c9                          H...r01.
func content(s string) (at int, rest string, err error) {
	s, ok := strings.CutPrefix(s, "\t0x")
	hex, rest, split := strings.Cut(s, " ")
	n, err := strconv.ParseUint(hex, 16, 31)
	if !ok || !split || err != nil {
		return 0, "", fmt.Errorf("unknown line %q", s)
	}
	return int(n), rest, nil
}

// relocation is how a line begins that says where a symbol has an address.
const relocation = "\trel "

// line reads one of a function.
func (f *function) line(s string) error {
	if strings.HasPrefix(s, relocation) {
		return nil
	}
	at, rest, err := content(s)
	if err != nil {
		return err
	}
	if !strings.Contains(rest, "\t") { // machine code
		if f.coded {
			f.machine, err = hexadecimal(f.machine, at, rest)
		}
		return err
	}
	i, err := instruction(rest)
	switch {
	case err != nil:
		return err
	case i.op == "TEXT":
		return f.head(i.args)
	}
	f.t.instruction(&i)
	f.code = append(f.code, i)
	return nil
}

// line reads one of a datum.
func (d *datum) line(s string) error {
	if strings.HasPrefix(s, relocation) {
		d.rels = true
		return nil
	}
	at, rest, err := content(s)
	switch {
	case err != nil:
		return err
	case strings.Contains(rest, "\t"):
		return fmt.Errorf("an instruction in data: %q", s)
	}
	if d.bytes, err = hexadecimal(d.bytes, at, rest); err != nil {
		return err
	}
	if len(d.bytes) > d.size {
		return fmt.Errorf("more bytes than the symbol has")
	}
	return nil
}

// hexadecimal appends the bytes of a line, which stand in its first columns.
func hexadecimal(to []byte, at int, line string) ([]byte, error) {
	switch {
	case len(line) < 48:
		return nil, fmt.Errorf("bytes in %q", line)
	case at != len(to):
		return nil, fmt.Errorf("bytes begin at %d, not %d", at, len(to))
	}
	for _, b := range strings.Fields(line[:48]) {
		v, err := strconv.ParseUint(b, 16, 8)
		if err != nil || len(b) != 2 {
			return nil, fmt.Errorf("bytes in %q", line)
		}
		to = append(to, byte(v))
	}
	return to, nil
}

func instruction(s string) (inst, error) {
	digits, rest, _ := strings.Cut(s, " (")
	pc, err := strconv.Atoi(digits)
	at := strings.Index(rest, ")\t")
	if err != nil || at < 0 {
		return inst{}, fmt.Errorf("unknown line %q", s)
	}
	pos, err := position(rest[:at])
	if err != nil {
		return inst{}, err
	}
	op, args, _ := strings.Cut(rest[at+2:], "\t")
	return inst{pc: pc, op: op, args: strings.TrimSpace(args), pos: pos}, nil
}

func position(s string) (Pos, error) {
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
	return Pos{s[:at], line}, nil
}

// head reads the operands of TEXT: name(SB), flags, $frame-arguments.
func (f *function) head(args string) error {
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
	if f.size, err = strconv.Atoi(sizes[:dash]); err != nil {
		return fmt.Errorf("unknown frame of TEXT: %q", args)
	}
	if f.args, err = strconv.Atoi(sizes[dash+1:]); err != nil {
		return fmt.Errorf("unknown arguments of TEXT: %q", args)
	}
	f.abi = strings.Contains(args[:dollar], "ABIInternal")
	f.t.head(f)
	return nil
}

// word is the machine code of an instruction.
func (f *function) word(pc int) (uint32, bool) {
	if pc+4 > len(f.machine) {
		return 0, false
	}
	return binary.LittleEndian.Uint32(f.machine[pc:]), true
}
