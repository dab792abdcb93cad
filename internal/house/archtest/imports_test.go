package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/ptx2go/ptx2go"

// pkg is what go list says about a package.
type pkg struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Imports    []string
	Deps       []string
}

// name is the path below the module, "" for its root.
func (p *pkg) name() string { return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/") }

// packages lists the packages of the module that are part of the repository.
func packages(t *testing.T) []*pkg {
	t.Helper()
	tracked := map[string]bool{}
	for _, f := range tree(t) {
		tracked[filepath.Dir(f)] = true
	}
	var out []*pkg
	for _, p := range list(t, "./...") {
		dir, err := filepath.Rel(root(t), p.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if tracked[dir] {
			out = append(out, p)
		}
	}
	if len(out) < 10 {
		t.Fatalf("only %d packages", len(out))
	}
	return out
}

func list(t *testing.T, args ...string) []*pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Standard,GoFiles,Imports,Deps"}, args...)...)
	cmd.Dir = root(t)
	// Also the files that need vectors.
	cmd.Env = append(os.Environ(), "GOARCH=amd64", "GOEXPERIMENT=simd")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var out []*pkg
	for dec := json.NewDecoder(bytes.NewReader(data)); ; {
		p := new(pkg)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
}

// layers are the packages of the compiler from the bottom up. Each may import
// those of lower layers only.
var layers = [][]string{
	{"internal/nearest"},
	{"internal/diag", "internal/intrin", "internal/isa/notation", "internal/argument", "internal/parallel", "internal/goversion", "internal/scratch", "internal/harvest", "internal/fatbin", "internal/cxx"},
	{"internal/libcuda"},
	{"internal/isa", "internal/pinned", "codegen/gosrc"}, // below everything of SSA
	{"frontend"},
	{"lower/ir"},
	{"lower/sanitize/site", "lower/interleave", "lower/counters", "lower/counters/program"},
	{"lower/analysis", "lower/region", "lower/builder", "lower/interp"},
	{"lower/sanitize"},
	{"lower/pass"},
	{"lower/schedule"},
	{"lower/gang"},
	{"lower/vector"},
	{"codegen/scalar", "internal/pipeline"},
	{"codegen/gang"},
	{"codegen", "internal/page"},
	{"internal/asm"},
	{"internal/driver"},
	{"cmd/ptx2go"},
}

// beside are the packages that are no part of the compiler, with what they may
// import of the module. A name ends in /... for all below it. Generated code and
// what runs it see the runtime only; tools see what they are about.
var beside = map[string][]string{
	"internal":                      nil, // says what lies below
	"internal/cases":                nil,
	"internal/oracle":               nil,
	"internal/fuzz":                 nil,
	"internal/house":                nil,
	"runtime":                       {"runtime/counters", "runtime/sanitize", "runtime/texops", "runtime/texthash", "runtime/internal/bridge", "runtime/internal/devmem", "runtime/internal/handle", "runtime/internal/memory", "runtime/internal/module", "runtime/internal/wording"},
	"runtime/texthash":              nil,
	"runtime/driver":                {"runtime", "runtime/sanitize", "runtime/texops", "runtime/texthash", "runtime/internal/bridge", "runtime/internal/handle", "runtime/internal/hostmem", "runtime/internal/memory", "runtime/internal/vmem"},
	"interpret":                     {"internal/diag", "internal/intrin", "internal/isa", "internal/pipeline", "lower/builder", "lower/interp", "lower/ir", "lower/sanitize", "runtime", "runtime/driver", "runtime/sanitize", "interpret/images", "interpret/record"},
	"interpret/record":              {"internal/libcuda/switches", "runtime/texthash"},
	"interpret/images":              {"internal/fatbin", "runtime/driver"},
	"internal/libcuda/cache":        {"internal/libcuda/switches", "interpret/record"},
	"internal/libcuda/switches":     nil,
	"runtime/driver/internal/...":   {"runtime/gen", "runtime/fpops", "runtime/intops", "runtime/warpops"},
	"runtime/gen":                   {"runtime", "runtime/counters", "runtime/fpops", "runtime/interleave", "runtime/intops", "runtime/sanitize", "runtime/texops", "runtime/warpops", "runtime/internal/..."},
	"runtime/internal/bridge":       {"runtime/internal/module"},
	"runtime/internal/cpuid":        nil,
	"runtime/internal/devmem":       {"runtime/internal/vmem"},
	"runtime/internal/handle":       {"runtime/texops"},
	"runtime/internal/hostmem":      nil,
	"runtime/internal/vmem":         nil,
	"runtime/internal/leaf":         nil,
	"runtime/internal/memory":       {"runtime/internal/devmem", "runtime/internal/wording"},
	"runtime/internal/module":       {"runtime/internal/handle", "runtime/internal/memory", "runtime/internal/wording"},
	"runtime/internal/mufu":         nil,
	"runtime/internal/powers":       nil,
	"runtime/internal/wording":      nil,
	"runtime/fpops":                 {"runtime/internal/..."},
	"runtime/fpops/fptable":         {"runtime/fpops"},
	"runtime/intops":                nil,
	"runtime/sanitize":              nil,
	"runtime/interleave":            nil,
	"runtime/counters":              nil,
	"runtime/texops":                nil,
	"runtime/warpops":               {"runtime/fpops", "runtime/tensorops"},
	"runtime/tensorops":             {"runtime/internal/cpuid"},
	"runtime/gang8":                 {"runtime/fpops", "runtime/gen", "runtime/intops", "runtime/internal/..."},
	"runtime/gang16":                {"runtime/fpops", "runtime/gen", "runtime/intops", "runtime/internal/..."},
	"runtime/gang4":                 {"runtime/fpops", "runtime/gen", "runtime/intops", "runtime/internal/..."},
	"runtime/lanes":                 {"runtime/fpops", "runtime/gen", "runtime/intops", "runtime/internal/..."},
	"internal/cases/casefile":       nil,
	"internal/cases/caserun":        {"internal/cases/casefile", "runtime", "runtime/counters", "runtime/gen", "runtime/sanitize"},
	"internal/cases/caseinterp":     {"internal/cases/casefile", "lower/interp", "lower/ir", "runtime/sanitize", "runtime/texops"},
	"internal/oracle/fused":         {"internal/oracle/ieee"},
	"internal/oracle/ieee":          nil,
	"internal/cases/seeded":         nil,
	"internal/cases/listed":         {"internal/isa"},
	"internal/cases/planted":        {"internal/diag", "internal/pipeline", "lower/interp", "lower/ir", "lower/pass", "lower/sanitize", "runtime/sanitize"},
	"internal/house/testmode":       nil, // for tests
	"internal/house/gotest":         nil,
	"internal/house/transcript":     nil,
	"internal/house/gotest/cmd":     {"internal/house/gotest"},
	"internal/house/machinecode":    {"internal/pinned"}, // for tests
	"internal/house/walkin":         nil,                 // has tests only
	"internal/house/buildmode":      nil,                 // has tests only
	"internal/house/delve":          nil,                 // has tests only
	"internal/house/uppers":         {"internal/pinned"}, // for tests
	"internal/house/uppers/cmd":     {"internal/house/uppers"},
	"internal/house/bochs":          nil, // for tests
	"internal/house/bochs/cmd":      {"internal/house/bochs"},
	"internal/house/bochs/init":     nil, // runs in it
	"internal/cases/conform":        {"internal/cases/listed", "internal/oracle/fused", "internal/oracle/ieee", "internal/isa", "internal/cases/seeded", "internal/parallel"},
	"internal/cases/memcase":        {"internal/cases/listed", "internal/oracle/ieee", "internal/isa", "internal/cases/seeded", "internal/parallel"},
	"internal/cases/traps":          nil,
	"internal/cases/endless":        nil, // has tests only
	"internal/cases/gemms":          nil, // has tests only
	"internal/cases/manual12":       nil,
	"internal/fuzz/legality":        nil,
	"internal/fuzz/hostile":         nil,
	"internal/gotext":               nil,
	"internal/fatbin/pack":          nil, // for tests
	"internal/cudacc":               {"internal/scratch"},
	"internal/linecover":            nil,
	"internal/house/gocheck":        nil, // for tests
	"internal/cuda":                 nil,
	"internal/cuda/testlib":         nil, // for tests
	"internal/cuda/golden":          nil,
	"internal/cuda/golden/tensor":   {"internal/cuda/golden"}, // for tests
	"internal/cuda/golden/textures": {"internal/cuda/golden"}, // for tests
	"internal/cuda/probe": {"internal/cuda", "internal/cuda/golden", "internal/isa", "internal/isa/example", "internal/intrin",
		"internal/diag", "internal/pipeline", "lower/ir", "lower/builder", "lower/interp", "runtime/fpops/fptable"},
	"internal/cuda/cmd/gpuprobe":         {"internal/cuda/golden", "internal/cuda/probe", "internal/isa"},
	"internal/oracle/mxcsr":              nil, // for tests
	"internal/oracle/softfloat":          nil, // for tests
	"internal/house/archtest":            nil,
	"internal/isa/example":               {"internal/isa"},
	"internal/cases/texcase":             {"internal/cuda/golden/textures"}, // for tests
	"internal/cases/faulttable":          nil,
	"internal/cases/faulttable/faultrun": {"internal/cases/faulttable", "runtime"},
	"internal/vectors":                   {"internal/asm", "internal/pinned", "runtime/gen"},
	"internal/fuzz/difftest":             {"frontend", "internal/...", "lower/...", "codegen", "runtime/gen"},
	"internal/fuzz/clang":                nil,
	"internal/fuzz/csource":              {"internal/cases/casefile", "internal/fuzz/clang"},
	"internal/fuzz/cloop":                {"internal/cases/casefile", "internal/fuzz/clang"},
	"internal/fuzz/fpgraph":              {"internal/cases/casefile", "internal/fuzz/clang"},
	"internal/fuzz/contraction":          {"internal/cases/casefile", "internal/cases/caseinterp", "internal/cuda/probe", "internal/diag", "internal/intrin", "internal/pipeline", "lower/interp", "lower/ir", "lower/pass"},
	"internal/fuzz/contraction/cmd":      {"internal/cuda/probe", "internal/fuzz/contraction"},
	"internal/fuzz/engine":               {"internal/driver", "internal/vectors"},
	"internal/fuzz/hunt":                 {"internal/vectors", "internal/cases/casefile", "internal/fuzz/difftest", "internal/fuzz/..."},
	"internal/fuzz/assembler":            {"frontend", "internal/isa", "internal/isa/example", "internal/diag", "internal/parallel"},
	"internal/fuzz/cmd/ptxask":           {"internal/fuzz/assembler"},
	"internal/fuzz/cmd/ptxfuzz":          {"internal/fuzz/difftest", "internal/fuzz/..."},
	"lower/interp/ptxtest":               nil,
	"examples/...":                       {"runtime", "runtime/driver", "runtime/gen", "runtime/fpops", "runtime/intops", "runtime/sanitize", "runtime/warpops", "runtime/gang8", "internal/cuda", "examples/..."},

	"internal/house/conditions":        {"internal/house/conditions/record"},
	"internal/house/mutate":            {"internal/house/mutate/selected"},
	"internal/house/mutate/selected":   nil, // mutants call it
	"internal/house/conditions/record": nil, // the compiler calls it, as it is built there
	"internal/house/conditions/cmd":    {"internal/house/conditions"},
	"internal/house/mutate/cmd":        {"internal/house/mutate"},
	"internal/house/mutate/judge":      {"codegen", "lower/builder", "lower/ir", "lower/pass", "internal/diag", "internal/pipeline", "internal/house/mutate", "internal/house/mutate/selected", "internal/house/conditions/record", "internal/driver", "internal/vectors", "internal/cases/faulttable", "internal/fuzz/difftest", "lower/sanitize", "runtime/sanitize"},

	"internal/cases/planted/plantedrun": {"runtime", "runtime/sanitize"},

	// What generates imports nothing that is generated; a test looks.
	"internal/gen":            {"internal/gen/...", "internal/cases/conform", "internal/cases/memcase"},
	"internal/gen/tree":       {"internal/goversion"},
	"internal/gen/tables":     {"internal/gen/tree", "internal/isa", "lower/ir"},
	"internal/gen/floats":     {"internal/gen/tree"},
	"internal/gen/twins":      {"internal/gen/tree"},
	"internal/gen/lanes":      {"internal/gen/tree", "internal/goversion"},
	"internal/gen/intrinsics": {"internal/gen/tree"},
	"internal/gen/memory":     {"internal/gen/tree", "lower/ir"},
	"internal/gen/products":   {"internal/gen/tree", "internal/isa", "runtime/tensorops"},
	"internal/gen/cases":      {"internal/gen/tree", "internal/cases/listed", "internal/cases/conform", "internal/cases/memcase"},
	"internal/gen/isadoc":     {"internal/gen/tree", "internal/gen/tables", "internal/isa", "internal/isa/notation", "internal/parallel", "internal/cases/conform", "internal/cases/memcase"},
}

// also are imports of the compiler that the layers do not allow: the interpreter
// calls the arithmetic of generated code, assembly is made with the sources of the runtime, and the
// driver reads cases and writes the hash by which programs find a module.
var also = map[string][]string{
	"lower/sanitize":         {"runtime/sanitize"}, // asks what a launch would
	"lower/sanitize/site":    {"runtime/sanitize"},
	"lower/counters/program": {"runtime/counters"},
	"codegen":                {"runtime/counters", "runtime/sanitize"},
	"codegen/scalar":         {"runtime/sanitize"},
	"lower/interp":           {"runtime/counters", "runtime/fpops", "runtime/interleave", "runtime/intops", "runtime/sanitize", "runtime/texops", "runtime/warpops"},
	"internal/asm":           {"runtime"},
	"internal/libcuda":       {"internal/libcuda/cache", "interpret/record"},
	"internal/driver":        {"internal/libcuda/cache", "internal/libcuda/switches", "interpret/record", "internal/cases/casefile", "internal/cases/caseinterp", "internal/cuda", "internal/cudacc", "internal/gotext", "internal/linecover", "runtime/counters", "runtime/interleave", "runtime/sanitize", "runtime/texops", "runtime/texthash"},
}

// never are imports that the layers would allow. Facts about functions are analyses: who plans
// gangs or prints asks these, and no pass.
var never = map[string][]string{
	"lower/gang":     {"lower/pass"},
	"codegen/scalar": {"lower/pass"},
	"codegen/gang":   {"lower/pass"},
	"codegen":        {"lower/pass"},
}

// thirdParty says who may import packages of other modules.
var thirdParty = map[string][]string{
	"internal/isa/notation": {"github.com/alecthomas/participle/v2"},
	"internal/argument":     {"github.com/alecthomas/participle/v2"},
	"internal/fatbin/pack":  {"github.com/klauspost/compress", "github.com/pierrec/lz4/v4"},
	"internal/fatbin":       {"github.com/klauspost/compress", "github.com/pierrec/lz4/v4"},

	"frontend":     {"github.com/alecthomas/participle/v2"},
	"lower/ir":     {"github.com/alecthomas/participle/v2"},
	"internal/cxx": {"github.com/ianlancetaylor/demangle"},
	"codegen":      {"github.com/dave/jennifer"},

	"codegen/gosrc":  {"github.com/dave/jennifer"},
	"codegen/scalar": {"github.com/dave/jennifer"},
	"codegen/gang":   {"github.com/dave/jennifer"},

	"internal/cuda":          {"github.com/ebitengine/purego"}, // after a build tag
	"internal/gotext":        {"golang.org/x/tools"},
	"internal/linecover":     {"golang.org/x/tools"},
	"internal/driver":        {"golang.org/x/tools"},
	"internal/house/gocheck": {"golang.org/x/tools"},
	"internal/house/mutate":  {"golang.org/x/tools"},
}

func matches(pattern, name string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == prefix || strings.HasPrefix(name, prefix+"/")
	}
	return pattern == name
}

func anyMatches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

func layerOf(name string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, name) })
}

// place returns what the tables say about a package: its layer, or what it may
// import.
func place(name string) (layer int, allowed []string, ok bool) {
	if layer = layerOf(name); layer >= 0 {
		return layer, also[name], true
	}
	for pattern, list := range beside {
		if matches(pattern, name) {
			return -1, list, true
		}
	}
	return -1, nil, false
}

// TestImports checks every import of every package against the tables.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		name := p.name()
		seen[name] = true
		layer, allowed, ok := place(name)
		if !ok {
			t.Errorf("package %s has no place: add it to the tables in imports_test.go", name)
			continue
		}
		for _, imp := range p.Imports {
			short, own := strings.CutPrefix(imp, module+"/")
			switch {
			case own && anyMatches(never[name], short):
				t.Errorf("%s must not import %s: what it needs from there is an analysis", name, imp)
			case own && (anyMatches(allowed, short) || layer >= 0 && layerOf(short) >= 0 && layerOf(short) < layer):
			case own:
				t.Errorf("%s must not import %s", name, short)
			case strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") &&
				!slices.ContainsFunc(thirdParty[name], func(m string) bool { return imp == m || strings.HasPrefix(imp, m+"/") }):
				t.Errorf("%s must not import %s", name, imp)
			case imp == "testing":
				t.Errorf("%s imports testing outside of a test", name)
			}
		}
	}
	for _, l := range layers {
		for _, name := range l {
			if !seen[name] {
				t.Errorf("there is no package %s", name)
			}
		}
	}
}

// TestRuntimeNeedsNothing checks that what generated code is linked with is
// the runtime and the standard library.
func TestRuntimeNeedsNothing(t *testing.T) {
	roots := []string{"runtime", "runtime/driver", "runtime/texthash", "runtime/gen", "runtime/fpops", "runtime/intops", "runtime/counters", "runtime/interleave", "runtime/sanitize", "runtime/texops", "runtime/warpops", "runtime/tensorops", "runtime/gang4", "runtime/gang8", "runtime/gang16", "runtime/lanes", "runtime/internal/mufu", "runtime/internal/powers", "runtime/internal/cpuid", "runtime/internal/devmem", "runtime/internal/hostmem", "runtime/internal/vmem", "runtime/internal/leaf",
		"runtime/internal/bridge", "runtime/internal/handle", "runtime/internal/memory", "runtime/internal/module", "runtime/internal/wording"}
	var args []string
	for _, r := range roots {
		args = append(args, module+"/"+r)
	}
	n := 0
	for _, p := range list(t, append([]string{"-deps"}, args...)...) {
		if p.Standard {
			continue
		}
		n++
		if !slices.Contains(roots, p.name()) {
			t.Errorf("the runtime depends on %s", p.ImportPath)
		}
	}
	if n != len(roots) {
		t.Errorf("%d packages of the runtime, want %d", n, len(roots))
	}
}
