package bochs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestConsole reads what comes from the line in pieces of any length.
func TestConsole(t *testing.T) {
	const text = "kernel\r\n\x01begin\r\nhello\r\n\x01exit 0\r\nno newline\x01exit 139\r\n\x01end\r\npower down\r\n"
	for n := 1; n <= len(text); n++ {
		var out bytes.Buffer
		c := &console{out: &out}
		for i := 0; i < len(text); i += n {
			if _, err := c.Write([]byte(text[i:min(i+n, len(text))])); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := out.String(), "hello\nno newline"; got != want {
			t.Errorf("pieces of %d: %q, want %q", n, got, want)
		}
		if !slices.Equal(c.codes, []int{0, 139}) || !c.done {
			t.Errorf("pieces of %d: exit statuses %v, done %v", n, c.codes, c.done)
		}
		if c.check(2) != nil || c.check(3) == nil {
			t.Errorf("pieces of %d: %v of 2, %v of 3", n, c.check(2), c.check(3))
		}
	}
}

// TestArchive goes through the headers of an archive as the kernel does.
func TestArchive(t *testing.T) {
	dir := t.TempDir()
	content := filepath.Join(dir, "content")
	if err := os.WriteFile(content, []byte("five!"), 0o666); err != nil {
		t.Fatal(err)
	}
	var a archive
	a.folder("dev")
	a.device("dev/console", 5, 1)
	a.file("data/deep/x", content)
	a.bytes("y", []byte("1234"))
	if err := a.tree("all", dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "archive")
	if err := a.write(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	number := func(i int) (n int) {
		for _, c := range text[6+8*i : 6+8*i+8] {
			n = n<<4 | strings.IndexByte("0123456789abcdef", c)
		}
		return n
	}
	var got []string
	for len(text) > 0 {
		if string(text[:6]) != "070701" {
			t.Fatalf("no header at %q", text)
		}
		size, length := number(6), number(11)
		name := string(text[110 : 110+length-1])
		at := (110 + length + 3) &^ 3
		got = append(got, name+"="+string(text[at:at+size]))
		text = text[(at+size+3)&^3:]
	}
	want := []string{"dev=", "dev/console=", "data=", "data/deep=", "data/deep/x=five!", "y=1234", "all=", "all/content=five!", "TRAILER!!!="}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMissing says what is not there.
func TestMissing(t *testing.T) {
	m := &Machine{Kernel: filepath.Join(t.TempDir(), "vmlinuz")}
	if err := m.Missing(); err == nil || !strings.Contains(err.Error(), "vmlinuz") {
		t.Errorf("a kernel that is not there: %v", err)
	}
}
