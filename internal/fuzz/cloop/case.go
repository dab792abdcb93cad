package cloop

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
)

// Source is the program in the folder of a case.
const Source = "prog.c"

// ptx is the kernels there.
const ptx = "kernel.ptx"

// nativeTime bounds a program on this machine; kernels take up to a thousand times longer.
const nativeTime = 20 * time.Millisecond

// shapes are grids and blocks, of which kernels have one after another.
var shapes = [][2]uint32{{1, 32}, {2, 20}, {1, 40}, {4, 8}}

// Make writes the case of a seed to a folder: the same seed and the same version of clang
// give the same case. It returns what the PTX was made for.
func Make(ctx context.Context, seed uint64, dir string) (clang.Target, error) {
	rng := rand.New(rand.NewPCG(seed, 4))
	target := clang.Pick(rng, false)
	if rng.IntN(4) == 0 { // more often, as loops are there as they are written
		target.Level = "O0"
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return target, err
	}
	if err := os.WriteFile(filepath.Join(dir, Source), []byte(text(seed)), 0o644); err != nil {
		return target, err
	}
	return target, Build(ctx, dir, fmt.Sprintf("loops_%d", seed), target)
}

// kernelHead finds the kernels of a program.
var kernelHead = regexp.MustCompile(`(?m)^KERNEL void (k(\d+))\(`)

// Build writes the case of the program of a folder, from which kernels may be missing. The error
// says why the program is of no use, as [clang.Oracle] does.
func Build(ctx context.Context, dir, name string, target clang.Target) error {
	program, err := os.ReadFile(filepath.Join(dir, Source))
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "cloop")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	c := &casefile.Case{
		Format: 1, Name: name, Tolerance: "bits",
		Notes:   "Random loops, from " + Source + ".",
		PTX:     []casefile.PTX{{File: ptx, Target: target.Arch, Version: target.PTXVersion(), Opt: target.Level, Producer: clang.Program}},
		Buffers: []*casefile.Buffer{{Name: "in", Elem: "u32", Count: inputs, Bytes: 4 * inputs}},
	}
	var calls strings.Builder
	for _, m := range kernelHead.FindAllSubmatch(program, -1) {
		kernel := string(m[1])
		shape := shapes[int(m[2][0]-'0')%len(shapes)]
		threads := shape[0] * shape[1]
		fmt.Fprintf(&calls, "\trun(file, %s, %d);\n", kernel, threads)
		count := perThread * int(threads)
		c.Buffers = append(c.Buffers, &casefile.Buffer{Name: kernel, Elem: "u64", Count: count, Bytes: 8 * count, Init: "zero", Expect: "out_" + kernel + ".bin"})
		c.Launches = append(c.Launches, &casefile.Launch{
			Kernel: kernel, Grid: [3]uint32{shape[0], 1, 1}, Block: [3]uint32{shape[1], 1, 1},
			Args: []casefile.Arg{{Buf: "in", Type: "u64"}, {Buf: kernel, Type: "u64"}, {Type: "s32", Hex: fmt.Sprintf("%02x000000", length)}},
		})
	}
	if len(c.Launches) == 0 {
		return errors.New("the program has no kernel")
	}
	src := filepath.Join(tmp, "main.c")
	if err := os.WriteFile(src, fmt.Appendf(nil, "%s\n%s\n"+nativeMain, clang.Kernels, program, inputs, numbers(), perThread, length, calls.String()), 0o644); err != nil {
		return err
	}
	want, err := clang.Oracle(ctx, tmp, src, nativeTime)
	if err != nil {
		return err
	}
	for _, b := range c.Buffers[1:] {
		if err := os.WriteFile(filepath.Join(dir, b.Expect), want[:b.Bytes], 0o644); err != nil {
			return err
		}
		want = want[b.Bytes:]
	}
	for _, x := range input() {
		c.Buffers[0].Contents = binary.LittleEndian.AppendUint32(c.Buffers[0].Contents, x)
	}
	if err := clang.PTX(ctx, target, src, filepath.Join(dir, ptx)); err != nil {
		return err
	}
	return c.Save(dir)
}

// input are the numbers that all kernels read, small and large.
func input() []uint32 {
	rng := rand.New(rand.NewPCG(0, 6))
	list := make([]uint32, inputs)
	for i := range list {
		list[i] = rng.Uint32() >> rng.IntN(32)
	}
	return list
}

// numbers are these in C.
func numbers() string {
	var b strings.Builder
	for _, x := range input() {
		fmt.Fprintf(&b, "%du,", x)
	}
	return b.String()
}

// nativeMain runs the kernels, one thread after the other, and writes what each has stored.
const nativeMain = `
#ifndef __NVPTX__
#include <stdio.h>
#include <string.h>

typedef void kernel(const u32 *, u64 *, i32);

static void run(FILE *file, kernel *k, int threads) {
	static const u32 in[%d] = {%s};
	u64 out[%d * threads];
	memset(out, 0, sizeof out);
	for (thread = 0; thread < threads; thread++)
		k(in, out, %d);
	fwrite(out, 1, sizeof out, file);
}

int main(int argc, char **argv) {
	FILE *file = fopen(argv[1], "wb");
	if (!file)
		return 1;
%s	return fclose(file);
}
#endif
`
