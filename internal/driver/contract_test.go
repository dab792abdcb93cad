package driver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
)

// known are cases with both columns of bits.
const known = "../cases/casefile/testdata/cases/contract_products"

// TestContractFlags checks what -contract accepts, and that it is what decides.
func TestContractFlags(t *testing.T) {
	file := filepath.Join(known, "kernel.ptx")
	for _, c := range []struct {
		args, says string
	}{
		{"-contract=fast", "-contract=fast: ptxas or none"},
	} {
		for _, cmd := range [][]string{{"-o", "-", "-pkg", "k"}, {"run"}, {"verify"}} {
			status, _, err := runMain(t, append(append(cmd, strings.Fields(c.args)...), file)...)
			if status != exitUsage || !strings.Contains(err, c.says) {
				t.Errorf("%v %s: status %d: %s", cmd, c.args, status, err)
			}
		}
	}
	var code [2]string
	for i, args := range []string{"", "-contract=none"} {
		status, out, err := runMain(t, append(strings.Fields("-o - -pkg k "+args), file)...)
		if status != 0 {
			t.Fatal(err)
		}
		if header, _, _ := strings.Cut(out, "\n"); !strings.Contains(header, strings.Replace(args, "=", " ", 1)) {
			t.Errorf("%s is not in the header: %s", args, header)
		}
		note := regexp.MustCompile(`(?m)^.*kernel\.ptx:8:\d+: note: kernel products: 2 products become part of fma's, .*$`)
		if note.MatchString(err) != (args != "-contract=none") {
			t.Errorf("%s: %s", args, err)
		}
		_, code[i], _ = strings.Cut(out, "\n")
	}
	if code[0] == code[1] || strings.Contains(code[1], "Fma") {
		t.Errorf("the flag makes no difference:\n%s\n%s", code[0], code[1])
	}
}

// TestContractCases checks which expectations a case is held to.
func TestContractCases(t *testing.T) {
	// A case that is for one setting, made of one that has both.
	only := func(setting, expect string) string {
		c, err := casefile.Load(known)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(known)); err != nil {
			t.Fatal(err)
		}
		c.Contract, c.Buffers[1].Expect, c.Buffers[1].Contracted = setting, expect, ""
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "case.json"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	none, ptxas := only("none", "out_1.bin"), only("ptxas", "contracted_1.bin")
	wrong := only("none", "contracted_1.bin")
	for _, c := range []struct {
		args, dir, says string
	}{
		{"", known, "1 passed, 0 failed"},
		{"-contract=ptxas", known, "1 passed, 0 failed"},
		{"-contract=none", known, "1 passed, 0 failed"},
		{"-passes=false", known, "1 passed, 0 failed"},
		{"-passes=false -contract=none", known, "1 passed, 0 failed"},
		{"", none, "1 passed, 0 failed"},
		{"-contract=none", none, "1 passed, 0 failed"},
		{"-contract=ptxas", none, "left out contract_products/kernel: what it expects holds for -contract=none"},
		{"", ptxas, "1 passed, 0 failed"},
		{"-contract=none", ptxas, "left out contract_products/kernel: what it expects holds for -contract=ptxas"},
		{"", wrong, "0 passed, 1 failed"},
	} {
		if _, out, err := runMain(t, append(append([]string{"verify", "-engine=interp"}, strings.Fields(c.args)...), c.dir)...); !strings.Contains(out, c.says) {
			t.Errorf("verify %s: %s%s, want %q", c.args, out, err, c.says)
		}
	}
	for args, says := range map[string]string{"": "as expected", "-contract=none": "as expected", "-contract=ptxas": "what it expects holds for -contract=none"} {
		_, out, err := runMain(t, append(append([]string{"run", "-engine=interp"}, strings.Fields(args)...), none)...)
		if !strings.Contains(out+err, says) {
			t.Errorf("run %s: %s%s, want %q", args, out, err, says)
		}
	}
}
