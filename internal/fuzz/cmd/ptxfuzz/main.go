// Command ptxfuzz compares ptx2go with oracles on random input. docs/FUZZING.md
// says what there is to compare and what the findings are.
//
//	ptxfuzz c       random C programs of csmith, against their native run
//	ptxfuzz loops   random loops in C, against their native run
//	ptxfuzz float   random floating-point kernels, against their native run
//	ptxfuzz half    the same with 16-bit floats
//	ptxfuzz forms   random PTX of a class of internal/fuzz/difftest, generated code
//	                against the interpreter; also rows, barriers, warps, streams
//	ptxfuzz reduce CASE SMALL
//	                makes the PTX of a case folder small for which the two differ
//
// The exit status is 1 if something differs, 2 if nothing could be compared, and 3
// if a program that is needed is missing.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
	"github.com/ptx2go/ptx2go/internal/fuzz/csource"
	"github.com/ptx2go/ptx2go/internal/fuzz/difftest"
	"github.com/ptx2go/ptx2go/internal/fuzz/hunt"
)

// Exit statuses.
const (
	exitFound   = 1
	exitError   = 2
	exitMissing = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:]))
}

func run(ctx context.Context, args []string) int {
	fs := flag.NewFlagSet("ptxfuzz", flag.ContinueOnError)
	seed := fs.Uint64("seed", 1, "the first `seed`")
	n := fs.Int("n", 20, "how many seeds")
	batch := fs.Int("batch", 0, "seeds of a batch; 0 for the kind's own number")
	jobs := fs.Int("j", 2, "programs that clang compiles at a time")
	engines := fs.String("engines", "interp,schedule,vector,go,gangs,gangs16", "which engines run kernels of C: build, interp, schedule, vector, go (generated code, thread by thread), gangs and gangs16 (with gangs of eight and sixteen threads)")
	limit := fs.Duration("timeout", time.Minute, "how long a case may run")
	steps := fs.Int64("steps", 200e6, "how many values a launch may execute in the interpreter")
	keep := fs.String("keep", "", "`folder` for findings, as conformance cases")
	cases := fs.String("cases", "", "write all programs as conformance cases to this `folder`, with the bytes of their oracles, and run them in no engine: for a GPU")
	module := fs.String("module", "9.0 sm_90", "`version and target` of random PTX that is written with -cases, where they have what a program needs")
	shrink := fs.Duration("shrink", 0, "how long to make a finding small")
	fs.Usage = func() {
		fmt.Fprintln(fs.Output(), "usage: ptxfuzz c|loops|float|half|forms|rows|barriers|warps|streams|guards [flags]\n       ptxfuzz reduce CASE SMALL\n\nflags:")
		fs.PrintDefaults()
	}
	if len(args) == 0 {
		fs.Usage()
		return exitError
	}
	kind := args[0]
	if err := fs.Parse(args[1:]); err != nil {
		return exitError
	}
	root, err := source(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ptxfuzz:", err)
		return exitError
	}
	if kind == "reduce" && fs.NArg() == 2 {
		if err := hunt.ReducePTX(ctx, root, fs.Arg(0), fs.Arg(1)); err != nil {
			fmt.Fprintln(os.Stderr, "ptxfuzz:", err)
			return exitError
		}
		return 0
	}
	o := hunt.Options{
		First: *seed, N: *n, Batch: *batch, Jobs: *jobs, Engines: strings.Split(*engines, ","), Limit: *limit, Steps: *steps,
		Keep: *keep, Cases: *cases, Module: *module, Root: root, Shrink: *shrink,
		Log: func(format string, args ...any) { fmt.Printf(kind+": "+format+"\n", args...) },
	}
	var t *hunt.Tally
	missing := error(nil)
	batchOf := map[string]int{"c": 10, "loops": 60, "float": 100, "half": 100}
	if o.Batch == 0 {
		if o.Batch = batchOf[kind]; o.Batch == 0 {
			o.Batch = 120
		}
	}
	switch kind {
	case "c":
		if missing = csource.Available(); missing == nil {
			t, err = hunt.Programs(ctx, o)
		}
	case "loops":
		if missing = clang.Missing(clang.Program); missing == nil {
			t, err = hunt.Loops(ctx, o)
		}
	case "float", "half":
		if missing = clang.Missing(clang.Program); missing == nil {
			t, err = hunt.Floats(ctx, o, kind == "half")
		}
	default:
		class, ok := classOf(kind)
		if !ok {
			fs.Usage()
			return exitError
		}
		t, err = hunt.Kernels(ctx, o, class)
	}
	switch {
	case missing != nil:
		fmt.Printf("%s: SKIPPED: %v\n", kind, missing)
		return exitMissing
	case err != nil:
		fmt.Fprintf(os.Stderr, "ptxfuzz: %v\n", err)
		return exitError
	}
	fmt.Printf("%s: total: %v\n", kind, t)
	if len(t.Findings) > 0 {
		return exitFound
	}
	return 0
}

func classOf(name string) (difftest.Class, bool) {
	for c := range difftest.NumClasses {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// source returns the folder of ptx2go's source, which generated programs are built
// with: the module that the command runs in.
func source(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}").Output()
	path, dir, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if err != nil || path != "github.com/ptx2go/ptx2go" {
		return "", errors.New("run ptxfuzz in the source of ptx2go")
	}
	return dir, nil
}
