package codegen

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/scalar"
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

// gangsOfFill prints gangs for kernel fill alone: a function that calls the one of form A, marked as the
// store, and one that is assembly.
func gangsOfFill(k *scalar.Kernel, plans *gangs.Kernel, _ string) (body string, funcs []scalar.GangFunc) {
	*plans = gangs.Kernel{Kernel: k.Sched, Width: plans.Width}
	if k.Func.Name != "fill" {
		plans.Why = &schedule.Reason{Pos: k.Func.Pos, Text: "being alone"}
		return "", nil
	}
	call := jen.Id(k.Body).Call(k.Arguments(jen.Id("c"))...).Comment("//\u00a712\u00a712:p0/4\u00a7st.global.u32 [%rd3], %r1")
	name := k.Body + "8"
	code := jen.Func().Id(name).Params(append([]jen.Code{jen.Id("c").Op("*").Add(scalar.Runtime("CTA"))}, k.TypedParams()...)...).Block(call)
	leaf := jen.Func().Id("fillGangs").Params().Int()
	return name, []scalar.GangFunc{{Name: name, Code: code}, {Name: "fillGangs", Code: leaf.Clone().Block(jen.Return(jen.Lit(0))), Decl: leaf}}
}

// TestGangFile: the file with what calls gangs stands beside the other, whose launches call a
// variable where there are gangs, and the function where not.
func TestGangFile(t *testing.T) {
	s := schedule.New(lowered(t, "two.ptx", twoKernels), schedule.Options{})
	opt := options("two")
	opt.gangs = gangsOfFill
	opt.NoAsm = map[Gangs]bool{{"fill", 16}: true, {"alone", 16}: true}
	files := filesOf(t, s, opt)
	if len(files) != 3 || files[0].Name != "two_ptx.go" || files[1].Name != "two_ptx_amd64.go" || files[2].Name != Vector {
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
	has(files[0], 1, "\nvar fillBody = fillRow // or fillRow8, see two_ptx_amd64.go\n")
	has(files[0], 2, "\taloneRow(c, x)\n")
	has(files[0], 0, "fillGangs")
	calls := files[1]
	if r := files[0].Reports["amd64"]; len(r) != 2 || r["fill"].Why != nil || r["alone"].Why.Text != "being alone" || calls.Reports != nil {
		t.Errorf("the reports are %v", r)
	}
	has(calls, 1, "//go:build amd64\n")
	has(calls, 1, "func init() {\n\tif ptx.Vectors() >= 8 {\n\t\tfillBody = fillRow8\n\t\ttwoModule.Gangs(\"two_ptx_amd64.go\", twoVectorLines, &fillKernel)\n\t}\n}\n")
	has(calls, 0, "alone")
	has(calls, 1, "\nfunc fillGangs() int\n")
	line := slices.IndexFunc(strings.Split(string(calls.Source), "\n"), func(l string) bool {
		return l == "\tfillRow(c, x) // st.global.u32 [%rd3], %r1"
	}) + 1
	if line == 0 {
		t.Fatalf("no call in\n%s", calls.Source)
	}
	has(calls, 1, fmt.Sprintf("= `23:0 %d:0 %d:12:p0/4 %d:0`\n", line-1, line, line+3))
	if want := []Line{{Go: line, PTX: 12}}; !slices.Equal(calls.Lines, want) {
		t.Errorf("lines %v, want %v", calls.Lines, want)
	}
	has(files[2], 1, "\npackage vector\n\nfunc fillGangs() int {\n")
	if want := []Leaf{{"fillGangs", Gangs{"fill", 8}}}; !slices.Equal(files[2].Leaves, want) {
		t.Errorf("leaves %v, want %v", files[2].Leaves, want)
	}

	// Without a name for the file nothing speaks of gangs; their source is the same.
	opt.Asm, opt.Leaves = "", []string{"amd64"}
	read := filesOf(t, s, opt)
	if len(read) != 2 || !bytes.Equal(read[1].Source, files[2].Source) || read[0].Reports["amd64"]["alone"].Why == nil {
		t.Fatalf("%d files, of which the source of gangs is not what it is with assembly", len(read))
	}
	opt.Leaves = nil
	off := filesOf(t, s, opt)
	if len(off) != 1 || !bytes.Equal(off[0].Source, read[0].Source) || off[0].Reports != nil {
		t.Error("there is more without gangs than the first file, or another one")
	}
	has(off[0], 2, "\tfillRow(c, x)\n")
	has(off[0], 0, "Body")

	// So it is where no kernel has gangs.
	opt = options("two")
	opt.gangs = func(_ *scalar.Kernel, plans *gangs.Kernel, _ string) (string, []scalar.GangFunc) {
		plans.Why = &schedule.Reason{}
		return "", nil
	}
	if without := filesOf(t, s, opt); len(without) != 1 || !bytes.Equal(without[0].Source, off[0].Source) {
		t.Error("a module of which no kernel has gangs has another file than without gangs")
	}
}

// TestBoth: a file with a second constraint is built where both hold.
func TestBoth(t *testing.T) {
	const other = "amd64 && !race"
	for tags, want := range map[string]string{
		"":                other,
		"linux":           "linux && " + other,
		"linux || darwin": "(linux || darwin) && " + other,
	} {
		if got := Both(tags, other); got != want {
			t.Errorf("%s: got %s, want %s", tags, got, want)
		}
	}
	if got := Both("linux", ""); got != "linux" {
		t.Errorf("got %s", got)
	}
}
