package buildmode

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

// sources are the committed files of assembly for amd64.
func sources(t *testing.T) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "ls-files", "*_amd64.s")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("SKIPPED: git: %v", err)
	}
	list := strings.Fields(string(out))
	if len(list) < 12 {
		t.Fatalf("only %d files of assembly", len(list))
	}
	return list
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// assembler assembles a file for an operating system, with more arguments, and returns what it says.
func assembler(t *testing.T) func(system, file string, more ...string) string {
	t.Helper()
	tool := output(t, "go", "tool", "-n", "asm")
	include := filepath.Join(output(t, "go", "env", "GOROOT"), "pkg", "include")
	object := filepath.Join(t.TempDir(), "x.o")
	return func(system, file string, more ...string) string {
		args := append([]string{"-p", "example.org/x", "-I", include, "-o", object}, more...)
		cmd := exec.CommandContext(t.Context(), tool, append(args, file)...)
		cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS="+system, "GOARCH=amd64")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s for %s: %v\n%s", file, system, err, out)
		}
		return string(out)
	}
}

// TestSystems: the assembler takes all files for each operating system, with its own place of g, and for
// what is linked at any address.
func TestSystems(t *testing.T) {
	assemble := assembler(t)
	for _, file := range sources(t) {
		for _, system := range []string{"linux", "windows", "darwin", "freebsd"} {
			assemble(system, file)
			assemble(system, file, "-shared")
		}
	}
}

// TestDynamic: so it does for plugins. There an instruction that names a variable is two, of which the
// first overwrites R15. The assembler says so where R15 is used after that, but not where the
// instruction has a prefix, which then is one of the first.
func TestDynamic(t *testing.T) {
	assemble := assembler(t)
	check := func(file string) (wrong []string, instructions int) {
		prefix := ""
		for line := range strings.Lines(assemble("linux", file, "-dynlink", "-S")) {
			_, code, ok := strings.Cut(line, ")\t")
			if !ok || !strings.HasPrefix(line, "\t0x") {
				continue
			}
			op, _, _ := strings.Cut(strings.TrimSpace(code), "\t")
			if op == "NOP" { // of no bytes, where the first one was
				continue
			}
			instructions++
			if prefix != "" && strings.Contains(code, "@GOT") {
				wrong = append(wrong, prefix+": "+strings.TrimSpace(code))
			}
			prefix = ""
			if op == "LOCK" || strings.HasPrefix(op, "REP") {
				prefix = op
			}
		}
		return wrong, instructions
	}
	for _, file := range sources(t) {
		wrong, instructions := check(file)
		if instructions == 0 {
			t.Errorf("%s has no instructions", file)
		}
		for _, w := range wrong {
			t.Errorf("%s: %s", file, w)
		}
	}
	spoiled := filepath.Join(t.TempDir(), "x.s")
	if err := os.WriteFile(spoiled, []byte("TEXT ·x(SB), 0, $0-0\n\tLOCK\n\tINCQ ·n(SB)\n\tRET\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if wrong, _ := check(spoiled); len(wrong) != 1 {
		t.Errorf("the prefix of a variable is not found: %q", wrong)
	}
}
