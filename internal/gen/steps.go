package main

import (
	"github.com/ptx2go/ptx2go/internal/gen/cases"
	"github.com/ptx2go/ptx2go/internal/gen/floats"
	"github.com/ptx2go/ptx2go/internal/gen/gang16"
	"github.com/ptx2go/ptx2go/internal/gen/gang8"
	"github.com/ptx2go/ptx2go/internal/gen/intrinsics"
	"github.com/ptx2go/ptx2go/internal/gen/isadoc"
	"github.com/ptx2go/ptx2go/internal/gen/memory"
	"github.com/ptx2go/ptx2go/internal/gen/products"
	"github.com/ptx2go/ptx2go/internal/gen/tables"
	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// step makes files of others.
type step struct {
	does  string // read as a sentence
	from  tree.Patterns
	makes tree.Patterns
	run   func(*tree.View) error
}

// steps are all of them, in their order: none reads what a later one makes.
var steps = []step{
	{"The tables of the instruction set become Go data, which all further steps see.",
		tree.Patterns{"internal/isa/*.tsv", "internal/isa/*.go", "!internal/isa/z*.go", "lower/builder/builders.go"},
		tree.Patterns{"internal/isa/ztables.go"}, tables.Write},

	{"The families of float functions are spelled out.",
		nil,
		tree.Patterns{"runtime/fpops/z*.go", "!runtime/fpops/z*_test.go", "runtime/internal/mufu/zrows.go"}, floats.Families},

	{"All float functions are listed, for tests and benchmarks.",
		tree.Patterns{"runtime/fpops/*.go", "!runtime/fpops/*_test.go"},
		tree.Patterns{"runtime/fpops/fptable/z*.go", "runtime/fpops/z*_test.go"}, floats.Lists},

	{"The runtime gets its accesses of memory and its atomic operations for each type.",
		tree.Patterns{"runtime/intops/*.go", "lower/ir/*.go"},
		tree.Patterns{"runtime/gen/zmemory.go", "runtime/gen/zatomics.go"}, memory.Write},

	{"Float functions that are an expression of others get their twins for eight lanes.",
		tree.Patterns{"runtime/fpops/*.go", "runtime/gang8/*.go", "!runtime/gang8/z*.go"},
		tree.Patterns{"runtime/gang8/z*.go", "!runtime/gang8/zlanes.go", "!runtime/gang8/zatomic.go", "!runtime/gang8/z*_test.go"}, gang8.Write},

	{"The atomic operations of the runtime are done in each of eight lanes.",
		tree.Patterns{"runtime/gen/atomics.go", "runtime/gen/zatomics.go"},
		tree.Patterns{"runtime/gang8/zatomic.go", "runtime/gang8/zatomic_test.go"}, gang8.Atomics},

	{"Products of matrices become functions of the lanes of a warp.",
		tree.Patterns{"internal/isa/*.tsv", "runtime/tensorops/*.go"},
		tree.Patterns{"runtime/warpops/zproducts.go", "internal/isa/zfragments.go"}, products.Write},

	{"The functions that compute instructions are listed for the compiler, with their calls, and what has no twin is computed lane by lane.",
		tree.Patterns{"runtime/fpops/*.go", "runtime/intops/*.go", "runtime/warpops/*.go", "runtime/gang8/*.go", "lower/interp/scalar.go",
			"!runtime/warpops/zcalls.go", "!runtime/gang8/zlanes.go", "!runtime/gang8/z*_test.go"},
		tree.Patterns{"internal/intrin/z*.go", "lower/interp/z*.go", "runtime/warpops/zcalls.go", "runtime/gen/zwarps.go",
			"runtime/gang8/zlanes.go", "runtime/gang8/ztwins_test.go"}, intrinsics.Write},

	{"What computes eight lanes is rewritten for sixteen.",
		tree.Patterns{"runtime/gang8/*.go", "runtime/gang16/*_avx512.go", "internal/gen/gang16/*.go"},
		tree.Patterns{"runtime/gang16/*.go", "!runtime/gang16/*_avx512.go", "!runtime/gang16/*_avx512_test.go", "!runtime/gang16/doc.go"}, gang16.Write},

	{"Docs/ISA.md says what is supported, by the tables and by the functions and builders that there are.",
		tree.Patterns{"internal/isa/*.tsv", "runtime/fpops/*.go", "runtime/intops/*.go", "runtime/warpops/*.go", "lower/builder/builders.go"},
		tree.Patterns{"docs/ISA.md"}, isadoc.Write},

	{"The rows of arithmetic get conformance cases, with what oracles compute.",
		tree.Patterns{"internal/cases/conform/*.go"},
		tree.Patterns{cases.Dir + "/*/*"}, cases.Arithmetic},

	{"The rows of memory and synchronisation get theirs.",
		tree.Patterns{"internal/cases/memcase/*.go"},
		tree.Patterns{cases.Dir + "/*/*"}, cases.Memory},
}
