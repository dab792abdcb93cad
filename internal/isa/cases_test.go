package isa

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// casesDir holds kernels as compilers write them, in folders of their own.
const casesDir = "../../../shared/cases"

var instRE = regexp.MustCompile(`^(?:[\w$]+:\s*)?(?:@!?%?[\w$]+\s+)?([a-z][a-z0-9]*)((?:\.[\w:]+(?:\[\d+\])?)*)(?:\s|;|$)`)

// caseHead is an instruction as it occurs in a kernel.
type caseHead struct {
	opcode string
	mods   []string
	ver    Version
	target Target
	where  string
	text   string
}

// caseHeads collects the instructions of all kernels.
func caseHeads(tb testing.TB) []caseHead {
	files, err := filepath.Glob(filepath.Join(casesDir, "*", "*.ptx"))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skipf("SKIPPED: no kernels at %s; the heads that real compilers emit are not checked", casesDir)
	}
	var heads []caseHead
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		heads = append(heads, headsOf(string(text), filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file))...)
	}
	return heads
}

func headsOf(text, where string) []caseHead {
	var heads []caseHead
	var ver Version
	var target Target
	depth, inTable := 0, false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		line = strings.TrimSpace(line)
		switch f := strings.Fields(line); {
		case len(f) > 1 && f[0] == ".version":
			ver, _ = ParseVersion(f[1])
			continue
		case len(f) > 1 && f[0] == ".target":
			target, _ = ParseTarget(strings.TrimSuffix(f[1], ","))
			continue
		}
		if strings.HasPrefix(line, "{") {
			depth++
			line = strings.TrimSpace(line[1:])
		}
		if depth > 0 && !inTable {
			// Several statements of inline assembly may share a line.
			for stmt := range strings.SplitSeq(line, ";") {
				stmt = strings.TrimLeft(strings.TrimSpace(stmt), "{} \t")
				m := instRE.FindStringSubmatch(stmt)
				if m == nil || m[1] == "" || len(Lookup(m[1])) == 0 && m[2] == "" {
					continue
				}
				h := caseHead{opcode: m[1], ver: ver, target: target, where: where, text: stmt}
				if m[2] != "" {
					h.mods = strings.Split(m[2][1:], ".")
				}
				heads = append(heads, h)
			}
		}
		depth += strings.Count(line, "{") - strings.Count(line, "}")
	}
	return heads
}

// TestCasesResolve resolves every instruction of the kernels, and checks that
// the module's .version and .target allow it.
func TestCasesResolve(t *testing.T) {
	heads := caseHeads(t)
	seen := map[string]bool{}
	for _, h := range heads {
		head := written(h.opcode, h.mods)
		key := head + h.ver.String() + h.target.String()
		if seen[key] {
			continue
		}
		seen[key] = true
		ms, miss := Resolve(h.opcode, h.mods)
		if miss != nil {
			t.Errorf("%s: %s: %s (%s)", h.where, h.text, miss.Text, miss.Hint)
			continue
		}
		var gate *GateError
		for _, m := range ms {
			if gate = m.Gate(h.ver, h.target); gate == nil {
				break
			}
		}
		if gate != nil {
			t.Errorf("%s: %s: %s (%s)", h.where, h.text, gate.Text, gate.Hint)
		}
	}
	if len(heads) < 40000 {
		t.Errorf("only %d instructions found: the scan is broken", len(heads))
	}
	t.Logf("%d instructions, %d different heads and modules", len(heads), len(seen))
}

func BenchmarkResolve(b *testing.B) {
	heads := caseHeads(b)
	b.ReportAllocs()
	b.ResetTimer()
	i := 0
	for b.Loop() {
		h := &heads[i]
		if i++; i == len(heads) {
			i = 0
		}
		Resolve(h.opcode, h.mods)
	}
}

func BenchmarkResolveUncached(b *testing.B) {
	mods := strings.Split("relaxed.gpu.global.L1::no_allocate.v4.f32", ".")
	Opcodes()
	for b.Loop() {
		resolve("ld", mods)
	}
}
