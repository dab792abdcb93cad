package driver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFromGo translates a package of twenty kernels in string constants, builds it, and does
// nothing the second time.
func TestFromGo(t *testing.T) {
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", fmt.Sprintf("module twenty\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", modulePath, modulePath, root))
	kernel := func(i int) string {
		return fmt.Sprintf(`.visible .entry kernel%d(.param .u64 p)
{
	.reg .u64 %%rd<3>;
	.reg .u32 %%r<3>;
	ld.param.u64 %%rd1, [p];
	mov.u32 %%r1, %%tid.x;
	mul.wide.u32 %%rd2, %%r1, 4;
	add.u64 %%rd1, %%rd1, %%rd2;
	ld.global.u32 %%r2, [%%rd1];
	mad.lo.u32 %%r2, %%r2, %d, %%r1;
	call.uni shared, (%%r2);
	st.global.u32 [%%rd1], %%r2;
	ret;
}
`, i, 2*i+3)
	}
	const head = ".version 7.0\n.target sm_70\n.address_size 64\n"
	// All modules have a function and a variable of one name.
	const same = ".global .u32 count = 1;\n.func shared(.param .u32 x)\n{\n\t.reg .u32 %r<2>;\n\tld.param.u32 %r1, [x];\n\tst.global.u32 [count], %r1;\n\tret;\n}\n"
	for file := range 4 {
		var b strings.Builder
		fmt.Fprintf(&b, "package twenty\n\nconst head%d = %q\n\nconst (\n", file, head)
		for i := range 5 {
			switch n := 5*file + i; i % 2 {
			case 0:
				fmt.Fprintf(&b, "\tkernel%dPTX = `%s`\n", n, head+same+kernel(n))
			default:
				fmt.Fprintf(&b, "\tkernel%d_ptx = head%d + %q +\n\t\t%q\n", n, file, same, kernel(n))
			}
		}
		fmt.Fprint(&b, ")\n")
		write(fmt.Sprintf("k%d_wrapper.go", file), b.String())
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	pattern := filepath.Join(dir, "*_wrapper.go")
	if status, _, err := runMain(t, "-from-go", pattern); status != 0 {
		t.Fatalf("status %d\n%s", status, err)
	}
	times := map[string]os.FileInfo{}
	for i := range 20 {
		name := filepath.Join(dir, fmt.Sprintf("kernel%d_ptx.go", i))
		if times[name], err = os.Stat(name); err != nil {
			t.Fatal(err)
		}
	}
	if status, _, err := runMain(t, "-check", "-from-go", pattern); status != 0 {
		t.Errorf("-check: status %d\n%s", status, err)
	}
	if status, _, err := runMain(t, "-from-go", pattern); status != 0 {
		t.Fatalf("again: status %d\n%s", status, err)
	}
	for name, was := range times {
		if is, err := os.Stat(name); err != nil || !os.SameFile(is, was) || is.ModTime() != was.ModTime() {
			t.Errorf("%s was written again (%v)", name, err)
		}
	}
	cmd := exec.Command("go", "vet", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
