package uppers

import (
	"fmt"
	"strings"
)

// CheckAssembly returns what a file of Go assembly has of that kind, which functions that Go calls return
// with the upper halves in use, which VZEROUPPER clears what is clear, and which instructions nothing
// leads to. leaf is the assembly that it calls.
func CheckAssembly(name, text, leaf string) []Finding {
	funcs := map[string]*function{}
	assembly("leaf", leaf, funcs)
	list := assembly(name, text, funcs)
	c := newChecker(funcs)
	for _, f := range list {
		if strings.HasSuffix(f.name, "<>") {
			continue // followed where it is called
		}
		if c.run(entry{f, false}).dirty {
			c.found[Finding{f.name, name, "returns with the upper halves in use"}] = true
		}
	}
	for _, f := range list {
		for i := range f.code {
			x := &f.code[i]
			switch w := c.reached[x]; {
			case w == ways{}:
				c.found[Finding{f.name, x.at, "nothing leads to " + strings.TrimSpace(x.op+" "+x.args)}] = true
			case x.op == "VZEROUPPER" && !w[index(true)]:
				c.found[Finding{f.name, x.at, "VZEROUPPER where no upper halves are in use"}] = true
			}
		}
	}
	return c.findings()
}

// assembly reads the functions of a file, and adds them to funcs, by their names without packages.
func assembly(name, text string, funcs map[string]*function) (list []*function) {
	var f *function
	labels := map[string]int{}
	end := func() {
		if f == nil {
			return
		}
		for i := range f.code {
			x := &f.code[i]
			if at, ok := labels[x.args]; ok && strings.HasPrefix(x.op, "J") {
				x.target = at
			}
		}
		f.ends()
		clear(labels)
	}
	for n, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line, _, _ = strings.Cut(line, "//")
		for part := range strings.SplitSeq(line, ";") {
			op, args, _ := strings.Cut(strings.TrimSpace(part), " ")
			if symbol, ok := strings.CutSuffix(args, "(SB)"); ok && (op == "CALL" || op == "JMP") {
				args = symbol[strings.LastIndex("·"+symbol, "·"):] + "(SB)"
			}
			switch {
			case op == "TEXT":
				end()
				symbol, _, _ := strings.Cut(args, "(SB)")
				f = &function{name: strings.TrimPrefix(symbol, "·")}
				funcs[f.name] = f
				list = append(list, f)
			case f == nil, op == "", op == "DATA", op == "GLOBL", op == "NO_LOCAL_POINTERS":
			case strings.HasSuffix(op, ":"):
				labels[strings.TrimSuffix(op, ":")] = len(f.code)
			default:
				f.code = append(f.code, instruction{op: op, args: args, at: fmt.Sprintf("%s:%d", name, n+1), target: -1})
			}
		}
	}
	end()
	return list
}
