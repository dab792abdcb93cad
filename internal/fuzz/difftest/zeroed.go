package difftest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// declared is a declaration of registers in PTX of this package.
var declared = regexp.MustCompile(`^\.reg (?:\.v([24]) )?\.(\w+) (.*);$`)

// zeroOf is how a register of a type becomes zero. Types that are missing have no such instruction.
var zeroOf = map[string]string{
	"pred": "setp.ne.u32 %s, 0, 0;", "f32": "mov.f32 %s, 0f00000000;", "f64": "mov.f64 %s, 0d0000000000000000;",
	"b16": "mov.b16 %s, 0;", "u16": "mov.b16 %s, 0;", "s16": "mov.b16 %s, 0;", "f16": "mov.b16 %s, 0;", "bf16": "mov.b16 %s, 0;",
	"b32": "mov.b32 %s, 0;", "u32": "mov.b32 %s, 0;", "s32": "mov.b32 %s, 0;", "f16x2": "mov.b32 %s, 0;", "bf16x2": "mov.b32 %s, 0;",
	"b64": "mov.b64 %s, 0;", "u64": "mov.b64 %s, 0;", "s64": "mov.b64 %s, 0;",
}

// zeroed makes the registers zero with which a function begins. Kernels read some that
// nothing has written: these are zero here and anything on a GPU.
func zeroed(text string) string {
	var out, zeros []string
	depth := 0
	for line := range strings.Lines(text) {
		s := strings.TrimSpace(line)
		body := depth == 1
		depth += strings.Count(s, "{") - strings.Count(s, "}")
		m := declared.FindStringSubmatch(s)
		switch {
		case body && m != nil:
			zeros = append(zeros, zerosOf(m[1], m[2], m[3])...)
		case body && !strings.HasPrefix(s, ".") && !strings.HasPrefix(s, "//") && s != "":
			for _, z := range zeros {
				out = append(out, "\t"+z+"\n")
			}
			zeros = nil
		}
		out = append(out, line)
	}
	return strings.Join(out, "")
}

// zerosOf returns the instructions for the registers of a declaration.
func zerosOf(width, typ, names string) []string {
	zero, ok := zeroOf[typ]
	if !ok {
		return nil
	}
	parts := []string{""}
	switch width {
	case "2":
		parts = []string{".x", ".y"}
	case "4":
		parts = []string{".x", ".y", ".z", ".w"}
	}
	var out []string
	for name := range strings.SplitSeq(names, ",") {
		name, count, many := strings.Cut(strings.TrimSpace(name), "<")
		all := []string{name}
		if many {
			n, _ := strconv.Atoi(strings.TrimSuffix(count, ">"))
			all = nil
			for i := range n {
				all = append(all, name+strconv.Itoa(i))
			}
		}
		for _, r := range all {
			for _, part := range parts {
				out = append(out, fmt.Sprintf(zero, r+part))
			}
		}
	}
	return out
}
