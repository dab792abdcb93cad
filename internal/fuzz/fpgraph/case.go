// Package fpgraph makes conformance cases of random graphs of operations on
// floating-point numbers and integers: C that clang compiles to PTX as kernels, and
// natively for the bytes that they must leave in memory.
//
// Every operation is exactly specified on both sides: sums, products, quotients,
// roots and fused multiply-adds are correctly rounded, conversions to integers are
// checked for their range first, shift counts are masked, divisors are not zero, and
// NaNs get one pattern before their bits are seen.
package fpgraph

import (
	"bytes"
	"context"
	_ "embed" // what stands before the kernels is a file
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
)

// prelude is what the kernels of graphs need beside clang.Kernels.
//
//go:embed prelude.h
var prelude string

// inputs are the types of the arrays that a kernel reads, in the order of its
// parameters and in memory.
var inputs = []typ{f64, i64, u64, f32, i32, u32, i16, u16, i8, u8}

// inputBytes is the size of all arrays.
const inputBytes = Threads * (3*8 + 3*4 + 2*2 + 2)

// nativeTime bounds the native program.
const nativeTime = 20 * time.Second

// Name is the name of the kernel.
func (g *Graph) Name() string {
	if g.Half {
		return fmt.Sprintf("half_%d", g.Seed)
	}
	return fmt.Sprintf("float_%d", g.Seed)
}

// text writes the kernel in C.
func (g *Graph) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "KERNEL void %s(", g.Name())
	for _, t := range inputs {
		fmt.Fprintf(&b, "const %s GLOBAL *in_%s, ", t, t)
	}
	b.WriteString("u64 GLOBAL *out) {\n\tint tid = THREAD;\n")
	for i, keep := range g.needed() {
		if keep {
			b.WriteString("\t" + g.stmts[i].text + "\n")
		}
	}
	for k, v := range g.outs {
		x := fmt.Sprintf("(u64)v%d", v)
		switch g.vars[v].typ {
		case f16:
			x = fmt.Sprintf("float_bits((float)v%d)", v)
		case f32:
			x = fmt.Sprintf("float_bits(v%d)", v)
		case f64:
			x = fmt.Sprintf("double_bits(v%d)", v)
		}
		fmt.Fprintf(&b, "\tout[tid * %d + %d] = %s;\n", len(g.outs), k, x)
	}
	b.WriteString("}\n")
	return b.String()
}

// special are bit patterns of f32 and f64 at which arithmetic changes its
// behaviour.
var (
	special32 = []uint32{0, 1 << 31, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x00800000, 0x7f7fffff, 0x4b000001, 0x807fffff, 0xbf000000}
	special64 = []uint64{0, 1 << 63, 0x3ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 1, 0x0010000000000000, 0x7fefffffffffffff, 0x36a0000000000000, 0x47efffffe0000000, 0x43e0000000000000}
)

// input fills the arrays.
func (g *Graph) input() []byte {
	rng := rand.New(rand.NewPCG(g.Seed, 2))
	var b []byte
	for _, t := range inputs {
		for range Threads {
			switch t {
			case f32:
				v := math.Float32bits(float32(rng.Float64()*200 - 100))
				switch rng.IntN(4) {
				case 0:
					v = special32[rng.IntN(len(special32))]
				case 1:
					v = rng.Uint32()
				}
				b = binary.LittleEndian.AppendUint32(b, v)
			case f64:
				v := math.Float64bits(rng.Float64()*2000 - 1000)
				switch rng.IntN(4) {
				case 0:
					v = special64[rng.IntN(len(special64))]
				case 1:
					v = rng.Uint64()
				}
				b = binary.LittleEndian.AppendUint64(b, v)
			default:
				v := uint64(rng.Int64()) >> rng.IntN(64)
				if rng.IntN(2) == 0 {
					v = -v
				}
				n := bitsOf[t] / 8
				b = append(b, binary.LittleEndian.AppendUint64(nil, v)[:n]...)
			}
		}
	}
	return b
}

// Make writes a case folder in which each graph is a kernel. The same graphs and
// the same target give the same case.
func Make(ctx context.Context, dir, name string, graphs []*Graph, target clang.Target) error {
	tmp, err := os.MkdirTemp("", "fpgraph")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var src, calls strings.Builder
	src.WriteString(clang.Kernels + prelude)
	var in []byte
	outBytes := 0
	for _, g := range graphs {
		src.WriteString("\n" + g.text())
		fmt.Fprintf(&calls, "\t\t%s(", g.Name())
		at := len(in)
		for _, t := range inputs {
			fmt.Fprintf(&calls, "(const void *)(in + %d), ", at)
			at += Threads * bitsOf[t] / 8
		}
		fmt.Fprintf(&calls, "(void *)(out + %d));\n", outBytes)
		in = append(in, g.input()...)
		outBytes += g.outBytes()
	}
	fmt.Fprintf(&src, nativeMain, len(in), outBytes, Threads, calls.String())
	file := filepath.Join(dir, "kernel.c")
	if err := os.WriteFile(file, []byte(src.String()), 0o644); err != nil {
		return err
	}
	want, err := native(ctx, tmp, file, in)
	if err != nil {
		return err
	}
	if err := clang.PTX(ctx, target, file, filepath.Join(dir, "kernel.ptx")); err != nil {
		return err
	}
	contract := ""
	if target.Level == "O1" || target.Level == "O3" { // two of five
		contract = casefile.ContractNone
		if err := withoutRounding(filepath.Join(dir, "kernel.ptx")); err != nil {
			return err
		}
	}
	return save(dir, name, graphs, target, want, contract)
}

// withoutRounding takes the rounding modifiers of products and sums out of a PTX file.
// The native program rounds each operation, and that is what they mean still, where
// nothing is contracted.
func withoutRounding(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, rounded.ReplaceAll(text, []byte("$1.")), 0o644)
}

var rounded = regexp.MustCompile(`\b(add|sub|mul)\.rn\.`)

// nativeMain runs all kernels, one thread after the other, on the bytes of a file.
const nativeMain = `
#ifndef __NVPTX__
extern void *fopen(const char *, const char *);
extern __SIZE_TYPE__ fread(void *, __SIZE_TYPE__, __SIZE_TYPE__, void *), fwrite(const void *, __SIZE_TYPE__, __SIZE_TYPE__, void *);
extern int fclose(void *);

int main(int argc, char **argv) {
	static u8 in[%d] __attribute__((aligned(256))), out[%d] __attribute__((aligned(256)));
	void *f = fopen(argv[1], "rb");
	if (!f || fread(in, 1, sizeof in, f) != sizeof in)
		return 1;
	for (thread = 0; thread < %d; thread++) {
%s	}
	f = fopen(argv[2], "wb");
	if (!f || fwrite(out, 1, sizeof out, f) != sizeof out)
		return 1;
	return fclose(f);
}
#endif
`

func (g *Graph) outBytes() int { return 8 * Threads * len(g.outs) }

// native returns what the kernels store on this machine, which must not depend on
// the optimisation level.
func native(ctx context.Context, tmp, source string, in []byte) ([]byte, error) {
	bin, inFile, outFile := filepath.Join(tmp, "native"), filepath.Join(tmp, "in.bin"), filepath.Join(tmp, "out.bin")
	if err := os.WriteFile(inFile, in, 0o644); err != nil {
		return nil, err
	}
	var want []byte
	for _, level := range []string{"O1", "O0"} {
		if err := clang.Native(ctx, level, source, bin); err != nil {
			return nil, err
		}
		if err := clang.Run(ctx, nativeTime, bin, inFile, outFile); err != nil {
			return nil, err
		}
		got, err := os.ReadFile(outFile)
		if err != nil {
			return nil, err
		}
		if want != nil && !bytes.Equal(got, want) {
			return nil, fmt.Errorf("at -%s the native program computes something else", level)
		}
		want = got
	}
	return want, nil
}

// save writes case.json with the files that it names.
func save(dir, name string, graphs []*Graph, target clang.Target, want []byte, contract string) error {
	c := &casefile.Case{
		Format: 1, Name: name, Tolerance: "bits", Contract: contract,
		Notes: "Random operations on floating-point numbers and integers, from kernel.c.",
		PTX:   []casefile.PTX{{File: "kernel.ptx", Target: target.Arch, Version: target.PTXVersion(), Opt: target.Level, Producer: clang.Program}},
	}
	at := 0
	for _, g := range graphs {
		in, out := "in_"+g.Name(), "out_"+g.Name()
		n := g.outBytes()
		c.Buffers = append(c.Buffers,
			&casefile.Buffer{Name: in, Elem: "bytes", Count: inputBytes, Bytes: inputBytes, Contents: g.input()},
			&casefile.Buffer{Name: out, Elem: "u64", Count: n / 8, Bytes: n, Init: "zero", Expect: out + ".bin"})
		if err := os.WriteFile(filepath.Join(dir, out+".bin"), want[at:at+n], 0o644); err != nil {
			return err
		}
		at += n
		l := &casefile.Launch{Kernel: g.Name(), Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{Threads, 1, 1}}
		if g.Seed%2 == 1 {
			l.Grid[0], l.Block[0] = 2, Threads/2
		}
		off := 0
		for _, t := range inputs {
			l.Args = append(l.Args, casefile.Arg{Buf: in, Offset: off, Type: "u64"})
			off += Threads * bitsOf[t] / 8
		}
		l.Args = append(l.Args, casefile.Arg{Buf: out, Type: "u64"})
		c.Launches = append(c.Launches, l)
	}
	return c.Save(dir)
}
