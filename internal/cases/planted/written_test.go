package planted

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

var stored = regexp.MustCompile(`(st\.[a-z0-9.]+ \[[^]]*\], )%r14;`)

// TestWritten launches random kernels with all notes of initialisation, and with those only that a copy of the kernel
// has for launches in which all of global memory is written: both find the same.
func TestWritten(t *testing.T) {
	kernels := 1000
	if testing.Short() {
		kernels = 100
	}
	equal, refused, found := 0, 0, 0
	for seed := range uint64(kernels) {
		r := rand.New(rand.NewPCG(seed, 11))
		pick := func(list ...uint32) uint32 { return list[r.IntN(len(list))] }
		text := stored.ReplaceAllStringFunc(placedKernel(r), func(s string) string { // what may never have been written
			if r.IntN(3) == 0 {
				return s[:len(s)-len("%r14;")] + "%r7;"
			}
			return s
		})
		f := diag.NewFile("written.ptx", text)
		l := diag.NewList(f)
		m := pipeline.Lower(f, l, pipeline.Options{Pass: pass.Options{AnyShape: true, Verify: true}, Sanitize: insert.Options{Init: true, Apart: true}})
		if m == nil {
			t.Fatalf("%v\n%s", l.Sorted(), text)
		}
		i := slices.IndexFunc(m.Funcs, func(f *ir.Func) bool { return f.Whole != nil })
		if i < 0 {
			continue
		}
		other := m.Funcs[i]
		whole := other.Whole
		apart, err := sanitize.ParseApart(whole.Apart)
		if err != nil {
			t.Fatal(err)
		}
		grid, block := [3]uint32{pick(1, 2, 3), pick(1, 1, 2), 1}, [3]uint32{pick(8, 32, 64, 48), pick(1, 1, 2), 1}
		args := []Arg{{Name: "a", Buf: "u32", N: 4096}, {Buf: "u32", N: 4096}, {Type: "u32", Value: json.Number(fmt.Sprint(pick(16, 40, 64)))}, {Type: "u32", Value: json.Number(fmt.Sprint(pick(64, 33, 5)))}}
		const a = 1 << 20
		words := map[int]uint64{0: a, 8: 1 << 22}
		if r.IntN(3) == 0 {
			args[1], words[8] = Arg{Ptr: "a"}, a
		}
		if !apart.Written(numbersOf(grid, block, words), true) {
			refused++
			continue
		}
		run := func(k *ir.Func) (list []string) {
			other.Whole, m.Funcs = nil, []*ir.Func{k}
			state := sanitize.New(sanitize.Options{Init: true})
			x, err := interp.New(m, interp.Options{Sanitizer: state, MaxSteps: steps})
			if err != nil {
				t.Fatal(err)
			}
			params, bufs, err := arguments(x, state, args)
			if err != nil {
				t.Fatal(err)
			}
			if err := x.Launch(context.Background(), "k", interp.Config{Grid: grid, Block: block}, params, bufs); err != nil {
				return nil // outside of the buffers
			}
			return alike(state.Findings())
		}
		want := run(whole)
		if diff := cmp.Diff(want, run(other)); diff != "" {
			t.Fatalf("seed %d, grid %v, block %v: (-all notes +fewer)\n%s\n%s", seed, grid, block, diff, text)
		}
		if equal++; len(want) > 0 {
			found++
		}
	}
	t.Logf("%d launches with the same findings, %d of them with some; %d for which it is not known", equal, found, refused)
	if equal < kernels/4 || found < kernels/8 || refused < kernels/100 {
		t.Errorf("%d launches with the same findings, %d of them with some; %d for which it is not known", equal, found, refused)
	}
}
