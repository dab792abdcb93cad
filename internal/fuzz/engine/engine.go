// Package engine runs conformance cases the way ptx2go verify does, and says what
// became of each. Fuzzers use it on the cases that they make.
package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/internal/vectors"
)

// Names are the engines: the interpreter of the SSA before any pass, the
// interpreter after the passes, whole, as kernels are cut or with the threads of these parts as lanes,
// generated code in which threads
// run one at a time, and the same program with gangs of eight threads and of sixteen.
var Names = []string{"build", "interp", "schedule", "vector", "go", Gangs, Gangs16}

// Gangs and Gangs16 are engines that not every machine has, see Present.
const (
	Gangs   = "gangs"
	Gangs16 = "gangs16"
)

// limits are those of the vectors of generated code, by engine. Others do not run generated code.
var limits = map[string]struct {
	vectors string
	lanes   int
}{"go": {"off", 1}, Gangs: {"8", 8}, Gangs16: {"16", 16}}

// interpreters are the flags of the engines that run no generated code.
var interpreters = map[string][]string{
	"build":    {"-engine=interp", "-passes=false", "-contract=none"},
	"interp":   {"-engine=interp"},
	"schedule": {"-engine=schedule"},
	"vector":   {"-engine=vector"},
}

// Present returns those of engines that this machine has, and logs a line that says SKIPPED for each
// other one.
func Present(ctx context.Context, engines []string, log func(format string, args ...any)) ([]string, error) {
	var here []string
	for _, e := range engines {
		err := available(ctx, e)
		switch {
		case err == nil:
			here = append(here, e)
		case errors.Is(err, vectors.ErrUnavailable):
			log("SKIPPED: engine %s: %v", e, err)
		default:
			return nil, err
		}
	}
	return here, nil
}

// available returns vectors.ErrUnavailable, with the reason, for an engine that this machine does not have.
func available(ctx context.Context, engine string) error {
	n := limits[engine].lanes
	if n <= 1 {
		return nil
	}
	most, err := vectors.Lanes(ctx)
	if err == nil && most < n {
		err = fmt.Errorf("%w: %d at a time need AVX-512", vectors.ErrUnavailable, n)
	}
	return err
}

// Kind is what became of a case.
type Kind string

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

// Run runs the cases at or below folders in engines that are present; for all of generated code one
// program is built. limit bounds each case in an engine, and steps the interpreter; 0 is no bound.
func Run(ctx context.Context, engines []string, limit time.Duration, steps int64, dirs ...string) ([]Outcome, error) {
	var all []Outcome
	generated := map[string]string{} // engines by what limits vectors
	var most []string
	for _, e := range engines {
		flags, ok := interpreters[e]
		if !ok {
			most = append(most, limits[e].vectors)
			generated[limits[e].vectors] = e
			continue
		}
		n := steps
		if e == "schedule" || e == "vector" {
			n *= 32 // each thread takes its own, not the warp
		}
		if n > 0 {
			flags = append(slices.Clone(flags), fmt.Sprintf("-steps=%d", n))
		}
		list, err := verify(ctx, map[string]string{"": e}, limit, flags, dirs)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	if len(most) == 0 {
		return all, nil
	}
	list, err := verify(ctx, generated, limit, []string{"-engine=go", "-vectors=" + strings.Join(most, ",")}, dirs)
	return append(all, list...), err
}

// verify runs ptx2go verify, in engines by what limits vectors.
func verify(ctx context.Context, engines map[string]string, limit time.Duration, flags, dirs []string) ([]Outcome, error) {
	args := slices.Concat([]string{"verify", "-json", fmt.Sprintf("-timeout=%v", limit)}, flags, dirs)
	var out, stderr bytes.Buffer
	driver.Main(ctx, args, driver.Stdio{In: strings.NewReader(""), Out: &out, Err: &stderr})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var list []Outcome
	for line := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n") {
		var v struct {
			Case        string   `json:"case"`
			Outcome     string   `json:"outcome"`
			Vectors     string   `json:"vectors"`
			Error       string   `json:"error"`
			Unsupported []string `json:"unsupported_forms"`
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return nil, fmt.Errorf("ptx2go verify: %s%s", out.String(), stderr.String())
		}
		if v.Case == "" {
			continue // the totals
		}
		o := Outcome{Case: v.Case, Engine: engines[v.Vectors], Kind: Equal, Text: v.Error}
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
