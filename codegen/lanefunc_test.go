package codegen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/lower/schedule"
)

// arm64Goldens are the golden files whose vector code for arm64 is one too: where lanes find their elements, what
// they do when they go different ways, and what regions of a kernel give each other.
const arm64Goldens = "testdata/arm64"

// TestARM64 prints the gangs of the golden files for arm64, which are functions with lanes. All must have the right
// types. Of some the text is compared, with that in testdata/arm64.
func TestARM64(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	std := exports(t)
	some := 0
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			src := string(ar.Files[0].Data)
			opt := options(name)
			opt.Asm, opt.AsmTags, opt.ARM64, opt.ARM64Tags = "", "", name+"_ptx_arm64.go", "arm64"
			s := schedule.New(lowered(t, name+".ptx", src), schedule.Options{})
			got := filesOf(t, s, opt)
			check(t, std, got, strings.Count(src, "\n"))
			text := ""
			if len(got) > 1 {
				some++
				text = string(got[2].Source)
			}

			// Beside those for amd64 they are built without these.
			opt.Asm, opt.AsmTags = name+"_ptx_amd64.go", "amd64"
			both := filesOf(t, s, opt)
			check(t, std, slices.DeleteFunc(both, func(f File) bool { return f.Name == opt.Asm || f.Name == Vector }), strings.Count(src, "\n"))

			golden := filepath.Join(arm64Goldens, name+".go.txt")
			want, err := os.ReadFile(golden)
			switch {
			case os.IsNotExist(err):
			case err != nil:
				t.Fatal(err)
			case *update:
				if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			case string(want) != text:
				t.Errorf("the code has changed (go test -run TestARM64 -update rewrites it):\n%s", text)
			}
		})
	}
	if some < len(files)/2 {
		t.Errorf("%d of %d files have gangs", some, len(files))
	}
}

// TestEndless: of a kernel of which no gang comes to an end, none of the threads is done, whatever loops it has.
func TestEndless(t *testing.T) {
	const src = `.version 8.0
.target sm_80
.address_size 64
.visible .entry stores(.param .u64 p)
{
	.reg .u32 %r<4>;
	.reg .u64 %rd<4>;
	ld.param.u64 %rd1, [p];
L:	add.u32 %r1, %r1, 1;
	st.global.u32 [%rd1], %r1;
	bra L;
}
`
	opt := options("endless")
	opt.Asm, opt.AsmTags, opt.ARM64, opt.ARM64Tags = "", "", "endless_ptx_arm64.go", "arm64"
	got := filesOf(t, schedule.New(lowered(t, "endless.ptx", src), schedule.Options{}), opt)
	if len(got) < 3 {
		t.Fatal("no gangs")
	}
	text := string(got[2].Source)
	if strings.Count(text, "c.Done =") != 1 || !strings.Contains(text, "c.Done = first\n") {
		t.Errorf("threads are said to be done:\n%s", text)
	}
	if !strings.Contains(text, "if ptx.Leave(c) {\n\t\t\treturn first\n") {
		t.Errorf("a launch that is over does not leave the loop:\n%s", text)
	}
}
