package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const ptx = `.version 7.8
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .u64 %rd<2>;
	ld.param.u64 %rd1, [p];
LOOP:
	BODY
	st.global.u32 [%rd1], 7;
	ret;
}
`

const folder = `{"format": 1, "name": "NAME", "ptx": [{"file": "kernel.ptx"}],
"buffers": [{"name": "out", "elem": "u32", "count": 1, "bytes": 4, "init": "zero", "expect": "out.bin"}],
"launches": [{"kernel": "k", "grid": [1, 1, 1], "block": [1, 1, 1], "dynamic_shared": 0, "args": [{"buf": "out"}]}]}`

// TestRun runs a case that passes, and others that do not.
func TestRun(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct{ name, body, want string }{
		{"equal", "", "\x07\x00\x00\x00"},
		{"differs", "", "\x08\x00\x00\x00"},
		{"slow", "bra LOOP;", "\x07\x00\x00\x00"},
		{"unsupported", "tcgen05.wait::ld.sync.aligned;", "\x07\x00\x00\x00"},
	} {
		dir := filepath.Join(root, c.name)
		text := strings.ReplaceAll(ptx, "BODY", c.body)
		if c.name == "unsupported" {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "7.8", "8.6"), "sm_70", "sm_100a")
		}
		for name, data := range map[string]string{"kernel.ptx": text, "case.json": strings.ReplaceAll(folder, "NAME", c.name), "out.bin": c.want} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, err := Run(context.Background(), []string{"interp"}, time.Minute, 10000, root)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list {
		if string(o.Kind) != o.Case {
			t.Errorf("case %s: %s: %s", o.Case, o.Kind, o.Text)
		}
	}
	if len(list) != 4 {
		t.Errorf("%d outcomes", len(list))
	}
	if _, err := Run(context.Background(), []string{"interp"}, time.Minute, 0, filepath.Join(root, "nothing")); err == nil {
		t.Error("a folder without cases is no error")
	}
}
