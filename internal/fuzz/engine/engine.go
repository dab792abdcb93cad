// Package engine runs conformance cases the way ptx2go verify does, and says what
// became of each. Fuzzers use it on the cases that they make.
package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/internal/vectors"
)

// Names are the engines: the interpreter of the SSA before any pass, the
// interpreter after the passes, whole or as kernels are cut, generated code in which threads
// run one at a time, and the same program with gangs of eight threads and of sixteen.
var Names = []string{"build", "interp", "schedule", "go", Gangs, Gangs16}

// Gangs and Gangs16 are engines that not every machine has: Run returns vectors.ErrUnavailable then.
const (
	Gangs   = "gangs"
	Gangs16 = "gangs16"
)

// lanes is how many threads run at a time in generated code: 1, 8 or 16. Others do not run it.
var lanes = map[string]int{"go": 1, Gangs: 8, Gangs16: 16}

var flags = map[string][]string{
	"build":    {"-engine=interp", "-passes=false", "-contract=none"},
	"interp":   {"-engine=interp"},
	"schedule": {"-engine=schedule"},
	"go":       {"-engine=go"},
	Gangs:      {"-engine=go"},
	Gangs16:    {"-engine=go"},
}

// Kind is what became of a case.
type Kind string

// The kinds.
const (
	Equal       Kind = "equal"
	Differs     Kind = "differs" // other results, a fault, a panic: anything but the expected bytes
	Slow        Kind = "slow"    // stopped before its end
	Unsupported Kind = "unsupported"
)

// Outcome is what became of a case in an engine.
type Outcome struct {
	Case   string // the case's name
	Engine string
	Kind   Kind
	Text   string // what is wrong
}

// slow are parts of what verify reports of cases that it has stopped.
var slow = []string{"still running after", "deadline exceeded", "used up its budget"}

// Run runs the cases at or below folders. limit bounds each of them, and steps the
// interpreter; 0 is no bound.
func Run(ctx context.Context, engine string, limit time.Duration, steps int64, dirs ...string) ([]Outcome, error) {
	args := append([]string{"verify", "-json", fmt.Sprintf("-timeout=%v", limit)}, flags[engine]...)
	if engine == "schedule" {
		steps *= 32 // each thread takes its own, not the warp
	}
	if steps > 0 && lanes[engine] == 0 {
		args = append(args, fmt.Sprintf("-steps=%d", steps))
	}
	var out, stderr bytes.Buffer
	std := driver.Stdio{In: strings.NewReader(""), Out: &out, Err: &stderr}
	switch n := lanes[engine]; n {
	case 0:
	case 1:
		std.Env = []string{vectors.Variable + "=off"}
	default:
		switch most, err := vectors.Lanes(ctx); {
		case err != nil:
			return nil, err
		case most < n:
			return nil, fmt.Errorf("%w: %d at a time need AVX-512", vectors.ErrUnavailable, n)
		}
		std.Env = []string{fmt.Sprintf("%s=%d", vectors.Variable, n)}
	}
	driver.Main(ctx, append(args, dirs...), std)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var list []Outcome
	for line := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n") {
		var v struct {
			Case        string   `json:"case"`
			Outcome     string   `json:"outcome"`
			Error       string   `json:"error"`
			Unsupported []string `json:"unsupported_forms"`
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return nil, fmt.Errorf("ptx2go verify: %s%s", out.String(), stderr.String())
		}
		if v.Case == "" {
			continue // the totals
		}
		o := Outcome{Case: v.Case, Engine: engine, Kind: Equal, Text: v.Error}
		switch {
		case v.Outcome == "unsupported":
			o.Kind, o.Text = Unsupported, strings.Join(v.Unsupported, "; ")
		case v.Outcome != "pass" && isSlow(v.Error):
			o.Kind = Slow
		case v.Outcome != "pass":
			o.Kind = Differs
		}
		list = append(list, o)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("ptx2go verify: %s", stderr.String())
	}
	return list, nil
}

func isSlow(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	for _, s := range slow {
		if strings.Contains(first, s) {
			return true
		}
	}
	return false
}
