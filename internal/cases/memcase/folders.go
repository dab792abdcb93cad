package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// written is a kernel that is written by hand, with its launches.
type written struct {
	text     string
	launches []launch
}

func newFolder(name, version, target, rows, notes string) *folder {
	v, ok1 := isa.ParseVersion(version)
	t, ok2 := isa.ParseTarget(target)
	if !ok1 || !ok2 {
		panic(&listed.Mistake{Word: name, Text: "there is no version " + version + " of PTX, or no target " + target})
	}
	return &folder{name: name, version: v, target: t, rows: strings.Fields(rows), notes: notes}
}

// has64 reports whether the module can say that its addresses have 64 bits.
func (c *folder) has64() bool { return !c.version.Less(isa.Version{Major: 2, Minor: 3}) }

// folders are all of them.
func folders(o Options) []*folder {
	var out []*folder
	out = append(out,
		newFolder("mem_legacy", "1.4", "sm_13", "ld-0000~ ld-0001~ ld-0002~ st-0000~ st-0001~ st-0002~ atom-0000 atom-0001 atom-0002 atom-0003 atom-0004 atom-0005 red-0000 red-0001 red-0002 red-0003",
			"Loads, stores and atomic operations of PTX 1.4."),
		newFolder("mem_banks", "2.1", "sm_20", "ld-0011", "Banks of constant memory, as before PTX 2.2."),
		newFolder("mem_ld", "2.3", "sm_20", "ld-0000 ld-0001 ld-0002~ ld-0003 ldu-0000~", "Loads of every space and type."),
		newFolder("mem_st", "2.3", "sm_20", "st-0000 st-0001 st-0002~ st-0003~ st-0004", "Stores of every space and type."),
		newFolder("mem_ld_cache", "9.1", "sm_90", "ld-0002 ld-0004 ldu-0000", "Loads with cache operators."),
		newFolder("mem_ld_weak", "9.1", "sm_90", "ld-0005 ld-0006", "Loads with hints about caches."),
		newFolder("mem_ld_strong", "9.1", "sm_90", "ld-0007 ld-0008 ld-0009", "Relaxed and acquiring loads."),
		newFolder("mem_ld_more", "9.1", "sm_90", "ld-0010 ld-0013 ld-0014 ld-0017", "Loads of parameters, of 128 bits, of read-only data."),
		newFolder("mem_st_hint", "9.1", "sm_90", "st-0002 st-0003 st-0005 st-0006 st-0007", "Stores with hints about caches."),
		newFolder("mem_st_strong", "9.1", "sm_90", "st-0008 st-0009 st-0010 st-0011", "Relaxed and releasing stores."),
		newFolder("mem_atom", "9.1", "sm_90", "atom-0007 atom-0008 atom-0009 atom-0010 atom-0011 atom-0012 atom-0013 atom-0014", "Atomic operations on integers."),
		newFolder("mem_atom_float", "9.1", "sm_90", "atom-0015 atom-0016 atom-0017 atom-0018 atom-0019 atom-0020 atom-0021", "Atomic operations on floats."),
		newFolder("mem_red", "9.1", "sm_90", "red-0004 red-0005 red-0006 red-0007 red-0008 red-0009 red-0010", "Reductions."),
	)
	values := newFolder("mem_atom_values", "9.1", "sm_90", "", "Atomic operations on all pairs of special values.")
	values.values = valueTests()
	out = append(out, values)
	byHand := func(name, version, target, notes string, kernels func(c *folder) []written) {
		c := newFolder(name, version, target, "", notes)
		c.written = kernels(c)
		out = append(out, c)
	}
	byHand("mem_barrier", "9.1", "sm_90", "Barriers.", (*folder).barriers)
	byHand("mem_barrier_sm20", "2.3", "sm_20", "Barriers of PTX 2.3.", (*folder).barriers)
	byHand("mem_message", "9.1", "sm_90", "Messages between warps and between CTAs, ordered by fences or by releases and acquires.", (*folder).messageKernels)
	byHand("mem_message_sm20", "2.3", "sm_20", "Messages ordered by membar.", (*folder).messageKernels)
	byHand("mem_contend", "9.1", "sm_90", "Atomic operations of many threads on one place.", (*folder).contention)
	byHand("mem_mbarrier", "9.1", "sm_90", "Barrier objects.", func(c *folder) []written {
		return []written{c.objects("walk"), c.objectThreads("threads")}
	})
	byHand("mem_copy", "9.1", "sm_90", "Asynchronous copies.", func(c *folder) []written {
		return []written{c.copies("copies"), c.copiesArrive("arrive")}
	})
	byHand("mem_hint", "9.1", "sm_90", "Hints about caches.", (*folder).hintKernels)
	byHand("mem_stack", "7.3", "sm_52", "Memory that is taken from the stack.", func(c *folder) []written {
		return []written{c.stack("stack")}
	})
	byHand("mem_address", "9.1", "sm_90", "Addresses: mov, cvta, isspacep.", (*folder).addresses)
	byHand("mem_address_sm20", "2.3", "sm_20", "Addresses of PTX 2.3.", (*folder).addresses)
	byHand("mem_stack32", "7.3", "sm_52", "Memory that is taken from the stack, with addresses of 32 bits.", func(c *folder) []written {
		c.narrow = true
		return []written{c.stack32("stack")}
	})
	wide := newFolder("mem_wide", "9.1", "sm_100", "ld-0015~ ld-0018~ ld-0019 ld-0020 st-0013~ st-0019 st-0020",
		"Loads and stores of 256 bits, of 128 with cache operators, of eight bytes.")
	wide.wide = true
	wide.only = func(m *isa.Match) bool { return m.Form.Tier < 4 || strings.Count(m.Head, "::") <= 1 }
	out = append(out, wide)
	out = append(out,
		newFolder("mem_cluster", "9.1", "sm_90", "ld-0012 st-0012", "Loads and stores of the shared memory of a cluster."),
		newFolder("mem_async", "9.1", "sm_100", "st-0017~ red-0013~", "Asynchronous stores and reductions that release."))
	for _, c := range out {
		c.all = o.All
	}
	return out
}

// valueTests are the operations of every type, in global and in shared memory.
func valueTests() []valueTest {
	var out []valueTest
	add := func(name, format string, lists ...[]string) {
		v := valueTest{name: name}
		var build func(args []any, rest [][]string)
		build = func(args []any, rest [][]string) {
			if len(rest) == 0 {
				v.heads = append(v.heads, fmt.Sprintf(format, args...))
				return
			}
			for _, s := range rest[0] {
				build(append(args[:len(args):len(args)], s), rest[1:])
			}
		}
		build(nil, lists)
		out = append(out, v)
	}
	for _, s := range []string{"global", "shared"} {
		add("sum_"+s, "atom."+s+".add.%s", strings.Fields("u32 s32 u64"))
		add("order_"+s, "atom."+s+".%s.%s", []string{"min", "max"}, strings.Fields("u32 s32 u64 s64"))
		add("bits_"+s, "atom."+s+".%s.%s", strings.Fields("and or xor exch cas"), strings.Fields("b32 b64"))
		add("count_"+s, "atom."+s+".%s", strings.Fields("inc.u32 dec.u32 cas.b16"))
		add("wide_"+s, "atom."+s+".%s", strings.Fields("cas.b128 exch.b128"))
		add("f32_"+s, "atom."+s+".add.%s", []string{"f32"})
		add("f64_"+s, "atom."+s+".add.%s", []string{"f64"})
		add("half_"+s, "atom."+s+".add.noftz.%s", strings.Fields("f16 bf16"))
		add("halves_"+s, "atom."+s+".add.noftz.%s", strings.Fields("f16x2 bf16x2"))
	}
	add("vector_f32", "atom.global.add.%s.f32", strings.Fields("v2 v4"))
	add("vector_add", "atom.global.add.noftz.%s", strings.Fields("v2.f16 v4.bf16 v8.f16 v2.bf16x2 v4.f16x2"))
	add("vector_minmax", "atom.global.%s.noftz.%s", strings.Fields("min max"), strings.Fields("v2.bf16 v4.f16 v8.bf16 v2.f16x2 v4.bf16x2"))
	return out
}
