package harvest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestUppers reads all assembly of the repository: where it returns to Go or calls it, the upper halves of
// vector registers are not in use, and each VZEROUPPER is needed.
func TestUppers(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/golden/*.s", "../../examples/*/*_ptx_amd64.s", "../../runtime/driver/internal/*/*_ptx_amd64.s"} {
		list, err := filepath.Glob(pattern)
		if err != nil || list == nil {
			t.Fatalf("%s: %v", pattern, err)
		}
		files = append(files, list...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range wrongUppers(string(text)) {
			t.Errorf("%s: %s", file, wrong)
		}
	}
}

// TestUppersNoticed: the test above sees each VZEROUPPER that is missing, and each that is there twice.
func TestUppersNoticed(t *testing.T) {
	text, err := os.ReadFile("testdata/golden/leaf8.s")
	if err != nil {
		t.Fatal(err)
	}
	for n, at := range regexp.MustCompile(`VZEROUPPER`).FindAllIndex(text, -1) {
		without := string(text[:at[0]]) + "NOP" + string(text[at[1]:])
		twice := string(text[:at[1]]) + "; VZEROUPPER" + string(text[at[1]:])
		if wrongUppers(without) == nil || wrongUppers(twice) == nil {
			t.Errorf("VZEROUPPER %d: nothing is wrong without it, or with two", n)
		}
	}
}

// asmFunc is a function of assembly.
type asmFunc struct {
	name   string
	helper bool // other assembly calls it, and Go does not
	code   []string
	labels map[string]int // the instructions behind them
}

// asmFuncs reads assembly.
func asmFuncs(text string) map[string]*asmFunc {
	all := map[string]*asmFunc{}
	var f *asmFunc
	for line := range strings.Lines(text) {
		if line, _, _ = strings.Cut(line, "//"); strings.HasPrefix(line, "#") {
			continue
		}
		for s := range strings.SplitSeq(line, ";") {
			s = strings.TrimSpace(s)
			op, args, _ := strings.Cut(s, " ")
			switch {
			case s == "" || op == "DATA" || op == "GLOBL":
			case op == "TEXT":
				name, _, _ := strings.Cut(args, "(SB)")
				f = &asmFunc{name: name, helper: strings.HasSuffix(name, "<>"), labels: map[string]int{}}
				all[name] = f
			case strings.HasSuffix(s, ":"):
				f.labels[s[:len(s)-1]] = len(f.code)
			default:
				f.code = append(f.code, s)
			}
		}
	}
	return all
}

var vectorReg = regexp.MustCompile(`\b[YZ]\d+\b`)

// wrongUppers lists what is wrong with upper halves in a file.
func wrongUppers(text string) (wrong []string) {
	all := asmFuncs(text)
	// follow goes through a function, and returns whether halves may be in use where it returns.
	var follow func(f *asmFunc, entry, report bool) bool
	follow = func(f *asmFunc, entry, report bool) (exit bool) {
		in := map[int]bool{0: entry}
		after := func(at int, used bool) (now, goesOn bool, to string) {
			op, args, _ := strings.Cut(f.code[at], " ")
			called := strings.TrimSuffix(args, "(SB)")
			switch {
			case op == "VZEROUPPER":
				return false, true, ""
			case op == "RET" || op == "UNDEF":
				return used, false, ""
			case op == "JMP":
				return used, false, args
			case op[0] == 'J':
				return used, true, args
			case op == "CALL" && all[called] != nil:
				return follow(all[called], used, false), true, ""
			case op == "CALL" && strings.Contains(called, "·Save"): // it clears them
				return false, true, ""
			case op == "CALL" && strings.Contains(called, "·Load"):
				return true, true, ""
			}
			return used || vectorReg.MatchString(args), true, ""
		}
		for work := []int{0}; len(work) > 0; {
			at := work[len(work)-1]
			work = work[:len(work)-1]
			used, goesOn, to := after(at, in[at])
			var next []int
			if goesOn {
				next = append(next, at+1)
			}
			if to != "" {
				next = append(next, f.labels[to])
			}
			for _, n := range next {
				if before, seen := in[n]; !seen || used && !before {
					in[n] = used
					work = append(work, n)
				}
			}
		}
		for at, s := range f.code {
			op, args, _ := strings.Cut(s, " ")
			used, reached := in[at]
			if op == "RET" {
				exit = exit || used
			}
			calls := op == "CALL" && (strings.Contains(args, "·Yield(") || strings.Contains(args, "·Over("))
			switch {
			case !report:
			case !reached:
				wrong = append(wrong, fmt.Sprintf("%s: nothing leads to %s", f.name, s))
			case used && (calls || op == "RET" && !f.helper):
				wrong = append(wrong, fmt.Sprintf("%s: upper halves may be in use at %s", f.name, s))
			case !used && op == "VZEROUPPER":
				wrong = append(wrong, fmt.Sprintf("%s: VZEROUPPER where no upper halves are in use", f.name))
			}
		}
		return exit
	}
	for _, f := range all {
		follow(f, f.helper, true)
	}
	return wrong
}
