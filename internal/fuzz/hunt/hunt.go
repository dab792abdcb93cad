// Package hunt runs fuzzers in batches: it makes the cases of many seeds, runs them
// in the engines, makes those that fail small, and says at the end of each batch what
// became of it. Packages csource, cloop and fpgraph make C whose native run is the
// oracle; package difftest makes PTX whose oracle is the interpreter.
package hunt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
)

// Options say how to hunt.
type Options struct {
	First   uint64 // seed
	N       int    // seeds
	Batch   int    // seeds of a batch, which generated code is built for at once
	Jobs    int    // cases that are made at a time
	Engines []string
	Limit   time.Duration // of one case in one engine
	Steps   int64         // of one launch in the interpreter
	Keep    string        // folder for findings
	Cases   string        // folder for all cases, which run in no engine then
	Module  string        // version and target of random PTX that is written there
	Root    string        // source of ptx2go
	Shrink  time.Duration // to spend on one finding; 0 keeps it as it is
	Log     func(format string, args ...any)
}

// Tally counts what became of seeds.
type Tally struct {
	Seeds    int
	Skipped  int // no case could be made
	Cases    int
	Runs     map[engine.Kind]int // of cases in engines
	Findings []string            // a line each
	Took     time.Duration
}

func (t *Tally) add(u *Tally) {
	t.Seeds += u.Seeds
	t.Skipped += u.Skipped
	t.Cases += u.Cases
	t.Took += u.Took
	t.Findings = append(t.Findings, u.Findings...)
	if t.Runs == nil {
		t.Runs = map[engine.Kind]int{}
	}
	for k, n := range u.Runs {
		t.Runs[k] += n
	}
}

// String is the line that sums a batch up.
func (t *Tally) String() string {
	return fmt.Sprintf("%d seeds: %d cases, %d runs equal, %d differ, %d unsupported, %d too long; %d seeds without a case; %v, %.2g seeds a second",
		t.Seeds, t.Cases, t.Runs[engine.Equal], t.Runs[engine.Differs], t.Runs[engine.Unsupported], t.Runs[engine.Slow], t.Skipped, t.Took.Round(time.Second),
		float64(t.Seeds)/max(t.Took.Seconds(), 1e-9))
}

// batches calls run for the seeds of each batch and adds up what it returns.
func (o *Options) batches(ctx context.Context, run func(ctx context.Context, dir string, seeds []uint64) (*Tally, error)) (*Tally, error) {
	total := &Tally{}
	for at := 0; at < o.N; at += o.Batch {
		var seeds []uint64
		for i := range min(o.Batch, o.N-at) {
			seeds = append(seeds, o.First+uint64(at+i))
		}
		dir, err := os.MkdirTemp("", "ptxfuzz")
		if err != nil {
			return total, err
		}
		start := time.Now()
		t, err := run(ctx, dir, seeds)
		os.RemoveAll(dir)
		if err != nil {
			return total, err
		}
		t.Seeds, t.Took = len(seeds), time.Since(start)
		total.add(t)
		o.Log("seeds %d to %d: %v", seeds[0], seeds[len(seeds)-1], t)
	}
	return total, nil
}

// parallel calls do for each element, several at a time.
func parallel[T any](jobs int, list []T, do func(i int, x T)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range max(jobs, 1) {
		wg.Go(func() {
			for i := range next {
				do(i, list[i])
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
}

// failures runs the cases below a folder in all engines. It counts the runs and
// returns those that failed, one for each case: in the first engine that failed. Where
// all cases are wanted it runs none and copies them.
func (o *Options) failures(ctx context.Context, t *Tally, dir string) ([]engine.Outcome, error) {
	if o.Cases != "" {
		return nil, os.CopyFS(o.Cases, os.DirFS(dir))
	}
	var failed []engine.Outcome
	if t.Runs == nil {
		t.Runs = map[engine.Kind]int{}
	}
	var err error
	if o.Engines, err = engine.Present(ctx, o.Engines, o.Log); err != nil {
		return nil, err
	}
	list, err := engine.Run(ctx, o.Engines, o.Limit, o.Steps, dir)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		t.Runs[r.Kind]++
		if r.Kind == engine.Unsupported {
			o.Log("  %s: unsupported: %.200s", r.Case, r.Text)
		}
		if r.Kind == engine.Differs && !slices.ContainsFunc(failed, func(f engine.Outcome) bool { return f.Case == r.Case }) {
			failed = append(failed, r)
		}
	}
	return failed, nil
}

// keep copies a case folder to the findings, and writes down what is wrong.
func (o *Options) keep(t *Tally, dir string, r engine.Outcome) (string, error) {
	line := fmt.Sprintf("%s (%s): %.300s", r.Case, r.Engine, r.Text)
	t.Findings = append(t.Findings, line)
	o.Log("  DIFFERS %s", line)
	if o.Keep == "" {
		return "", nil
	}
	to := filepath.Join(o.Keep, r.Case)
	if err := os.RemoveAll(to); err != nil {
		return "", err
	}
	if err := os.MkdirAll(o.Keep, 0o755); err != nil {
		return "", err
	}
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		return "", err
	}
	return to, os.WriteFile(filepath.Join(o.Keep, r.Case+".txt"), []byte(r.Engine+": "+r.Text+"\n"), 0o644)
}
