// Command gpuprobe asks a GPU what its floating-point instructions compute,
// compares the bits with ptx2go's, and writes a golden file for the repository.
// docs/GPU.md says how to run it; package probe what it does.
//
//	CGO_ENABLED=0 go build -tags cuda ./internal/cuda/cmd/gpuprobe
//	./gpuprobe -out DIR -budget 8m
//
// It needs nothing but the driver. Two flags need no GPU: -table FILE prints what a
// golden file says as rows of internal/isa/hardware.tsv, -recheck FILE compares the
// file with the functions of this program and rewrites its verdicts.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/ptx2go/ptx2go/internal/cuda/golden"
	"github.com/ptx2go/ptx2go/internal/cuda/probe"
	"github.com/ptx2go/ptx2go/internal/isa"
)

func main() {
	// The first signal ends the run with what is known; a second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit status: 0, 1 where the probe could not run to its end or
// found a difference that its file does not show, 2 for a wrong command line.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("gpuprobe", flag.ContinueOnError)
	fs.SetOutput(stderr)
	out := fs.String("out", ".", "`folder` for the golden file and the dumps")
	budget := fs.Duration("budget", 8*time.Minute, "how long to start new work, 0 for as long as it takes")
	only := fs.String("only", "", "probe the heads and questions whose names match this `regexp` only")
	gpu := fs.Int("gpu", 0, "number of the GPU")
	fractions := fs.Uint("fractions", probe.Fractions, "inputs for each sign and exponent; fewer make a file that proves less")
	tuples := fs.Int("tuples", probe.DefaultTuples, "tuples for heads with several operands")
	recheck := fs.String("recheck", "", "compare this golden `file` with the functions of this program and rewrite its verdicts, use no GPU")
	table := fs.String("table", "", "print this golden `file` as rows of internal/isa/hardware.tsv, use no GPU")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	fail := func(status int, err error) int {
		fmt.Fprintf(stderr, "gpuprobe: %v\n", err)
		return status
	}
	if fs.NArg() > 0 {
		return fail(2, fmt.Errorf("unknown argument %q", fs.Arg(0)))
	}
	if *table != "" {
		if err := printTable(stdout, *table); err != nil {
			return fail(1, err)
		}
		return 0
	}
	var match *regexp.Regexp
	if *only != "" {
		re, err := regexp.Compile(*only)
		if err != nil {
			return fail(2, err)
		}
		match = re
	}
	if *recheck != "" {
		f, err := recheckFile(ctx, *recheck, match, stderr)
		if err != nil {
			return fail(1, err)
		}
		fmt.Fprintln(stdout, f.Summary())
		return 0
	}
	opt := probe.Options{Only: match, Out: *out, Budget: *budget, Fractions: uint32(*fractions), Tuples: *tuples, Log: stderr}
	if *budget < 0 || *fractions == 0 || *fractions > probe.Fractions || *tuples <= 0 {
		return fail(2, fmt.Errorf("-budget is not negative, -fractions from 1 to %d, -tuples positive", probe.Fractions))
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return fail(1, err)
	}
	f, err := probeGPU(ctx, *gpu, opt)
	if f != nil {
		fmt.Fprintln(stdout, f.Summary())
	}
	if err != nil {
		return fail(1, err)
	}
	return 0
}

// probeGPU runs the probe and writes its file, also now and then on the way.
func probeGPU(ctx context.Context, ordinal int, opt probe.Options) (*golden.File, error) {
	g, err := probe.OpenGPU(ordinal)
	if err != nil {
		return nil, err
	}
	driver := g.Info.Driver
	if driver == "" {
		driver = "unknown"
	}
	opt.Header = golden.Header{Date: time.Now().UTC().Format(time.DateOnly), GPU: g.Info.Name, Target: g.Info.Target(), Driver: driver, CUDA: g.Info.CUDA}
	write := func(f *golden.File) error { return writeFile(filepath.Join(opt.Out, f.Name()), f) }
	opt.Save = func(f *golden.File) {
		if err := write(f); err != nil {
			fmt.Fprintln(opt.Log, err)
		}
	}
	f, err := probe.Run(ctx, g, opt)
	if f == nil {
		return nil, errors.Join(err, g.Close())
	}
	err = errors.Join(err, write(f))
	if closed := g.Close(); err == nil {
		err = closed // after a fault of the GPU, closing fails for the same reason
	}
	return f, err
}

// writeFile replaces a file, so that there is always a complete one.
func writeFile(path string, f *golden.File) error {
	if err := os.WriteFile(path+".tmp", []byte(f.Format()), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}

func readFile(path string) (*golden.File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := golden.Parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// recheckFile rewrites the verdicts of a file. What was found before an interruption
// is kept.
func recheckFile(ctx context.Context, path string, only *regexp.Regexp, log io.Writer) (*golden.File, error) {
	f, err := readFile(path)
	if err != nil {
		return nil, err
	}
	err = probe.Recheck(ctx, f, only, log)
	return f, errors.Join(err, writeFile(path, f))
}

// printTable prints the rows of a golden file that are about heads of the table.
func printTable(w io.Writer, path string) error {
	f, err := readFile(path)
	if err != nil {
		return err
	}
	for _, row := range f.Rows() {
		head, _, _ := strings.Cut(row, "\t")
		parts := strings.Split(head, ".")
		if _, miss := isa.Resolve(parts[0], parts[1:]); miss != nil {
			continue // min3.f32: the table calls it min.f32, as the one with two sources
		}
		if _, err := fmt.Fprintln(w, row); err != nil {
			return err
		}
	}
	return nil
}
