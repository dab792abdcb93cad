package planted

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// maker writes a random kernel of accesses, atomics, fences and barriers in branches and loops. Values do not
// matter; addresses are words that some lanes have in common.
type maker struct {
	r      *rand.Rand
	b      strings.Builder
	labels int
}

func (m *maker) f(format string, args ...any) { fmt.Fprintf(&m.b, format+"\n", args...) }

func (m *maker) pick(list ...string) string { return list[m.r.IntN(len(list))] }

// address leaves an address in a register, and returns its operand.
func (m *maker) address(space string) string {
	m.f("%s", m.pick("mov.u32 %r5, 4;", "shl.b32 %r5, %r0, 2;", "and.b32 %r5, %r0, 3; shl.b32 %r5, %r5, 2;", "xor.b32 %r5, %r0, 1; shl.b32 %r5, %r5, 2;",
		"xor.b32 %r5, %r0, 31; shl.b32 %r5, %r5, 2;", "shl.b32 %r5, %r1, 2;"))
	if space == "shared" {
		m.f("mov.u32 %%r4, s; add.u32 %%r5, %%r5, %%r4;")
		return "[%r5]"
	}
	m.f("cvt.u64.u32 %%rd1, %%r5; add.u64 %%rd1, %%rd1, %%rd0;")
	return "[%rd1]"
}

func (m *maker) statement(depth int) {
	space := m.pick("shared", "shared", "global")
	switch k := m.r.IntN(100); {
	case k < 26:
		a := m.address(space)
		m.f("ld.%s.u32 %%r6, %s;", space, a)
	case k < 52:
		a := m.address(space)
		m.f("st.%s.u32 %s, %s;", space, a, m.pick("%r0", "%r1", "%r6"))
	case k < 64:
		a := m.address(space)
		m.f("%s.%s.u32 %%r6, %s;", m.pick("ld.volatile", "ld.relaxed.gpu", "ld.acquire.gpu"), space, a)
	case k < 70:
		a := m.address(space)
		m.f("%s.%s.u32 %s, 5;", m.pick("st.volatile", "st.release.gpu", "st.release.cta"), space, a)
	case k < 76:
		a := m.address(space)
		m.f("atom%s.%s.add.u32 %%r6, %s, 1;", m.pick("", ".relaxed.cta", ".acq_rel.gpu"), space, a)
	case k < 80:
		m.f("%s", m.pick("membar.gl;", "membar.cta;"))
	case k < 88 && depth == 0:
		m.f("bar.sync 0;")
	case k < 90 && depth == 0:
		m.f("bar.warp.sync -1;")
	case depth < 2:
		m.labels++
		n := m.labels
		m.f("%s", m.pick("setp.lt.u32 %p0, %r0, 8;", "setp.lt.u32 %p0, %r0, 40;", "and.b32 %r7, %r0, 1; setp.eq.u32 %p0, %r7, 0;", "setp.eq.u32 %p0, %r1, 0;"))
		m.f("@!%%p0 bra L%d;", n)
		m.statement(depth + 1)
		m.statement(depth + 1)
		m.f("bra M%d;", n)
		m.f("L%d:", n)
		m.statement(depth + 1)
		m.f("M%d:", n)
	}
}

// randomKernel is a module with a kernel k.
func randomKernel(seed uint64) string {
	m := &maker{r: rand.New(rand.NewPCG(seed, 1))}
	for range 4 + m.r.IntN(8) {
		m.statement(0)
	}
	return `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .pred %p<4>;
.reg .b32 %r<10>;
.reg .b64 %rd<4>;
.shared .align 4 .b8 s[512];
ld.param.u64 %rd0, [p];
mov.u32 %r0, %tid.x;
mov.u32 %r1, %ctaid.x;
mov.u32 %r6, 1;
` + m.b.String() + "ret;\n}\n"
}

// oracle runs kernels by racesim, in six orders each, and prints the races of each as JSON.
const oracle = `import json, sys
sys.path.insert(0, sys.argv[1])
import racesim as R
out = []
for k in json.load(sys.stdin):
    sts, fs = R.merge(k["text"], "k", (2, 1, 1), (64, 1, 1), [{"buf": "u32", "n": 128, "fill": "zero"}], k["warp"], seeds=(0, 1, 2, 3, 4, 5), observe=True)
    out.append(sorted({"%d %d %s" % (f["line"][0], f["line"][1], f["across"]) for f in fs if f["kind"].startswith("race")}))
json.dump(out, sys.stdout)
`

// TestOracle compares the races of random kernels with those of the slow simulator beside the checkout: all of its
// pairs of lines must be found in some of several orders, and none where it finds none.
func TestOracle(t *testing.T) {
	const dir = "../../../../shared/sanitize"
	if _, err := os.Stat(dir + "/racesim.py"); err != nil {
		t.Skip("SKIPPED: no material of planted kernels beside the checkout")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED: no python3 for the simulator of races")
	}
	type kernel struct {
		Text string `json:"text"`
		Warp string `json:"warp"`
	}
	var list []kernel
	for seed := range uint64(12) {
		for _, warp := range []string{"lockstep", "independent"} {
			list = append(list, kernel{randomKernel(seed), warp})
		}
	}
	in, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", oracle, dir)
	cmd.Stdin = strings.NewReader(string(in))
	data, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want [][]string
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	races := 0
	for i, k := range list {
		got := map[string]bool{}
		for seed := range uint64(8) {
			state := sanitize.New(sanitize.Options{Race: true, Independent: k.Warp == "independent"})
			launchSeed(t, k.Text, state, nil, 2, 64, seed)
			for _, f := range state.Findings() {
				if strings.HasPrefix(f.Kind, "race") {
					got[fmt.Sprintf("%d %d %s", f.A.Line, f.B.Line, f.Across)] = true
				}
			}
		}
		for _, w := range want[i] {
			if !got[w] {
				t.Errorf("kernel %d, %s: race of lines %s is not found\n%s", i/2, k.Warp, w, k.Text)
			}
		}
		if len(want[i]) == 0 && len(got) > 0 {
			t.Errorf("kernel %d, %s: %v are no races\n%s", i/2, k.Warp, got, k.Text)
		}
		races += len(want[i])
	}
	if races < 50 {
		t.Errorf("only %d races in %d kernels", races, len(list))
	}
}
