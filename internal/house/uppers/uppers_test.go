package uppers

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/pinned"
)

const root = "../../.."

func check(t *testing.T, overlay string, packages ...string) []Finding {
	t.Helper()
	if err := pinned.Available(t.Context()); errors.Is(err, pinned.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, dir := range packages {
		read(t, dir)
	}
	listing, err := Compile(root, overlay, packages...)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(listing, " STEXT "); n < 10 {
		t.Fatalf("a listing of %d functions", n)
	}
	found, err := Check(listing)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// read reads the files of a package, so that go test knows that the result depends on them.
func read(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files (%v)", dir, err)
	}
	for _, f := range files {
		if _, err := os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGangs checks packages gang8 and gang16, and a function of gangs.
func TestGangs(t *testing.T) {
	for _, f := range check(t, "", "./runtime/gang8", "./runtime/gang16", "./internal/house/uppers/testdata/saxpy") {
		t.Error(f)
	}
}

// spoiled returns an overlay with another text of a file.
func spoiled(t *testing.T, file string, edit func(string) string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := edit(string(data))
	if text == string(data) {
		t.Fatalf("nothing to spoil in %s", file)
	}
	tmp := t.TempDir()
	replacement := filepath.Join(tmp, "spoiled.go")
	if err := os.WriteFile(replacement, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{path: replacement}})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(out, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSpoiled spoils one line of good code.
func TestSpoiled(t *testing.T) {
	const file = "testdata/saxpy/saxpy.go"
	for _, s := range []struct{ old, new, where, what string }{
		{"// spoil", "scale *= 1.5", "Row8", "MULSS"},
		{"// spoil", "println(tx)", "Row8", "call of runtime.printlock"},
		{"// spoil", "y[tx+1] = x[tx]", "", ""}, // a move, which the harvest writes as one of AVX
		{"gang8.Clear()\n\tfor", "for", "Row8", "MULSS"},
		{"gang8.Clear()\n\treturn true", "return true", "", ""}, // who calls it clears them
	} {
		found := check(t, spoiled(t, file, func(text string) string { return strings.Replace(text, s.old, s.new, 1) }), "./runtime/gang8", "./internal/house/uppers/testdata/saxpy")
		if s.what == "" {
			if len(found) != 0 {
				t.Errorf("%s: %v", s.new, found)
			}
			continue
		}
		is := false
		for _, f := range found {
			is = is || strings.HasSuffix(f.Func, "."+s.where) && strings.HasPrefix(f.What, s.what)
			if !strings.HasSuffix(f.Func, "."+s.where) {
				t.Errorf("%s: %v is no part of it", s.new, f)
			}
		}
		if !is {
			t.Errorf("%s: found %v", s.new, found)
		}
	}
}

const listing = `# p
p.F STEXT size=9 args=0x10 locals=0x0 funcid=0x0 align=0x0
	0x0000 00000 (/src/p/f.go:3)	TEXT	p.F(SB), NOSPLIT|NOFRAME|ABIInternal, $0-16
	0x0000 00000 (/src/p/f.go:4)	TESTB	AL, AL
	0x0002 00002 (/src/p/f.go:4)	JEQ	20
	0x0004 00004 (/src/p/f.go:5)	VPXOR	Y1, Y1, Y1
	0x0008 00008 (/src/p/f.go:6)	CALL	p.G(SB)
	0x000c 00012 (/src/p/f.go:7)	MOVSS	(AX), X0
	0x0010 00016 (/src/p/f.go:8)	VPXOR	Y1, Y1, Y1
	0x0014 00020 (/src/p/f.go:9)	ADDSS	X0, X0
	0x0018 00024 (/src/p/f.go:9)	CMPQ	AX, BX
	0x001a 00026 (/src/p/f.go:9)	JEQ	40
	0x001c 00028 (/src/p/f.go:10)	MOVUPS	X15, (AX)
	0x0020 00032 (/src/p/f.go:10)	CALL	runtime.gopanic(SB)
	0x0024 00036 (/src/p/f.go:10)	UNDEF
	0x0028 00040 (/src/p/f.go:11)	RET
p.G STEXT size=9 args=0x10 locals=0x0 funcid=0x0 align=0x0
	0x0000 00000 (/src/p/g.go:3)	TEXT	p.G(SB), NOSPLIT|NOFRAME|ABIInternal, $0-16
	0x0000 00000 (/src/p/g.go:4)	MOVQ	AX, X1
	0x0004 00004 (/src/p/g.go:5)	VZEROUPPER
	0x0008 00008 (/src/p/g.go:6)	MOVQ	AX, X1
	0x000c 00012 (/src/p/g.go:6)	RET
`

// TestFlow follows branches and a call.
func TestFlow(t *testing.T) {
	found, err := Check(listing)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, f.String())
	}
	want := []string{
		"p.F (/src/p/f.go:9): ADDSS X0, X0",
		"p.G (/src/p/g.go:4): MOVQ AX, X1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found %q, want %q", got, want)
	}
}
