package asm_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/harvest"
)

// TestFence: gangs with a fence have assembly, in which a function that locks a word is called between what is stored
// before the fence and what is loaded after it; and none does where the fence is one of the CTA.
func TestFence(t *testing.T) {
	const kernel = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y, .param .u64 out)
{
	.reg .u64 %x, %y, %o, %d;
	.reg .u32 %t, %v;
	ld.param.u64 %x, [x];
	ld.param.u64 %y, [y];
	ld.param.u64 %o, [out];
	mov.u32 %t, %tid.x;
	mul.wide.u32 %d, %t, 4;
	add.u64 %x, %x, %d;
	add.u64 %y, %y, %d;
	add.u64 %o, %o, %d;
	st.global.u32 [%x], %t;
	FENCE;
	ld.global.u32 %v, [%y];
	st.global.u32 [%o], %v;
	ret;
}
`
	for fence, locks := range map[string]bool{"membar.gl": true, "membar.sys": true, "fence.acq_rel.gpu": true, "fence.sc.sys": true, "membar.cta": false} {
		x, err := asm.Files(t.Context(), scheduled(t, strings.Replace(kernel, "FENCE", fence, 1)), codegen.Options{
			Package: "k", Source: "kernel.ptx", Output: "kernel_ptx.go", Asm: "kernel_ptx_amd64.go", ARM64: "kernel_ptx_arm64.go", Comments: true,
		})
		if errors.Is(err, asm.ErrUnavailable) {
			t.Skipf("SKIPPED: %v", err)
		} else if err != nil {
			t.Fatal(err)
		}
		for _, r := range x.Refused {
			t.Errorf("%s: %s: %s", fence, r.Kernel, r.Refusal)
		}
		for _, target := range []harvest.Target{harvest.AMD64, harvest.ARM64} {
			funcs := strings.Split(string(x.For(target).Source), "\nTEXT ")[1:]
			if len(funcs) == 0 {
				t.Errorf("%s: no assembly for %s", fence, target.Arch())
			}
			for _, f := range funcs {
				name, _, _ := strings.Cut(f, "(")
				want, inside := "store load store ", accesses[target]
				switch {
				case strings.HasSuffix(name, "_Fence<>"):
					want, inside = word[target].want, word[target].of
				case strings.HasSuffix(name, "<>"):
					continue
				case locks:
					want = "store fence load store "
				}
				got := ""
				for line := range strings.FieldsFuncSeq(f, func(r rune) bool { return r == ';' || r == '\n' }) {
					for _, k := range inside {
						if k.is.MatchString(strings.TrimSpace(line)) {
							got += k.name
						}
					}
				}
				if len(got) != len(want) || !strings.Contains(got+got, want) { // the text of a loop may begin anywhere in it
					t.Errorf("%s: %s of %s has %s, want %s", fence, name, target.Arch(), got, want)
				}
			}
		}
	}
}

// access is something that instructions do with memory.
type access struct {
	name string
	is   *regexp.Regexp
}

// accesses are those of vectors in memory that is not in the frame, and the call of a fence.
var accesses = map[harvest.Target][]access{
	harvest.AMD64: {
		{"store ", regexp.MustCompile(`^VMOVDQU(64)? [YZ]\d+, \(\w+\)`)},
		{"fence ", regexp.MustCompile(`^CALL gang(8|16)_Fence<>\(SB\)`)},
		{"load ", regexp.MustCompile(`^V\w+ \(\w+\)(\(\w+\*4\))?, .*[YZ]\d+$`)},
	},
	harvest.ARM64: {
		{"store ", regexp.MustCompile(`^FMOVQ F\d+, .*\(R\d+\)`)},
		{"fence ", regexp.MustCompile(`^CALL gang4_Fence<>\(SB\)`)},
		{"load ", regexp.MustCompile(`^FMOVQ .*\(R\d+\).*, F\d+$`)},
	},
}

// word is what a fence does with its word.
var word = map[harvest.Target]struct {
	want string
	of   []access
}{
	harvest.AMD64: {"lock ", []access{{"lock ", regexp.MustCompile(`^LOCK`)}}},
	harvest.ARM64: {"release acquire ", []access{
		{"release ", regexp.MustCompile(`^STLRW R\d+, \(R\d+\)`)}, {"acquire ", regexp.MustCompile(`^LDARW \(R\d+\), R\d+`)},
	}},
}
