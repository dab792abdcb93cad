// Command cmd runs programs for linux/amd64, as test binaries of Go, in Bochs, whose processor
// has AVX-512, one after another; package bochs says what it needs:
//
//	go run ./internal/house/bochs/cmd [flags] PROGRAM [ARGUMENT ...] [-- PROGRAM ...]
//
//	-e NAME=VALUE   a variable of their environment, may be repeated
//	-f INSIDE=PATH  a file that they find, or a folder, may be repeated
//	-i PATH         the file that they read as standard input
//	-kernel PATH    the kernel, one of /boot if it is missing
//	-log            show what Bochs says
//	-timeout D      give up after a while, 30m if it is missing
//
// Its exit status is that of the last one that failed, 0 if none did. Where something is missing
// that it needs, it says so and exits with 77.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/bochs"
)

func main() {
	m := &bochs.Machine{Files: map[string]string{}}
	var env []string
	flag.Func("e", "NAME=VALUE: a variable of their environment", func(s string) error { env = append(env, s); return nil })
	flag.Func("f", "INSIDE=PATH: a file or a folder that they find", func(s string) error {
		inside, path, ok := strings.Cut(s, "=")
		if !ok {
			return fmt.Errorf("%s is not INSIDE=PATH", s)
		}
		m.Files[strings.TrimPrefix(inside, "/")] = path
		return nil
	})
	flag.StringVar(&m.Kernel, "kernel", "", "the kernel")
	input := flag.String("i", "", "the file that they read as standard input")
	log := flag.Bool("log", false, "show what Bochs says")
	timeout := flag.Duration("timeout", 30*time.Minute, "give up after this time")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if kernels := bochs.Kernels(); m.Kernel == "" && len(kernels) > 0 {
		m.Kernel = kernels[len(kernels)-1]
	}
	if err := m.Missing(); err != nil {
		fmt.Fprintln(os.Stderr, "SKIPPED: Bochs cannot run here:", err)
		os.Exit(77)
	}
	if *log {
		m.Log = os.Stderr
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *timeout)
	defer cancel()
	programs := split(flag.Args(), env, *input)
	codes, err := m.Run(ctx, os.Stdout, programs...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	last := 0
	for i, code := range codes {
		if code != 0 {
			fmt.Fprintf(os.Stderr, "%s: exit status %d\n", programs[i].Path, code)
			last = code
		}
	}
	os.Exit(last)
}

// split takes programs and their arguments apart.
func split(args, env []string, input string) []bochs.Program {
	var programs []bochs.Program
	for len(args) > 0 {
		n := slices.Index(args, "--")
		if n < 0 {
			n = len(args)
		}
		if n > 0 {
			programs = append(programs, bochs.Program{Path: args[0], Input: input, Args: args[1:n], Env: env})
		}
		args = args[min(n+1, len(args)):]
	}
	return programs
}
