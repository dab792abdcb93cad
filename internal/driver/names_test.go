package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOddNames: a file may be named by any bytes. What people are shown of the name is quoted;
// only an output must have a name that the tools of Go take.
func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Skip("SKIPPED: this file system takes no such name: ", err)
		}
		return path
	}
	good := write("a\xffb.ptx", ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n")
	bad := write("c\xff\x1b[31m\u202e.ptx", ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k() { foo; }\n")
	quoted := func(path string) string { return strings.ReplaceAll(path, "\xff", `\xff`) }

	if status, out, err := runMain(t, "check", good); status != exitOK || out != "" || err != "" {
		t.Errorf("status %d: %q %q", status, out, err)
	}
	if status, _, err := runMain(t, "check", bad); status != exitError || !strings.HasPrefix(err, `"`+dir+`/c\xff\x1b[31m\u202e.ptx":4:23: error: unknown instruction foo`+"\n") {
		t.Errorf("status %d: %q", status, err)
	}
	status, _, err := runMain(t, good)
	if status != exitError || !strings.Contains(err, quoted(dir)+`/a\xffb_ptx.go": tools for Go take no file`) || !strings.Contains(err, "hint: -o") {
		t.Errorf("status %d: %q", status, err)
	}
	out := filepath.Join(dir, "k_ptx.go")
	for _, args := range [][]string{{"-o", out, good}, {"-check", "-o", out, good}, {"-line=ptx", "-o", filepath.Join(t.TempDir(), "l_ptx.go"), good}} {
		if status, _, err := runMain(t, args...); status != exitOK {
			t.Errorf("%q: status %d: %s", args, status, err)
		}
	}
	src, e := os.ReadFile(out)
	if e != nil || !strings.Contains(string(src), `$'a\xffb.ptx'; DO NOT EDIT.`) || !strings.Contains(string(src), `NewModule("a\xffb.ptx"`) {
		t.Errorf("%v\n%q", e, src)
	}
	// A file that is not there, by a name that would end the line.
	if status, _, err := runMain(t, "check", filepath.Join(dir, "x\ny.ptx")); status != exitError || !strings.Contains(err, `x\ny.ptx": no such file`) {
		t.Errorf("status %d: %q", status, err)
	}
}

// TestOddFolders: the folder of a case may be named so too, in what verify prints to standard
// output and for the program that it builds.
func TestOddFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a\xff\u202eb")
	if err := os.CopyFS(dir, os.DirFS("../cases/casefile/testdata/cases/saxpy")); err != nil {
		t.Skip("SKIPPED: this file system takes no such name: ", err)
	}
	for _, engine := range []string{"interp", "go"} {
		if status, out, err := runMain(t, "verify", "-engine="+engine, dir); status != exitOK || !strings.Contains(out, "1 of 1 case folder passes") {
			t.Errorf("%s: status %d: %s%s", engine, status, out, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "kernel.ptx")); err != nil {
		t.Fatal(err)
	}
	status, out, err := runMain(t, "verify", dir)
	if both := out + err; status != exitError || !strings.Contains(both, `a\xff\u202eb/kernel.ptx": no such file`) || strings.Contains(both, "\xff") {
		t.Errorf("status %d: %q", status, both)
	}
}
