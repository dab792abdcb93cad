package uppers

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/pinned"
)

// Compile returns the compiler's listing of packages of the module in dir, as the sources of vector
// code are compiled. Files may have another text than on disk: overlay is the path of a file as
// go build -overlay takes it, or empty.
func Compile(dir, overlay string, packages ...string) (string, error) {
	env := pinned.Environment("amd64", os.Environ())
	paths, err := pinned.Paths(dir, env, packages...)
	if err != nil {
		return "", err
	}
	out, err := pinned.Complete(func(flags ...string) *exec.Cmd {
		cmd := exec.Command("go", slices.Concat([]string{"build", "-gcflags=-S", "-overlay=" + overlay}, flags, packages)...)
		cmd.Dir, cmd.Env = dir, env
		return cmd
	}, paths...)
	return string(out), err
}

// function is one of a listing.
type function struct {
	name string
	code []instruction
}

type instruction struct {
	pc     int
	op     string
	args   string
	at     string // file:line
	target int    // of a jump: the index of the instruction, else -1
	ends   bool   // whether a function that has come here may return
}

// parse reads the functions of a listing. An instruction is
//
//	<tab>0x0010 00016 (file.go:12)<tab>VADDPS<tab>Y0, Y1, Y2
func parse(listing string) (map[string]*function, error) {
	all := map[string]*function{}
	var f *function
	for line := range strings.SplitSeq(listing, "\n") {
		if name, _, ok := strings.Cut(line, " STEXT "); ok {
			f = &function{name: name}
			all[name] = f
			continue
		}
		before, rest, ok := strings.Cut(line, ")\t")
		if !ok || f == nil || !strings.HasPrefix(line, "\t0x") {
			continue
		}
		before, at, _ := strings.Cut(before, " (")
		_, pc, _ := strings.Cut(before, " ")
		op, args, _ := strings.Cut(rest, "\t")
		x := instruction{op: op, args: args, at: at, target: -1}
		var err error
		if x.pc, err = strconv.Atoi(pc); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		switch op {
		case "MOVSS", "MOVSD", "MOVUPS":
			x.op = "V" + op // as the harvest writes it
			f.code = append(f.code, x)
		case "TEXT", "PCDATA", "FUNCDATA", "NOP":
		default:
			f.code = append(f.code, x)
		}
	}
	for _, f := range all {
		f.link()
		f.ends()
	}
	return all, nil
}

// link finds the targets of jumps.
func (f *function) link() {
	for i := range f.code {
		x := &f.code[i]
		if !strings.HasPrefix(x.op, "J") {
			continue
		}
		if pc, err := strconv.Atoi(x.args); err == nil {
			// A jump may go to padding, which is not in code.
			if j, _ := slices.BinarySearchFunc(f.code, pc, func(x instruction, pc int) int { return cmp.Compare(x.pc, pc) }); j < len(f.code) {
				x.target = j
			}
		}
	}
}

// ends finds from where the function may return.
func (f *function) ends() {
	for again := true; again; {
		again = false
		for i := len(f.code) - 1; i >= 0; i-- {
			x := &f.code[i]
			ends := x.op == "RET" || x.leaves()
			for _, j := range f.next(i) {
				ends = ends || f.code[j].ends
			}
			if ends && !x.ends {
				x.ends, again = true, true
			}
		}
	}
}

// leaves reports whether x is a jump to another function.
func (x *instruction) leaves() bool { return x.op == "JMP" && strings.HasSuffix(x.args, "(SB)") }

// isSwitch reports whether x jumps through a table.
func (x *instruction) isSwitch() bool {
	return x.op == "JMP" && x.target < 0 && !x.leaves()
}

// next returns the instructions that may be executed after one.
func (f *function) next(i int) []int {
	x := &f.code[i]
	var out []int
	switch {
	case x.op == "RET" || x.op == "UNDEF" || x.leaves() || x.op == "CALL" && stops.MatchString(x.args):
		return nil
	case x.isSwitch():
		// The table is elsewhere: it has places that nothing else leads to.
		for j := 1; j < len(f.code); j++ {
			if p := f.code[j-1].op; p == "JMP" || p == "RET" || p == "UNDEF" {
				out = append(out, j)
			}
		}
		return out
	case x.target >= 0:
		out = append(out, x.target)
	}
	if x.op != "JMP" && i+1 < len(f.code) {
		out = append(out, i+1)
	}
	return out
}

var (
	stops  = regexp.MustCompile(`^runtime\.(panic\w*|goPanic\w*|gopanic|throw|fatal\w*)\(SB\)$`)
	wide   = regexp.MustCompile(`\b[YZ]([0-9]|[12][0-9]|3[01])\b`)
	narrow = regexp.MustCompile(`\bX([0-9]|1[0-5])\b`)
)

// usesUppers reports whether x writes or reads more than 128 bits of a register.
func (x *instruction) usesUppers() bool {
	return strings.HasPrefix(x.op, "V") && wide.MatchString(x.args)
}

// isLegacy reports whether x is an instruction of SSE, not of AVX.
func (x *instruction) isLegacy() bool {
	return x.op == "DUFFZERO" || x.op == "DUFFCOPY" || !strings.HasPrefix(x.op, "V") && narrow.MatchString(x.args)
}

// takesVectors reports whether the function may read a whole vector register that it has
// not written: it is called with the registers in use.
func (f *function) takesVectors() bool {
	const all = 1<<32 - 1
	written := make([]uint32, len(f.code)) // on every way to an instruction
	for i := range written {
		written[i] = all
	}
	if len(written) > 0 {
		written[0] = 0
	}
	for again := true; again; {
		again = false
		for i := range f.code {
			_, writes := f.code[i].registers()
			for _, j := range f.next(i) {
				if w := written[j] & (written[i] | writes); w != written[j] {
					written[j], again = w, true
				}
			}
		}
	}
	for i := range f.code {
		if reads, _ := f.code[i].registers(); reads&^written[i] != 0 {
			return true
		}
	}
	return false
}

// registers returns which whole vector registers x reads and writes, a bit each. A call
// may write all.
func (x *instruction) registers() (reads, writes uint32) {
	if x.op == "CALL" {
		return 0, 1<<32 - 1
	}
	if !x.usesUppers() {
		return 0, 0
	}
	names := wide.FindAllString(x.args, -1)
	if last := names[len(names)-1]; strings.HasSuffix(x.args, last) {
		names = names[:len(names)-1]
		writes = bit(last)
		// x ^ x and x == x need no x.
		if len(names) == 2 && names[0] == names[1] {
			return 0, writes
		}
	}
	for _, r := range names {
		reads |= bit(r)
	}
	return reads, writes
}

func bit(register string) uint32 {
	n, _ := strconv.Atoi(register[1:]) // two digits at most, as wide says
	return 1 << n
}
