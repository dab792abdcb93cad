package gang_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// touch is a byte that a lane accesses.
type touch struct {
	lane, step int // step counts what the lane's thread has done
	at         uint64
	v          *ir.Value
}

// inOrder checks that in memory a gang of an ordered region does what its threads do one after
// the other: each byte that is read was stored by the same access of the same thread, or by none
// of them, and each that is stored holds what the same one has stored in the end.
func (g *replayer) inOrder() {
	order := g.Body.Func.Order
	if order == ir.AnyOrder {
		return
	}
	got, left := sources(g.order)
	alone := slices.Clone(g.order)
	slices.SortStableFunc(alone, func(a, b touch) int {
		if a.lane != b.lane {
			return cmp.Compare(a.lane, b.lane) * map[ir.ThreadOrder]int{ir.Ascending: 1, ir.Descending: -1}[order]
		}
		return cmp.Compare(a.step, b.step)
	})
	want, end := sources(alone)
	for x, from := range got {
		if want[x] != from {
			g.wrong("%s of lane %d finds what %s of lane %d has stored, and its thread what %s of lane %d has", x.v, x.lane, from.v, from.lane, want[x].v, want[x].lane)
		}
	}
	for at, from := range left {
		if end[at] != from {
			g.wrong("%s of lane %d stores last, of the threads %s of lane %d", from.v, from.lane, end[at].v, end[at].lane)
		}
	}
}

// sources returns for each byte that is read who has stored it, and for each that is stored who
// was the last.
func sources(list []touch) (of map[touch]touch, last map[uint64]touch) {
	of, last = map[touch]touch{}, map[uint64]touch{}
	for _, x := range list {
		if x.v.Writes() {
			last[x.at] = x
		} else {
			of[x] = last[x.at]
		}
	}
	return of, last
}

// ordered is a kernel in whose middle a barrier goes.
const ordered = `.version 7.8
.target sm_75
.address_size 64
.visible .entry k(.param .u64 out) .reqntid 64
{
	.reg .b32 %r<20>;
	.reg .b64 %rd<20>;
	.reg .pred %p<8>;
	.shared .align 4 .b32 s[96];
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	mov.u64 %rd3, s;
	add.s64 %rd4, %rd3, %rd2;
	mad.lo.u32 %r2, %r1, %r1, 77;
	st.shared.u32 [%rd4], %r2;
	and.b32 %r9, %r1, 1;
	setp.eq.u32 %p2, %r9, 1;
	mov.u32 %r3, 5;
	bar.sync 0;
FRONT
	bar.sync 0;
BEHIND
	bar.sync 0;
	ld.shared.u32 %r5, [%rd4];
	add.s64 %rd5, %rd1, %rd2;
	st.global.u32 [%rd5], %r5;
	ret;
}
`

// TestOrder replays regions whose threads have an order, and looks that a replay in which the
// other order is asked for is none.
func TestOrder(t *testing.T) {
	const apart = "lanes that diverge and share memory, in an ordered region"
	for _, c := range []struct {
		name, front, behind string
		order               ir.ThreadOrder
		why                 string // no gangs; "" for gangs
		same                bool   // either order does
	}{
		{name: "from the thread below",
			front:  "setp.eq.u32 %p1, %r1, 0; @%p1 bra A; ld.shared.u32 %r3, [%rd4-4]; A:",
			behind: "ld.shared.u32 %r4, [%rd4]; add.u32 %r4, %r4, %r3; st.shared.u32 [%rd4], %r4;",
			order:  ir.Descending},
		{name: "from nine threads below",
			front:  "setp.lt.u32 %p1, %r1, 9; @%p1 bra A; ld.shared.u32 %r3, [%rd4-36]; A:",
			behind: "ld.shared.u32 %r4, [%rd4]; add.u32 %r4, %r4, %r3; st.shared.u32 [%rd4], %r4;",
			order:  ir.Descending, same: true}, // no two lanes of a gang meet
		{name: "from the thread above",
			front:  "ld.shared.u32 %r3, [%rd4+4];",
			behind: "st.shared.u32 [%rd4], %r3;",
			order:  ir.Ascending},
		{name: "stored in front",
			front:  "ld.shared.u32 %r3, [%rd4]; add.u32 %r3, %r3, 9; st.shared.u32 [%rd4], %r3;",
			behind: "ld.shared.u32 %r4, [%rd4+4]; add.u32 %r4, %r4, %r3; st.shared.u32 [%rd4+128], %r4;",
			order:  ir.Descending},
		{name: "two ways in front",
			front:  "@%p2 bra A; setp.lt.u32 %p1, %r1, 2; @%p1 bra B; ld.shared.u32 %r3, [%rd4-8]; bra B; A: ld.shared.u32 %r3, [%rd4-4]; B:",
			behind: "ld.shared.u32 %r4, [%rd4]; add.u32 %r4, %r4, %r3; st.shared.u32 [%rd4], %r4;",
			order:  ir.Descending},
		{name: "two ways behind",
			front:  "setp.eq.u32 %p1, %r1, 0; @%p1 bra A; ld.shared.u32 %r3, [%rd4-4]; A:",
			behind: "@%p2 bra B; st.shared.u32 [%rd4], %r3; bra C; B: add.u32 %r3, %r3, 1; st.shared.u32 [%rd4], %r3; C:",
			order:  ir.Descending, why: apart},
		{name: "a way each through both sides",
			front:  "@%p2 bra A; ld.shared.u32 %r3, [%rd4+4]; A:",
			behind: "@%p2 bra B; st.shared.u32 [%rd4], %r3; B:",
			order:  ir.Ascending, same: true}, // likewise
	} {
		t.Run(c.name, func(t *testing.T) {
			m := lower("k.ptx", strings.NewReplacer("FRONT", c.front, "BEHIND", c.behind).Replace(ordered))
			if m == nil {
				t.Fatal("it does not compile")
			}
			s, plans, r := run(&casefile.Case{
				Format: 1, Buffers: []*casefile.Buffer{{Name: "out", Elem: "u32", Count: 64, Bytes: 256}},
				Launches: []*casefile.Launch{{Kernel: "k", Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []casefile.Arg{{Buf: "out", Type: "u64"}}}},
			}, m, gang.Width)
			verify(t, c.name, s, plans)
			found := false
			for b, p := range plans.bodies {
				if b.Func.Order == ir.AnyOrder {
					continue
				}
				found = true
				if b.Func.Order != c.order {
					t.Errorf("the order is %s", b.Func.Order)
				}
				if why := ""; p.Why != nil {
					if why = p.Why.Text; why != c.why {
						t.Errorf("no gangs: %s", why)
					}
				} else if c.why != "" {
					t.Error("it has gangs")
				}
				errs, gangs := r.replay(s.Memory)
				if len(errs) > 0 || gangs == 0 {
					t.Errorf("%d gangs replayed: %v", gangs, errs)
				}
				if p.Why != nil {
					continue
				}
				b.Func.Order = ir.Ascending + ir.Descending - b.Func.Order
				if errs, _ := r.replay(s.Memory); (len(errs) > 0) == c.same {
					t.Errorf("from the other end: %v", errs)
				}
			}
			if !found {
				t.Error("no region has an order")
			}
		})
	}
}
