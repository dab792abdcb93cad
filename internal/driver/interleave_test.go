package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const trapPTX = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .pred %p0; .reg .b32 %r<3>; .reg .b64 %rd<2>;
ld.param.u64 %rd0, [p];
atom.global.add.u32 %r1, [%rd0], 1;
mov.u32 %r0, %ctaid.x;
setp.ne.u32 %p0, %r0, %r1;
@%p0 trap;
ret;
}
`

// TestSched checks the exit statuses of run -sched, and that seeds replay.
func TestSched(t *testing.T) {
	dir := t.TempDir()
	racy, trap := filepath.Join(dir, "racy.ptx"), filepath.Join(dir, "trap.ptx")
	for name, text := range map[string]string{racy: racyPTX, trap: trapPTX} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   []string
		status int
		says   []string
	}{
		{[]string{"-sched=1..20", "-grid", "2", racy, "x=buf:u32:1"}, exitFound, []string{"20 seeds have 2 outcomes", "x[0] is "}},
		{[]string{"-sched=1..20", "-grid", "1", racy, "x=buf:u32:1"}, exitOK, []string{"20 seeds, all with the same outcome"}},
		{[]string{"-sched=1..20", "-grid", "2", trap, "x=buf:u32:1"}, exitFound, []string{"seeds have ", "trap.ptx:11", "trap"}},
		{[]string{"-sched=0", "-grid", "2", trap, "x=buf:u32:1"}, exitOK, nil},
		{[]string{"-sched=0", "-steps=3", "-grid", "2", trap, "x=buf:u32:1"}, exitError, []string{"budget of 3 steps"}},
		{[]string{"-sched=2..1", racy, "x=buf:u32:1"}, exitUsage, []string{"1..200"}},
		{[]string{"-sched=a", racy, "x=buf:u32:1"}, exitUsage, []string{"1..200"}},
		{[]string{"-sched=1", "-sanitize=race", racy, "x=buf:u32:1"}, exitUsage, []string{"-sanitize"}},
	} {
		var first string
		for again := range 2 {
			out, errs, status := runSched(t, c.args...)
			for _, s := range c.says {
				if !strings.Contains(errs, s) {
					t.Errorf("%v: no %q in\n%s", c.args, s, errs)
				}
			}
			if status != c.status {
				t.Errorf("%v: status %d, want %d:\n%s", c.args, status, c.status, errs)
			}
			if again == 0 {
				first = out + errs
			} else if out+errs != first {
				t.Errorf("%v: another run", c.args)
			}
		}
	}
	// A seed with which a thread traps is named by the fault, which it replays.
	for seed := 1; ; seed++ {
		flag := "-sched=" + string(rune('0'+seed))
		_, errs, status := runSched(t, flag, "-grid", "2", trap, "x=buf:u32:1")
		if status == exitOK && seed < 9 {
			continue
		}
		if want := "with seed " + flag[len("-sched="):]; status != exitError || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, no %q in\n%s", flag, status, want, errs)
		}
		break
	}
}

func runSched(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs strings.Builder
	status = Main(t.Context(), append([]string{"run"}, args...), Stdio{In: strings.NewReader(""), Out: &out, Err: &errs})
	return out.String(), errs.String(), status
}
