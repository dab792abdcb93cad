package difftest

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// TestOrder runs kernels whose threads exchange words of shared memory with others at
// some distance, between two barriers: as a whole, where every barrier is one, and as parts,
// where some may have gone because an order of the threads does.
func TestOrder(t *testing.T) {
	seen := map[ir.ThreadOrder]int{}
	for seed := range uint64(200) {
		rows := uint32(1 + seed%2)
		text := exchanges(rand.New(rand.NewPCG(seed, 3)), rows == 1)
		whole := runExchanges(t, text, rows, false, nil)
		if parts := runExchanges(t, text, rows, true, seen); !bytes.Equal(whole, parts) {
			t.Errorf("seed %d: the parts give\n%x, the kernel\n%x\n%s", seed, parts, whole, text)
		}
	}
	for _, o := range []ir.ThreadOrder{ir.AnyOrder, ir.Ascending, ir.Descending} {
		if seen[o] < 15 {
			t.Errorf("%d regions run in %v order", seen[o], o)
		}
	}
}

const (
	exchangeX     = 48 // threads of a row
	exchangeWords = 64 // of each array
)

// exchanges makes a kernel. Rows of threads do the same; where there are several, no thread
// reads what one of another row writes between the same barriers.
func exchanges(r *rand.Rand, oneRow bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	b.WriteString(`.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out)
.maxntid 96
{
	.shared .align 4 .b8 s0[256];
	.shared .align 4 .b8 s1[256];
	.shared .align 4 .b8 s2[256];
	.reg .u32 %r<8>;
	.reg .u64 %rd<8>;
	.reg .pred %p;
	mov.u32 %r1, %tid.x;
	setp.ge.u32 %p, %r1, 48;
	@%p ret;
	mul.wide.u32 %rd1, %r1, 4;
`)
	address := func(array, at int) string { // of the word at tx+at
		if r.IntN(2) == 0 {
			line("mov.u64 %%rd2, s%d;", array)
			line("add.u64 %%rd2, %%rd2, %%rd1;")
			return fmt.Sprintf("[%%rd2%+d]", 4*at)
		}
		line("add.u32 %%r7, %%r1, %d;", at)
		line("mul.wide.u32 %%rd2, %%r7, 4;")
		line("mov.u64 %%rd3, s%d;", array)
		line("add.u64 %%rd2, %%rd2, %%rd3;")
		return "[%rd2]"
	}
	labels := 0
	load := func(reg string, array, at int) { // where there is such a word
		labels++
		line("mov.u32 %s, %d;", reg, r.IntN(100))
		switch {
		case at < 0:
			line("setp.lt.u32 %%p, %%r1, %d;", -at)
		case at > exchangeWords-exchangeX || r.IntN(2) == 0:
			line("setp.ge.u32 %%p, %%r1, %d;", exchangeX-at)
		default:
			line("setp.eq.u32 %%p, %%r1, %d;", r.IntN(60))
		}
		line("@%%p bra L%d;", labels)
		line("ld.shared.u32 %s, %s;", reg, address(array, at))
		b.WriteString(fmt.Sprintf("L%d:\n", labels))
	}
	far := func() int { return r.IntN(2*12+1) - 12 }
	for i := range 3 {
		line("mad.lo.u32 %%r2, %%r1, %d, %d;", 2*i+3, 17*i)
		line("st.shared.u32 %s, %%r2;", address(i, 0))
		line("setp.lt.u32 %%p, %%r1, %d;", exchangeWords-exchangeX)
		line("@%%p st.shared.u32 %s, %%r2;", address(i, exchangeX))
	}
	line("bar.sync 0;")
	for range 1 + r.IntN(4) {
		from, to := r.IntN(3), r.IntN(3)
		load("%r2", from, far())
		if r.IntN(3) == 0 {
			load("%r3", from, far())
			line("add.u32 %%r2, %%r2, %%r3;")
		}
		other := (to + 1) % 3
		if other != from && r.IntN(3) == 0 {
			line("st.shared.u32 %s, %%r2;", address(other, 0))
		}
		line("bar.sync 0;")
		if oneRow && r.IntN(2) == 0 {
			line("ld.shared.u32 %%r4, %s;", address(to, 0))
			line("add.u32 %%r2, %%r2, %%r4;")
		} else {
			line("mul.lo.u32 %%r2, %%r2, 5;")
		}
		if r.IntN(3) == 0 {
			load("%r5", other, far())
			line("add.u32 %%r2, %%r2, %%r5;")
		}
		line("st.shared.u32 %s, %%r2;", address(to, 0))
		line("bar.sync 0;")
	}
	line("ld.param.u64 %%rd4, [out];")
	line("add.u64 %%rd4, %%rd4, %%rd1;")
	for i := range 3 {
		line("ld.shared.u32 %%r2, %s;", address(i, 0))
		line("st.global.u32 [%%rd4+%d], %%r2;", 4*exchangeX*i)
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// runExchanges runs such a kernel and returns what the arrays hold then.
func runExchanges(t *testing.T, text string, rows uint32, parts bool, seen map[ir.ThreadOrder]int) []byte {
	t.Helper()
	list := onlyLayout
	if parts {
		list = pass.Standard
	}
	m, err := compile("order.ptx", text, list, casefile.ContractNone, true)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o := interp.Options{}
	if parts {
		s := scheduled(m, true)
		o.Parts, o.Shuffle = s.Parts(), 1
		if len(o.Parts) == 0 {
			t.Fatalf("the kernel is not cut: %s\n%s", s.Kernels[0].Why.Text, text)
		}
		for _, r := range s.Kernels[0].Regions {
			seen[r.Order]++
		}
	}
	x, err := interp.New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, 3*4*exchangeX)
	addr, err := x.Address(out)
	if err != nil {
		t.Fatal(err)
	}
	cfg := interp.Config{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{exchangeX, rows, 1}}
	if err := x.Launch(context.Background(), "k", cfg, binary.LittleEndian.AppendUint64(nil, addr), [][]byte{out}); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}
