// Package ptxtest tests the interpreter on PTX text, through the front end and
// the builder: small kernels for each rule of execution, and the conformance
// cases. It has no code of its own.
package ptxtest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// kernel is PTX text ready to run.
type kernel struct {
	mod *ir.Module
	x   *interp.Machine
	y   *interp.Machine // in rows, nil for none
	cfg interp.Config
}

// compile builds a module from PTX without its first lines.
func compile(t *testing.T, text string, opt interp.Options) *kernel {
	t.Helper()
	src := ".version 8.0\n.target sm_90\n.address_size 64\n" + text
	l := diag.NewList(diag.NewFile("dir/k.ptx", src))
	externs := map[string]bool{}
	for name := range opt.Externs {
		externs[name] = true
	}
	m := pipeline.Lower(l.File, l, pipeline.Options{Build: builder.Options{Externs: externs}, Passes: pass.List{}})
	if m == nil {
		var b strings.Builder
		l.Print(&b)
		t.Fatal(b.String())
	}
	return ready(t, m, opt)
}

// ready makes the machines of a module. Functions of the test are called lane by lane alone.
func ready(t *testing.T, m *ir.Module, opt interp.Options) *kernel {
	t.Helper()
	k := &kernel{mod: m, cfg: interp.Config{Block: [3]uint32{32}}}
	machine := func() *interp.Machine {
		x, err := interp.New(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	k.x = machine()
	if opt.Trace == nil && len(opt.Externs) == 0 {
		opt.Rows = true
		k.y = machine()
	}
	return k
}

// body compiles the statements of a kernel k(out). %out is its buffer and %t the
// thread's number in the CTA, %a the address of element %t of out.
func body(t *testing.T, text string) *kernel { return bodyWith(t, interp.Options{}, "", text) }

func bodyWith(t *testing.T, opt interp.Options, outer, text string) *kernel {
	t.Helper()
	return compile(t, outer+`
.visible .entry k(.param .u64 out) {
	.reg .b32 %t, %r<40>;
	.reg .b64 %out, %a, %rd<40>;
	.reg .pred %p<20>;
	.reg .f32 %f<20>;
	.reg .f64 %fd<10>;
	.reg .b16 %h<10>;
	ld.param.u64 %out, [out];
	mov.u32 %t, %tid.x;
	mad.wide.u32 %a, %t, 4, %out;
`+text+`
	ret;
}
`, opt)
}

// grid and block set the shape of the launch.
func (k *kernel) grid(n uint32) *kernel  { k.cfg.Grid[0] = n; return k }
func (k *kernel) block(n uint32) *kernel { k.cfg.Block[0] = n; return k }

// launch runs kernel k on a buffer.
func (k *kernel) launch(out []uint32) error {
	return k.launchNamed(context.Background(), "k", out)
}

// launchNamed runs a kernel, in rows too: the error of a launch that ends otherwise than lane by lane says so.
func (k *kernel) launchNamed(ctx context.Context, name string, out []uint32) error {
	rows := slices.Clone(out)
	launch := func(x *interp.Machine, b []byte) error {
		addr, err := x.Address(b)
		if err != nil {
			return err
		}
		return x.Launch(ctx, name, k.cfg, binary.LittleEndian.AppendUint64(nil, addr), [][]byte{b})
	}
	err := launch(k.x, bytesOf(out))
	if stopped := new(interp.Unfinished); errors.As(err, &stopped) || k.y == nil {
		return err // where it stands is a matter of time
	}
	cfg := k.cfg
	k.cfg.Stdout = io.Discard
	got := launch(k.y, bytesOf(rows))
	k.cfg = cfg
	if fmt.Sprint(err) != fmt.Sprint(got) {
		return fmt.Errorf("in rows: %v; lane by lane: %v", got, err)
	}
	if !slices.Equal(out, rows) {
		return fmt.Errorf("in rows the output is %v; lane by lane: %v", rows, out)
	}
	return err
}

// at is the address at which kernels see memory.
func (k *kernel) at(b []byte) uint64 {
	addr, err := k.x.Address(b)
	if err != nil {
		panic(err)
	}
	return addr
}

// run is launch for a kernel that must not fail. It returns n words of output.
func (k *kernel) run(t *testing.T, n int) []uint32 {
	t.Helper()
	out := make([]uint32, n)
	if err := k.launch(out); err != nil {
		t.Fatal(err)
	}
	return out
}

// fails runs a kernel that must fail, with all of the texts in the error.
func (k *kernel) fails(t *testing.T, n int, texts ...string) {
	t.Helper()
	err := k.launch(make([]uint32, n))
	if err == nil {
		t.Fatalf("no error; want %q", texts)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("error %q does not contain %q", err, text)
		}
	}
}

func bytesOf(s []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 4*len(s))
}

func address(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// expect compares words with what a function says they are.
func expect(t *testing.T, got []uint32, want func(i int) uint32) {
	t.Helper()
	bad := 0
	for i, g := range got {
		if w := want(i); g != w {
			t.Errorf("word %d is %#x, want %#x", i, g, w)
			if bad++; bad == 8 {
				t.Fatal("and perhaps more")
			}
		}
	}
}
