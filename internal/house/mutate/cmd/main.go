// Command cmd makes mistakes in the compiler and the runtime, one at a time, and prints those
// that nothing notices. See package mutate.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/mutate"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var (
		seed  = flag.Uint64("seed", 1, "which mutants, by `seed`")
		n     = flag.Int("n", 100, "how many that compile")
		names = flag.String("packages", strings.Join(mutate.Packages[:6], ","), "the `packages`, from the root of the repository; by default those that are not for gangs only")
		only  = flag.String("only", "", "only mutants whose ID has this `text` in it")
		jobs  = flag.Int("j", max(1, runtime.NumCPU()/2), "mutants at a time")
		limit = flag.Duration("limit", 2*time.Minute, "processor time of a program; a mutant that takes longer is killed")
		wall  = flag.Duration("wall", 30*time.Minute, "time of a stage, for mutants that wait for ever")
		file  = flag.String("o", "", "`file` that gets a line for each mutant as it is judged; those that it says were killed are not judged again")
		list  = flag.Bool("list", false, "print the mutants and do nothing")
		all   = flag.Bool("v", false, "print those that are killed too")
	)
	flag.Parse()
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	mutants, err := mutate.Load(strings.Split(*names, ","))
	if err != nil {
		return err
	}
	equivalent, err := mutate.Equivalent()
	if err != nil {
		return err
	}
	mutants = slices.DeleteFunc(mutants, func(m *mutate.Mutant) bool { return !strings.Contains(m.ID(), *only) })
	fmt.Printf("%d mutants in %s\n", len(mutants), *names)
	picked := mutate.Pick(mutants, *seed, len(mutants))
	if *list {
		for _, m := range picked[:min(*n, len(picked))] {
			fmt.Printf("%s:%d %s\n", m.File, m.Line, m.ID())
		}
		return nil
	}
	t := &tally{verdicts: map[mutate.Verdict]int{}, stages: map[string]int{}, all: *all, equivalent: equivalent}
	results, err := mutate.OpenResults(*file)
	if err != nil {
		return err
	}
	defer results.Close()
	todo, err := t.choose(picked, *n, results)
	if err != nil || len(todo) == 0 {
		return errors.Join(err, t.end())
	}
	batches, err := mutate.Batches(todo)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	rig := &mutate.Rig{Root: root, Dir: dir, Limit: *limit, Wall: *wall}
	if err := rig.Prepare(ctx); err != nil {
		return err
	}
	for _, b := range batches {
		if err := judge(ctx, rig, b, *jobs, results, t); err != nil {
			return err
		}
	}
	return t.end()
}

// choose takes the first n that compile, and leaves out those that are dead already.
func (t *tally) choose(picked []*mutate.Mutant, n int, results *mutate.Results) (todo []*mutate.Mutant, err error) {
	for _, m := range picked {
		if n == 0 {
			break
		}
		ok, err := m.Compiles()
		if err != nil {
			return nil, err
		}
		if !ok {
			t.verdicts[mutate.NoMutant]++
			continue
		}
		n--
		if res, ok := results.Killed(m); ok {
			t.add(res)
		} else {
			todo = append(todo, m)
		}
	}
	return todo, nil
}

// judge judges the mutants of a batch, several at a time.
func judge(ctx context.Context, rig *mutate.Rig, b *mutate.Batch, jobs int, results *mutate.Results, t *tally) error {
	start := time.Now()
	if err := rig.Build(ctx, b); err != nil {
		return err
	}
	defer b.Forget()
	fmt.Printf("%d mutants are built; %v\n\n", len(b.Mutants), time.Since(start).Round(time.Second))
	errs := make([]error, jobs)
	var wg sync.WaitGroup
	next := make(chan *mutate.Mutant)
	for i := range jobs {
		wg.Go(func() {
			for m := range next {
				if errs[i] != nil {
					continue
				}
				res, err := rig.Judge(ctx, b, m)
				if err == nil {
					err = results.Add(res)
				}
				if errs[i] = err; err == nil {
					t.add(res)
				}
			}
		})
	}
	for _, m := range b.Mutants {
		next <- m
	}
	close(next)
	wg.Wait()
	return errors.Join(errs...)
}

// tally counts what became of mutants, and prints it.
type tally struct {
	sync.Mutex
	verdicts   map[mutate.Verdict]int
	stages     map[string]int
	equivalent map[string]string
	reasons    int
	all        bool
}

func (t *tally) add(r mutate.Result) {
	t.Lock()
	defer t.Unlock()
	t.verdicts[r.Verdict]++
	if r.Stage != "" {
		t.stages[r.Stage]++
	}
	what := string(r.Verdict)
	if why, ok := t.equivalent[r.ID()]; ok && r.Verdict != mutate.Killed {
		t.reasons++
		what += " (" + why + ")"
	} else if r.Verdict == mutate.Killed {
		if !t.all {
			return
		}
		what += " by " + r.Stage + ": " + r.Says
	}
	fmt.Printf("%s:%d %s: %s; %d texts differ; %v\n%s\n%s\n\n", r.File, r.Line, r.What, what, r.Texts, r.Took.Round(time.Second), r.ID(), r.Diff())
}

// end prints the numbers. Those that survive without a reason are an error.
func (t *tally) end() error {
	for _, v := range []mutate.Verdict{mutate.Killed, mutate.Golden, mutate.Survives, mutate.NoMutant} {
		fmt.Printf("%5d %s\n", t.verdicts[v], v)
	}
	for s, n := range t.stages {
		fmt.Printf("%5d %s\n", n, s)
	}
	if n := t.verdicts[mutate.Survives] + t.verdicts[mutate.Golden] - t.reasons; n > 0 {
		return fmt.Errorf("nothing notices %d", n)
	}
	return nil
}
