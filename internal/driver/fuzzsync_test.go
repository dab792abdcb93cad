package driver

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/gocheck"
)

// FuzzSync is FuzzGenerate for kernels whose threads synchronise. Few changes of a text
// are PTX, and fewer of these another graph: here the input is the graph, blocks with
// barriers, warp operations, accesses of shared memory and any jumps between them, which
// decides how a kernel is cut. Whether the kernel ends does not matter.
func FuzzSync(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(randomGraph(seed), uint8(seed))
	}
	check, err := gocheck.New(".")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, graph []byte, flags uint8) {
		if len(graph) > 4<<10 {
			return // larger kernels take long, and show nothing else
		}
		if !generates(t, check, syncKernel(graph), flags) {
			t.Error("the kernel is refused")
		}
	})
}

// randomGraph is an input of FuzzSync: every other one has many blocks, or long ones.
func randomGraph(seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 0))
	graph := make([]byte, 8<<(seed%7))
	for i := range graph {
		graph[i] = byte(rng.Uint32())
	}
	return graph
}

// syncStatements are what stands in the blocks of a kernel. The registers %q and %u hold
// what is the same for all threads, %p and %r what need not be.
var syncStatements = []string{
	"bar.sync 0;",
	"bar.sync 0;",
	"barrier.sync 1;",
	"bar.red.popc.u32 %u1, 0, %p0;",
	"bar.red.and.pred %q1, 0, %p1;",
	"bar.warp.sync -1;",
	"bar.warp.sync -1;",
	"shfl.sync.bfly.b32 %r1|%p0, %r0, 1, 31, -1;",
	"shfl.sync.idx.b32 %f0, %f0, %r1, 31, %r2;",
	"vote.sync.ballot.b32 %r2, %p0, -1;",
	"vote.sync.any.pred %p1, %p0, %u0;",
	"match.any.sync.b32 %f1, %r1, -1;",
	"match.all.sync.b64 %r1|%p1, %rd0, -1;",
	"redux.sync.add.u32 %r0, %r1, -1;",
	"activemask.b32 %r2;",
	"st.shared.u32 [%own], %r0;",
	"ld.shared.u32 %r1, [%own+4];",
	"ld.volatile.shared.f32 %f0, [%own];",
	"st.volatile.shared.u32 [%other], %r1;",
	"ld.shared.v2.b32 {%r0, %f1}, [tile+8];",
	"ld.shared.u32 %u0, [tile];",
	"atom.shared.add.u32 %r0, [tile], %u1;",
	"st.global.u32 [%data], %r0;",
	"st.global.f32 [%data+4], %f1;",
	"ld.global.u32 %r2, [%data+8];",
	"ld.global.u32 %u1, [%base];",
	"add.u64 %data, %data, 4;",
	"add.f32 %f0, %f0, %f1;",
	"add.u32 %r0, %r0, 1;",
	"add.u32 %u0, %u0, 1;",
	"mul.lo.u32 %u1, %u0, 3;",
	"mov.u32 %r1, %r0;",
	"mov.u32 %r2, %tid.y;",
	"cvt.rn.f32.u32 %f1, %u0;",
	"cvt.u64.u32 %rd0, %r2;",
	"setp.lt.u32 %p0, %r0, 7;",
	"setp.lt.u32 %p1, %r1, %u1;",
	"setp.lt.u32 %q0, %u0, 5;",
	"setp.ne.u32 %q1, %u1, %u0;",
	"and.pred %p0, %p0, %q0;",
	"selp.b32 %r1, %r0, %r2, %p0;",
	"@%p0 add.u32 %r0, %r0, %r1;",
	"@%p1 st.shared.u32 [%own], %r2;",
	"@%q0 bar.sync 0;",
	"@%p0 exit;",
	"@%q1 ret;",
	"bar.warp.sync %r0;",
	"@%p1 bar.sync 0;",
	"st.local.u32 [%loc], %r0;",
	"ld.local.u32 %r1, [%loc+8];",
	"call meet, (%r0);",
	"bar.arrive 2, 64;",
	"bar.sync 2, 64;",
}

// syncKernel makes a kernel of bytes. The last statements are left out more often: few
// kernels that have one of them are cut.
func syncKernel(graph []byte) string {
	next := func() int {
		if len(graph) == 0 {
			return 0
		}
		x := graph[0]
		graph = graph[1:]
		return int(x)
	}
	common := len(syncStatements)
	frame := ""
	if next()%8 == 0 {
		frame = "\t.local .align 8 .b8 frame[16];\n\tmov.u64 %loc, frame;\n"
	} else {
		common -= 7
	}
	blocks := 1 + next()%24
	if blocks == 24 {
		blocks = 150
	}
	label := func() string { return fmt.Sprintf("B%d", next()%blocks) }
	var b strings.Builder
	b.WriteString(syncHead + frame)
	for i := range blocks {
		fmt.Fprintf(&b, "B%d:\n", i)
		for range next() % 6 {
			b.WriteString("\t" + syncStatements[next()%common] + "\n")
		}
		switch k := next() % 16; k {
		case 0:
			b.WriteString("\t" + []string{"ret;", "exit;", "trap;"}[next()%3] + "\n")
		case 1, 2:
			fmt.Fprintf(&b, "\tbra %s;\n", label())
		case 3, 4, 5, 6, 7, 8:
			fmt.Fprintf(&b, "\t@%s%s bra %s;\n", []string{"", "!"}[next()%2], []string{"%p0", "%p1", "%q0", "%q0", "%q1"}[next()%5], label())
		case 9:
			fmt.Fprintf(&b, "\tT%d: .branchtargets %s, %s, %s;\n\tand.b32 %%x, %s, 1;\n\tbrx.idx %%x, T%d;\n",
				i, label(), label(), label(), []string{"%r0", "%u0"}[next()%2], i)
		}
	}
	return b.String() + "\tret;\n}\n"
}

const syncHead = `.version 8.0
.target sm_80
.address_size 64
.func meet(.param .u32 a)
{
	.reg .u32 %a;
	ld.param.u32 %a, [a];
	bar.sync 0;
	ret;
}
.visible .entry k(.param .u64 data, .param .u32 n)
{
	.reg .pred %p<2>, %q<2>;
	.reg .b32 %r<3>, %u<2>, %x;
	.reg .f32 %f<2>;
	.reg .b64 %rd<1>, %own, %other, %data, %base, %loc;
	.shared .align 8 .b8 tile[4096];
	ld.param.u64 %base, [data];
	ld.param.u32 %u0, [n];
	mov.u32 %r0, %tid.x;
	mov.u64 %own, tile;
	mad.wide.u32 %own, %r0, 4, %own;
	xor.b32 %r1, %r0, 1;
	mov.u64 %other, tile;
	mad.wide.u32 %other, %r1, 4, %other;
	mad.wide.u32 %data, %r0, 16, %base;
`
