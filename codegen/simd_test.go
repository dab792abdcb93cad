package codegen

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/experiment"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// twoKernels has a kernel for gangs, its last line 15, and one that begins in line 17.
const twoKernels = `.version 7.0
.target sm_70
.address_size 64
.visible .entry fill(.param .u64 x)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [x];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.global.u32 [%rd3], %r1;
	ret;
}

.visible .entry alone(.param .u64 x)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [x];
	st.global.u32 [%rd1], 1;
	ret;
}
`

// gangsOfFill prints gangs for kernel fill alone: a function that calls the one of form A,
// marked as the store.
func gangsOfFill(k *scalar.Kernel, plans *gangs.Kernel, _ string) (body string, funcs []scalar.GangFunc) {
	*plans = gangs.Kernel{Kernel: k.Sched, Width: plans.Width}
	if k.Func.Name != "fill" {
		plans.Why = &schedule.Reason{Pos: k.Func.Pos, Text: "being alone"}
		return "", nil
	}
	call := jen.Id(k.Body).Call(k.Arguments(jen.Id("c"))...).Comment("//\u00a712\u00a712:p0/4\u00a7st.global.u32 [%rd3], %r1")
	name := k.Body + "8"
	code := jen.Func().Id(name).Params(append([]jen.Code{jen.Id("c").Op("*").Add(scalar.Runtime("CTA"))}, k.TypedParams()...)...).Block(call)
	return name, []scalar.GangFunc{{Name: name, Code: code}}
}

// TestGangFile: the file with the gangs stands beside the other, whose launches call a
// variable where there are gangs, and the function where not.
func TestGangFile(t *testing.T) {
	s := schedule.New(lowered(t, "two.ptx", twoKernels), schedule.Options{})
	print := func(opt Options) []File {
		t.Helper()
		files, err := Files(s, opt)
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	opt := options("two")
	opt.gangs = gangsOfFill
	files := print(opt)
	if len(files) != 2 || files[0].Name != "two_ptx.go" || files[1].Name != "two_simd_ptx.go" {
		t.Fatalf("%d files", len(files))
	}
	check(t, exports(t), files, strings.Count(twoKernels, "\n"))
	has := func(f File, n int, text string) {
		t.Helper()
		if got := strings.Count(string(f.Source), text); got != n {
			t.Errorf("%s has %d times %q, want %d:\n%s", f.Name, got, text, n, f.Source)
		}
	}
	has(files[0], 2, "\tfillBody(c, x)\n")
	has(files[0], 0, "\tfillRow(c, x)\n")
	has(files[0], 1, "\nvar fillBody = fillRow // or fillRow8, see two_simd_ptx.go\n")
	has(files[0], 2, "\taloneRow(c, x)\n")
	has(files[0], 0, "gang8")
	simd := files[1]
	if r := files[0].Reports; len(r) != 2 || r["fill"].Why != nil || r["alone"].Why.Text != "being alone" || simd.Reports != nil {
		t.Errorf("the reports are %v", r)
	}
	has(simd, 1, "//go:build "+experiment.Constraint+"\n")
	has(simd, 1, "func init() {\n\tif gang8.Usable() {\n\t\tfillBody = fillRow8\n\t\ttwoModule.Gangs(\"two_simd_ptx.go\", twoGangLines, &fillKernel)\n\t}\n}\n")
	has(simd, 0, "alone")
	line := slices.IndexFunc(strings.Split(string(simd.Source), "\n"), func(l string) bool {
		return l == "\tfillRow(c, x) // st.global.u32 [%rd3], %r1"
	}) + 1
	if line == 0 {
		t.Fatalf("no call in\n%s", simd.Source)
	}
	has(simd, 1, fmt.Sprintf("= `13:0 %d:0 %d:12:p0/4`\n", line-1, line))
	if want := []Line{{Go: line, PTX: 12}}; !slices.Equal(simd.Lines, want) {
		t.Errorf("lines %v, want %v", simd.Lines, want)
	}

	// Without gangs, or without a name for their file, nothing speaks of them.
	opt.gangs = func(_ *scalar.Kernel, plans *gangs.Kernel, _ string) (string, []scalar.GangFunc) {
		plans.Why = &schedule.Reason{}
		return "", nil
	}
	without := print(opt)
	opt.SIMD = ""
	off := print(opt)
	if len(without) != 1 || len(off) != 1 || !bytes.Equal(without[0].Source, off[0].Source) {
		t.Error("a module of which no kernel has gangs has another file than without gangs")
	}
	has(off[0], 2, "\tfillRow(c, x)\n")
	has(off[0], 0, "Body")
}

// TestBoth: a file with a second constraint is built where both hold.
func TestBoth(t *testing.T) {
	for tags, want := range map[string]string{
		"":                experiment.Constraint,
		"linux":           "linux && " + experiment.Constraint,
		"linux || darwin": "(linux || darwin) && " + experiment.Constraint,
	} {
		if got := Both(tags, experiment.Constraint); got != want {
			t.Errorf("%s: got %s, want %s", tags, got, want)
		}
	}
}
