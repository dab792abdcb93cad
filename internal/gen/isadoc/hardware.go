package isadoc

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/notation"
)

// hardwareFile holds what GPUs have answered, relative to the root of the module.
// Its columns:
//
//	head     a pattern of heads, in which * stands for any characters
//	gpu      the GPU and its target: "H200 sm_90"
//	date     of the run: "2026-01-31"
//	driver   version of the driver
//	verdict  equal: all results have the same bits; differs
//
// The rows of one GPU, date and driver are one run. Of those that match a head,
// the first counts.
const hardwareFile = "internal/isa/hardware.tsv"

const hardwareHeader = "head\tgpu\tdate\tdriver\tverdict"

// gpuRun is what one GPU has answered in one run.
type gpuRun struct {
	gpu, date, driver string
	answers           []answer
}

type answer struct {
	pattern string
	equal   bool
}

// readHardware reads the answers. A file that is not there has none.
func readHardware(v *tree.View) ([]*gpuRun, error) {
	data, err := v.ReadFile(hardwareFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseHardware(hardwareFile, string(data))
}

func parseHardware(file, text string) ([]*gpuRun, error) {
	if header, _, _ := strings.Cut(text, "\n"); header != hardwareHeader {
		return nil, fmt.Errorf("%s:1:1: the columns are not %q", file, hardwareHeader)
	}
	rows, err := notation.ReadTSV(file, text)
	if err != nil {
		return nil, err
	}
	var runs []*gpuRun
	for _, row := range rows {
		head, date, verdict := row.Get("head"), row.Get("date"), row.Get("verdict")
		r := &gpuRun{gpu: row.Get("gpu"), date: date, driver: row.Get("driver")}
		if _, err := path.Match(head, ""); err != nil || !matchesSome(head) {
			return nil, row.Errorf("no head of the table matches %q", head)
		}
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			return nil, row.Errorf("%q is no date such as 2026-01-31", date)
		}
		if r.gpu == "" || r.driver == "" {
			return nil, row.Errorf("the GPU or the driver is missing")
		}
		if verdict != "equal" && verdict != "differs" {
			return nil, row.Errorf("%q is neither equal nor differs", verdict)
		}
		for _, old := range runs {
			if old.gpu == r.gpu && old.date == r.date && old.driver == r.driver {
				r = old
			}
		}
		if r.answers == nil {
			runs = append(runs, r)
		}
		r.answers = append(r.answers, answer{head, verdict == "equal"})
	}
	return runs, nil
}

// matchesSome reports whether a legal head of the table matches a pattern.
func matchesSome(pattern string) bool {
	opcode, _, _ := strings.Cut(pattern, ".")
	found := false
	for _, op := range isa.Opcodes() {
		if ok, _ := path.Match(opcode, op); !ok {
			continue
		}
		for _, f := range isa.Lookup(op) {
			f.Expand(func(mods []string) bool {
				if m := f.Match(mods); m != nil {
					found, _ = path.Match(pattern, m.Head)
				}
				return !found
			})
			if found {
				return true
			}
		}
	}
	return false
}

// tally counts the heads of a form that a run has answered.
type tally struct{ equal, differ int }

// add looks a head up in a run.
func (t *tally) add(r *gpuRun, head string) {
	for _, a := range r.answers {
		if ok, _ := path.Match(a.pattern, head); !ok {
			continue
		}
		if a.equal {
			t.equal++
		} else {
			t.differ++
		}
		return
	}
}

// verdict words what a run, the one with a number, says of a form with n supported heads,
// "" where it says nothing.
func (t tally) verdict(run, n int) string {
	var what string
	switch {
	case t == tally{}:
		return ""
	case t.equal == n:
		what = "equal"
	case t.differ == n:
		what = "differs"
	case t.differ == 0:
		what = fmt.Sprintf("%d of %d heads equal", t.equal, n)
	default:
		what = fmt.Sprintf("%d of %d heads equal, %d differ", t.equal, n, t.differ)
	}
	return fmt.Sprintf("GPU %d: %s", run, what)
}
