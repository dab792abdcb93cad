// Package csource makes conformance cases of random C programs: csmith writes the
// program, clang compiles it to PTX as a kernel of one thread, and what the same
// program computes on this machine is what the kernel must leave in memory.
//
// The programs have defined behaviour by construction. Integers of all widths,
// control flow, pointers, arrays, structures with bit fields, unions and calls
// occur in them; floating point is what package fpgraph is about.
package csource

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
)

//go:embed shim
var shim embed.FS

// Available returns what is missing on this machine, nil if nothing is.
func Available() error {
	if err := clang.Missing(clang.Program, "csmith"); err != nil {
		return err
	}
	if headers() == "" {
		return errors.New("the headers of csmith are not in /usr/include: install Debian's package libcsmith-dev")
	}
	return nil
}

// headers returns the folder of csmith's safe_math.h, "" if there is none.
func headers() string {
	for _, pattern := range []string{"/usr/include/csmith*", "/usr/local/include/csmith*", "/opt/homebrew/include/csmith*"} {
		dirs, _ := filepath.Glob(pattern)
		for _, d := range dirs {
			if _, err := os.Stat(filepath.Join(d, "safe_math.h")); err == nil {
				return d
			}
		}
	}
	return ""
}

// Source is the program in the folder of a case.
const Source = "prog.c"

// The other files of the folder, beside case.json.
const (
	ptx    = "kernel.ptx"
	expect = "out_out.bin"
)

// nativeTime bounds a program on this machine; kernels take up to a
// thousand times longer.
const nativeTime = 60 * time.Millisecond

// attempts is how many programs are tried for a seed: some do not end.
const attempts = 10

// maxPTX is how many bytes of PTX a case has at most: clang may inline a program into
// one function that the Go compiler takes minutes for.
const maxPTX = 512 << 10

// retry is what lies between the seeds of two attempts.
const retry = 1000000

// Make writes the case of a seed to a folder: the same seed and the same versions
// of csmith and clang give the same case. It returns what the PTX was made for.
func Make(ctx context.Context, seed uint64, dir string) (clang.Target, error) {
	var last error
	for k := range uint64(attempts) {
		t, err := makeOne(ctx, seed, seed+retry*k, dir)
		if err == nil || ctx.Err() != nil {
			return t, err
		}
		last = err
	}
	return clang.Target{}, fmt.Errorf("%d programs tried: %w", attempts, last)
}

// sizes are the options of csmith for small, medium and large programs.
var sizes = [][]string{{"--max-funcs", "3", "--max-block-depth", "2", "--max-expr-complexity", "6"}, {"--max-funcs", "5", "--max-block-depth", "3"}, nil}

func makeOne(ctx context.Context, seed, random uint64, dir string) (clang.Target, error) {
	rng := rand.New(rand.NewPCG(random, 0))
	target := clang.Pick(rng, false)
	// csmith takes pointers to members of packed structures as if these were aligned.
	args := []string{"--seed", strconv.FormatUint(random, 10), "--no-argc", "--concise", "--no-packed-struct", "-o", Source}
	args = append(args, sizes[rng.IntN(len(sizes))]...)
	if rng.IntN(3) == 0 && target.Arch != "sm_35" {
		args = append(args, "--int128", "--uint128")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return target, err
	}
	csmith := exec.CommandContext(ctx, "csmith", args...)
	csmith.Dir = dir // it writes its arguments into the program
	if out, err := csmith.CombinedOutput(); err != nil {
		return target, fmt.Errorf("csmith: %w\n%s", err, out)
	}
	return target, Build(ctx, dir, fmt.Sprintf("csmith_%d", seed), target)
}

// Build writes the case of the program prog.c of a folder. The error says why the
// program is of no use: it does not compile, runs for too long, or its result
// depends on what C leaves undefined; or its PTX is too long.
func Build(ctx context.Context, dir, name string, target clang.Target) error {
	tmp, err := os.MkdirTemp("", "csource")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.CopyFS(tmp, shim); err != nil {
		return err
	}
	prog, err := filepath.Abs(filepath.Join(dir, Source))
	if err != nil {
		return err
	}
	wrap := filepath.Join(tmp, "shim", "wrap.c")
	flags := []string{"-I" + filepath.Join(tmp, "shim"), "-I" + headers(), fmt.Sprintf("-DPROGRAM=%q", prog)}
	want, err := clang.Oracle(ctx, tmp, wrap, nativeTime, flags...)
	if err != nil {
		return err
	}
	if err := clang.PTX(ctx, target, wrap, filepath.Join(dir, ptx), flags...); err != nil {
		return err
	}
	if info, err := os.Stat(filepath.Join(dir, ptx)); err != nil || info.Size() > maxPTX {
		return errors.Join(err, errors.New("the PTX is too long"))
	}
	if err := os.WriteFile(filepath.Join(dir, expect), want, 0o644); err != nil {
		return err
	}
	c := &casefile.Case{
		Format: 1, Name: name, Tolerance: "bits",
		Notes:   "A program of csmith. Word 0 of out is its checksum, word 1 the number of its global variables, the others the checksum behind each of them.",
		PTX:     []casefile.PTX{{File: ptx, Target: target.Arch, Version: target.PTXVersion(), Opt: target.Level, Producer: clang.Program}},
		Buffers: []*casefile.Buffer{{Name: "out", Elem: "u32", Count: 256, Bytes: 1024, Init: "zero", Expect: expect}},
		Launches: []*casefile.Launch{{
			Kernel: "csmith_kernel", Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Args: []casefile.Arg{{Buf: "out", Type: "u64"}},
		}},
	}
	return c.Save(dir)
}
