package main

import (
	"github.com/ptx2go/ptx2go/internal/gen/cases"
	"github.com/ptx2go/ptx2go/internal/gen/floats"
	"github.com/ptx2go/ptx2go/internal/gen/intrinsics"
	"github.com/ptx2go/ptx2go/internal/gen/isadoc"
	"github.com/ptx2go/ptx2go/internal/gen/lanes"
	"github.com/ptx2go/ptx2go/internal/gen/memory"
	"github.com/ptx2go/ptx2go/internal/gen/products"
	"github.com/ptx2go/ptx2go/internal/gen/tables"
	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/gen/twins"
)

// step makes files of others.
type step struct {
	does  string // read as a sentence
	from  tree.Patterns
	makes tree.Patterns
	run   func(*tree.View) error
}

// testTables are written whenever tests need them, see writeTables.
var testTables = tree.Patterns{"runtime/lanes/z*_test.go", "runtime/gang4/z*_test.go", "runtime/gang8/z*_test.go", "runtime/gang16/z*_test.go"}

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

	{"Float functions that are an expression of others get their twins for lanes.",
		tree.Patterns{"runtime/fpops/*.go", "runtime/lanes/*.go", "!runtime/lanes/z*.go"},
		tree.Patterns{"runtime/lanes/z*.go", "!runtime/lanes/zlanes.go", "!runtime/lanes/zatomic.go", "!runtime/lanes/z*_test.go"}, twins.Write},

	{"The atomic operations of the runtime are done in each of the lanes.",
		tree.Patterns{"runtime/gen/atomics.go", "runtime/gen/zatomics.go"},
		tree.Patterns{"runtime/lanes/zatomic.go", "runtime/lanes/zatomic_test.go"}, twins.Atomics},

	{"Products of matrices become functions of the lanes of a warp.",
		tree.Patterns{"internal/isa/*.tsv", "runtime/tensorops/*.go"},
		tree.Patterns{"runtime/warpops/zproducts.go", "internal/isa/zfragments.go"}, products.Write},

	{"The functions that compute instructions are listed for the compiler, with their calls, and what has no twin is computed lane by lane.",
		tree.Patterns{"runtime/fpops/*.go", "runtime/intops/*.go", "runtime/warpops/*.go", "runtime/lanes/*.go", "lower/interp/scalar.go",
			"!runtime/warpops/zcalls.go", "!runtime/lanes/zlanes.go", "!runtime/lanes/z*_test.go"},
		tree.Patterns{"internal/intrin/z*.go", "lower/interp/z*.go", "runtime/warpops/zcalls.go", "runtime/gen/zwarps.go",
			"runtime/lanes/zlanes.go", "runtime/lanes/ztwins_test.go"}, intrinsics.Write},

	{"The functions of lanes are written for each kind of vectors.",
		tree.Patterns{"runtime/lanes/*.go", "runtime/gang4/*_neon.go", "runtime/gang8/*_avx2.go", "runtime/gang16/*_avx512.go"},
		tree.Patterns{"runtime/gang4/*.go", "!runtime/gang4/*_neon.go", "!runtime/gang4/doc.go",
			"runtime/gang8/*.go", "!runtime/gang8/*_avx2.go", "!runtime/gang8/*_avx2_test.go", "!runtime/gang8/doc.go",
			"runtime/gang16/*.go", "!runtime/gang16/*_avx512.go", "!runtime/gang16/*_avx512_test.go", "!runtime/gang16/doc.go"}, lanes.Write},

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
