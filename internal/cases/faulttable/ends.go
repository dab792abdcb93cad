package faulttable

import (
	"fmt"
	"strings"
)

// Ends are accesses that are not aligned and outside of their memory as well, of 256 bytes:
// over its end, or before it. Alignment is what both engines speak of.
var Ends = func() (rows []Row) {
	for _, place := range []struct {
		name, decl, body string
		base, space      string
		loads, atoms     bool // only loads; atomic operations too
	}{
		{name: "buffer", base: "%a", space: ".global", atoms: true},
		{name: "generic", base: "%a", atoms: true},
		{name: "shared", body: "\t.shared .align 16 .b8 s[256];\n\tmov.u64 %d2, s;\n", base: "%d2", space: ".shared", atoms: true},
		{name: "shared_generic", body: "\t.shared .align 16 .b8 s[256];\n\tmov.u64 %d2, s;\n\tcvta.shared.u64 %d2, %d2;\n", base: "%d2", atoms: true},
		{name: "local", body: "\t.local .align 16 .b8 l[256];\n\tmov.u64 %d2, l;\n", base: "%d2", space: ".local"},
		{name: "const", decl: "\n.const .align 16 .b8 c_NAME[256] = {1};\n", body: "\tmov.u64 %d2, c_NAME;\n", base: "%d2", space: ".const", loads: true},
		{name: "variable", decl: "\n.global .align 16 .b8 g_NAME[256] = {1};\n", body: "\tmov.u64 %d2, g_NAME;\n", base: "%d2", space: ".global", atoms: true},
	} {
		for _, access := range []struct {
			name, text string
			off        int
		}{
			{"load", "ld%s.u32 %%r1, [%%d1];", 253}, {"load_u16", "ld%s.u16 %%h1, [%%d1];", 255}, {"load_u64", "ld%s.u64 %%q1, [%%d1];", 252},
			{"load_front", "ld%s.u32 %%r1, [%%d1];", -3}, {"load_far", "ld%s.u32 %%r1, [%%d1];", 1<<20 + 1},
			{"load_v4", "ld%s.v4.u32 {%%r1, %%r2, %%r3, %%r4}, [%%d1];", 244}, {"load_v2", "ld%s.v2.u32 {%%r1, %%r2}, [%%d1];", 252},
			{"load_v4_front", "ld%s.v4.f32 {%%f1, %%f2, %%f3, %%f4}, [%%d1];", -8},
			{"store", "st%s.u32 [%%d1], %%t;", 253}, {"store_u64", "st%s.u64 [%%d1], %%q1;", 252}, {"store_v2", "st%s.v2.u32 [%%d1], {%%t, %%t};", 252},
			{"atom", "atom%s.add.u32 %%r1, [%%d1], 1;", 253}, {"atom_u64", "atom%s.exch.b64 %%q1, [%%d1], 1;", 252},
		} {
			if place.loads && !strings.HasPrefix(access.name, "load") || !place.atoms && strings.HasPrefix(access.name, "atom") {
				continue
			}
			r := Row{Name: "end_" + place.name + "_" + access.name, Kind: "misaligned", A: Arg{Bytes: 256}, Decl: place.decl}
			r.Body = place.body + fmt.Sprintf("\tselp.b32 %%r9, %d, 0, %%hit;\n\tcvt.s64.s32 %%d1, %%r9;\n\tadd.s64 %%d1, %s, %%d1;\n\t"+access.text+" %s\n",
				access.off, place.base, place.space, Mark)
			r.Body += "\tst.global.u32 [%tb], %r1;\n\tst.global.u16 [%b], %h1;\n\tst.global.u64 [%b+8], %q1;\n\tst.global.f32 [%b+16], %f1;\n"
			switch access.name {
			case "load", "load_v4", "store", "atom":
			default:
				r.Forms = "rows" // the checks of the others are the same ones
			}
			rows = append(rows, r)
		}
	}
	return append(rows, []Row{
		{Name: "end_surface", Kind: "misaligned", A: Arg{Image: "surface"}, Body: `
	shl.b32 %r2, %t, 2;
	selp.b32 %r2, 1025, %r2, %hit;
	suld.b.1d.b32.trap %r1, [%a, {%r2}]; //!
	st.global.u32 [%tb], %r1;`},
		{Name: "end_surface_store", Kind: "misaligned", A: Arg{Image: "surface"}, Body: `
	shl.b32 %r2, %t, 2;
	selp.b32 %r2, -3, %r2, %hit;
	sust.b.1d.b32.trap [%a, {%r2}], %t; //!`},
		{Name: "end_mbarrier", Forms: "regions coroutines", Kind: "misaligned", Body: `
	.shared .align 8 .b64 s[8];
	mov.u32 %r1, s;
	selp.b32 %r2, 60, 0, %hit;
	add.u32 %r2, %r1, %r2;
	mbarrier.init.shared.b64 [%r2], 1; //!
	ld.shared.u64 %q1, [s];
	st.global.u64 [%b], %q1;`},
		{Name: "end_cp_async_source", Kind: "misaligned", A: Arg{Bytes: 256}, Body: `
	.shared .align 16 .b8 s[1024];
	mov.u32 %r1, s;
	shl.b32 %r2, %t, 2;
	add.u32 %r2, %r1, %r2;
	selp.b32 %r9, 253, 0, %hit;
	cvt.s64.s32 %d1, %r9;
	add.s64 %d1, %a, %d1;
	cp.async.ca.shared.global [%r2], [%d1], 4; //!
	cp.async.wait_all;
	ld.shared.u32 %r3, [%r2];
	st.global.u32 [%tb], %r3;`},
		{Name: "end_cp_async_destination", Forms: "regions coroutines", Kind: "misaligned", Body: `
	.shared .align 16 .b8 s[1024];
	mov.u32 %r1, s;
	selp.b32 %r2, 1022, 0, %hit;
	add.u32 %r2, %r1, %r2;
	cp.async.ca.shared.global [%r2], [%ta], 4; //!
	cp.async.wait_all;
	ld.shared.u32 %r3, [s];
	st.global.u32 [%tb], %r3;`},
		{Name: "end_narrow_load", Kind: "misaligned", Module: Narrow, A: Arg{Bytes: 256}, Body: `
	selp.b32 %r9, 253, 0, %hit;
	add.u32 %d1, %a, %r9;
	ld.global.u32 %r1, [%d1]; //!
	st.global.u32 [%tb], %r1;`},
		{Name: "end_narrow_vector", Kind: "misaligned", Module: Narrow, A: Arg{Bytes: 256}, Body: `
	selp.b32 %r9, 252, 0, %hit;
	add.u32 %d1, %a, %r9;
	ld.global.v2.u32 {%r1, %r2}, [%d1]; //!
	st.global.u32 [%tb], %r1;`},
		{Name: "end_narrow_store", Kind: "misaligned", Module: Narrow, A: Arg{Bytes: 256}, Body: `
	selp.b32 %r9, -2, 0, %hit;
	add.u32 %d1, %a, %r9;
	st.global.u32 [%d1], %t; //!`},
	}...)
}()
