// Package clang compiles C with clang: to PTX, and natively for the oracle. It
// knows which targets and optimisation levels there are to choose from, and which
// flags and declarations make both sides mean the same. It knows nothing else about what
// it compiles.
package clang

import (
	"bytes"
	"context"
	_ "embed" // the declarations are a file
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"time"
)

// Program is the compiler that the package looks for on PATH.
const Program = "clang-19"

// Kernels are declarations in C: the integer types i8 to u64, and what makes a function a
// kernel in PTX (KERNEL), an address one of global memory (GLOBAL), and the number of the
// thread (THREAD). Natively that is a variable, thread.
//
//go:embed kernel.h
var Kernels string

// Missing returns an error that says what to install if one of the programs is
// not on PATH.
func Missing(programs ...string) error {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			return fmt.Errorf("%s is not on PATH: install Debian's package %s", p, p)
		}
	}
	return nil
}

// Target is what PTX is made for, and how.
type Target struct {
	Arch    string // "sm_70"
	Version string // the feature that asks for the PTX version: "ptx63"
	Level   string // "O2"
}

func (t Target) String() string { return t.Level + " " + t.Arch }

// PTXVersion returns the version as .version has it: "6.3".
func (t Target) PTXVersion() string {
	v := strings.TrimPrefix(t.Version, "ptx")
	return v[:len(v)-1] + "." + v[len(v)-1:]
}

// targets are those that clang 19 knows and that differ in what code they get.
var targets = [][2]string{{"sm_35", "ptx42"}, {"sm_52", "ptx60"}, {"sm_70", "ptx63"}, {"sm_80", "ptx78"}, {"sm_90", "ptx85"}}

// Levels are the optimisation levels.
var Levels = []string{"O0", "O1", "O2", "O3", "Os"}

// Pick chooses a target; with half one that has 16-bit floats.
func Pick(rng *rand.Rand, half bool) Target {
	list := targets
	if half {
		list = targets[2:]
	}
	t := list[rng.IntN(len(list))]
	return Target{t[0], t[1], Levels[rng.IntN(len(Levels))]}
}

// common makes both sides compute the same: no contraction of products and sums,
// every step rounded, no assumptions about aliases.
var common = []string{
	"-w", "-std=gnu17", "-ffp-contract=off", "-fno-strict-aliasing", "-Xclang", "-ffloat16-excess-precision=none",
}

// PTX compiles a C file to PTX. Kernels have __attribute__((nvptx_kernel)).
func PTX(ctx context.Context, t Target, source, out string, flags ...string) error {
	args := append([]string{"--target=nvptx64-nvidia-cuda", "-march=" + t.Arch, "-Xclang", "-target-feature", "-Xclang", "+" + t.Version,
		"-ffreestanding", "-nostdlibinc", "-" + t.Level, "-S", source, "-o", out}, common...)
	return run(ctx, Program, append(args, flags...)...)
}

// Native compiles a C file to a program for this machine.
func Native(ctx context.Context, level, source, out string, flags ...string) error {
	args := append([]string{"-" + level, "-mavx2", "-mfma", "-mf16c", source, "-o", out}, common...)
	return run(ctx, Program, append(append(args, flags...), "-lm")...)
}

// run runs a program and returns the first error that it reports.
func run(ctx context.Context, program string, args ...string) error {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for line := range strings.SplitSeq(out.String(), "\n") {
		if strings.Contains(line, "error") {
			return errors.New(line)
		}
	}
	return fmt.Errorf("%s: %w\n%.400s", program, err, out.String())
}

// ErrTime is returned for native programs that run for too long.
var ErrTime = errors.New("the native program runs for too long")

// Run runs a native program that may use the given time of a processor. That does
// not depend on what else the machine does, unlike the time until it ends.
func Run(ctx context.Context, limit time.Duration, program string, args ...string) error {
	limited, cancel := context.WithTimeout(ctx, 10*limit+2*time.Second)
	defer cancel()
	cmd := exec.CommandContext(limited, program, args...)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil, err == nil && cmd.ProcessState.UserTime() > limit:
		return ErrTime
	case err != nil:
		return fmt.Errorf("the native program: %w", err)
	}
	return nil
}
