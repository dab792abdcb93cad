package interp

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// lanesText is a kernel that stores 3 * %tid.x + 1 for each thread, and a gang of it whose lines between
// the phi and the end are given.
const lanesText = `
kernel @k
  param out i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = SReg.tid.x <i32>
  v1 = Const <i32> 3
  v2 = Mul <i32> v0 v1
  v3 = Const <i32> 1
  v4 = Add <i32> v2 v3
  v5 = Param <i64> 0
  v6 = Zext <i64> v0
  v7 = Const <i64> 4
  v8 = Mul <i64> v6 v7
  v9 = Add <i64> v5 v8
  Store.global.i32 v9 v4
  Ret

gang @k lanes 4(first i32, end i32) -> (i32)
  param out i64 ptx u64 size 8 align 8 offset 0
b0:
  v0 = Arg <i32> 0
  v1 = Arg <i32> 1
  v2 = Const <i32> 4
  v3 = Const <i64> 4
  v4 = Const <i32> 3
  v5 = Const <i1> 1
  v6 = Const <i1> 0
  v7 = Param <i64> 0
  Jump b1
b1:
  v10 = Phi <i32> b0:v0 b9:v11
  v11 = Add <i32> v10 v2
  v12 = ICmp.leu <i1> v11 v1
  If v12 b2 b3
b2:
  v13 = Zext <i64> v10
  v14 = Mul <i64> v13 v3
  v15 = Add <i64> v7 v14
  v16 = Mul <i32> v10 v4
  v17 = Ramp <varying i32> v16 by 3
  v18 = Splat <varying i32> v2
  v19 = Undef <varying i32>
  v20 = Const <i32> 1
  v21 = Splat <varying i32> v20
  v22 = Add <varying i32> v17 v21
  v23 = Ramp <varying i32> v10 by 1
  v24 = And <varying i32> v23 v21
  v25 = ICmp.eq <varying i1> v24 v21
  v26 = Not <varying i1> v25
  v27 = Undef <varying i1>
  v28 = Splat <varying i1> v5
  v29 = Splat <varying i1> v6
%s
b3:
  Ret v10
`

// runLanes runs the kernel for ten threads of a row, in memory of so many elements, and returns what they have
// stored, how many ran as lanes, and the error or what the interpreter has panicked with.
func runLanes(t *testing.T, lines string, elements int, o Options) (out []uint32, inLanes int64, err error) {
	t.Helper()
	m, err := ir.Parse("lanes", fmt.Sprintf(lanesText, lines))
	if err == nil {
		err = ir.VerifyModule(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	k := m.Funcs[0]
	o.Gangs = map[*ir.Func]*ir.Func{k: m.Funcs[1]}
	m.Funcs = m.Funcs[:1]
	x, err := New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	mem := make([]byte, 4*elements)
	at, err := x.Address(mem)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
		for ; len(mem) > 0; mem = mem[4:] {
			out = append(out, binary.LittleEndian.Uint32(mem))
		}
		inLanes = x.InLanes()
	}()
	err = x.Launch(context.Background(), "k", Config{Block: [3]uint32{10}}, binary.LittleEndian.AppendUint64(nil, at), [][]byte{mem})
	return nil, 0, err
}

const lanesStore = "  Store.global.i32 v15 v22 by 4\n  Jump b9\nb9:\n  Jump b1\n"

// TestLanes runs gangs that do what the kernel does, in whole or for some of its threads.
func TestLanes(t *testing.T) {
	for _, c := range []struct {
		name, lines string
		inLanes     int64
		opt         Options
	}{
		{"stride", lanesStore, 8, Options{}},
		{"scatter", "  v30 = Splat <varying i64> v7\n v31 = Zext <varying i64> v23\n v32 = Splat <varying i64> v3\n v33 = Mul <varying i64> v31 v32\n v34 = Add <varying i64> v30 v33\n Store.global.i32 v34 v22\n Jump b9\nb9:\n  Jump b1\n", 8, Options{}},
		{"two masks", "  Store.global.i32.masked v15 v22 v25 by 4\n  Store.global.i32.masked v15 v22 v26 by 4\n Jump b9\nb9:\n  Jump b1\n", 8, Options{}},
		{"in exchanged lanes", "  v30 = Ramp <varying i32> v16 by 3 cross 1\n v35 = Const <i64> 4\n v36 = Add <i64> v15 v35\n v37 = Const <i32> 3\n v38 = Add <i32> v16 v37\n v31 = Ramp <varying i32> v38 by 3 cross 1\n v32 = Add <varying i32> v31 v21\n Store.global.i32 v36 v32 by 4 cross 1\n Jump b9\nb9:\n  Jump b1\n", 8, Options{}},
		{"masked load, and what lanes outside have", "  v30 = Load.global.i32.masked <varying i32> v15 v25 by 4\n v31 = Select <varying i32> v25 v22 v30\n v32 = Select <varying i32> v25 v31 v22\n v33 = And <varying i1> v29 v27\n v34 = Or <varying i1> v33 v27\n v35 = Or <varying i1> v34 v28\n Store.global.i32.masked v15 v32 v35 by 4\n Jump b9\nb9:\n  Jump b1\n", 8, Options{}},
		{"any and all", "  v30 = Any <i1> v25\n v31 = All <i1> v25\n v32 = All <i1> v28\n v33 = Any <i1> v29\n v34 = Not <i1> v31\n v35 = Not <i1> v33\n v36 = And <i1> v30 v34\n v37 = And <i1> v32 v35\n v38 = And <i1> v36 v37\n If v38 b4 b3\nb4:\n" + lanesStore + "\n", 8, Options{}},
		{"bail", "  v30 = Const <i32> 4\n v31 = ICmp.geu <i1> v10 v30\n Bail v31 v10\n" + lanesStore, 4, Options{}},
		{"nothing apart", "  v30 = Apart <i1> v7 v15\n v31 = Not <i1> v30\n Bail v31 v10\n" + lanesStore, 0, Options{}},
		{"inside", "  v30 = Inside.global.i32.write <i1> v15 by 4\n v31 = Not <i1> v30\n Bail v31 v10\n" + lanesStore, 8, Options{}},
		{"polls", "  Poll v10\n" + lanesStore, -1, Options{Leave: 7}},
	} {
		out, n, err := runLanes(t, c.lines, 10, c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, got := range out {
			if got != uint32(3*i+1) {
				t.Errorf("%s: thread %d stored %d", c.name, i, got)
			}
		}
		if n != c.inLanes && c.inLanes >= 0 {
			t.Errorf("%s: %d threads as lanes, want %d", c.name, n, c.inLanes)
		}
	}
}

// TestLanesFault runs a gang in memory that ends before its row: the thread faults that does by itself.
func TestLanesFault(t *testing.T) {
	_, n, err := runLanes(t, "  v30 = Inside.global.i32.write <i1> v15 by 4\n v31 = Not <i1> v30\n Bail v31 v10\n"+lanesStore, 6, Options{})
	if f, ok := err.(*Fault); !ok || f.Kind != FaultAddress || f.Thread != [3]uint32{6} || n != 4 {
		t.Errorf("%d threads as lanes, and then %v", n, err)
	}
}

// TestPoison runs gangs that let something depend on what is undefined, or fault.
func TestPoison(t *testing.T) {
	const end = "  Jump b9\nb9:\n  Jump b1\n"
	for _, c := range []struct{ name, lines string }{
		{"stored", "  Store.global.i32 v15 v19 by 4\n"},
		{"of a sum", "  v30 = Add <varying i32> v19 v17\n Store.global.i32 v15 v30 by 4\n"},
		{"out of the mask of a load", "  v30 = Load.global.i32.masked <varying i32> v15 v25 by 4\n Store.global.i32.masked v15 v30 v26 by 4\n"},
		{"the other side of a select", "  v30 = Select <varying i32> v25 v22 v19\n Store.global.i32.masked v15 v30 v26 by 4\n"},
		{"chosen by what is undefined", "  v30 = Select <varying i32> v27 v22 v22\n Store.global.i32 v15 v30 by 4\n"},
		{"a mask", "  Store.global.i32.masked v15 v22 v27 by 4\n"},
		{"a mask that nothing decides", "  v30 = And <varying i1> v28 v27\n v31 = Any <i1> v30\n Bail v31 v10\n"},
		{"an address", "  v30 = Zext <varying i64> v19\n Store.global.i32 v30 v22\n"},
		{"a branch", "  v30 = Undef <i1>\n If v30 b4 b4\nb4:\n"},
		{"a way back", "  v30 = Undef <i1>\n Bail v30 v10\n"},
		{"an access that faults", "  v30 = Sub <i64> v7 v3\n Store.global.i32 v30 v22 by 4\n"},
	} {
		_, _, err := runLanes(t, c.lines+end, 10, Options{})
		if err == nil || !strings.Contains(err.Error(), "interp: gang of kernel k") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
