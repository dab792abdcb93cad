package fpops_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// mustInline are the functions that generated inner loops are made of. A call
// costs more than most of them.
var mustInline = strings.Fields(`
	CanonF32 FtzF32 SatF32 SatF64 NegF32 AbsF32 NegFtzF32 AbsFtzF32 CopysignF32
	AddRnF32 SubRnF32 MulRnF32 DivRnF32 RcpRnF32 SqrtRnF32 FmaF32 FmaScaleF32
	AddFtzF32 SubFtzF32 MulFtzF32 DivFtzF32 RcpFtzF32
	AddRnSatF32 MulRnSatF32 MulRmF32 MulRpF32
	AddRnF64 SubRnF64 MulRnF64 DivRnF64 SqrtRnF64 FmaRnF64 FmaF64 NegF64 AbsF64
	MinF32 MaxF32 MinFtzF32 MaxFtzF32 MinNaNF32 MaxNaNF32 MinF64 MaxF64
	TestpFiniteF32 TestpNormalF32 TestpSubnormalF32
	CvtRziS32F32 CvtRziU32F32 CvtRziS64F32 CvtRziU64F32 CvtRniS32F32 CvtRmiS32F32
	CvtRziS32F64 CvtRziS64F64 CvtRnF32S32 CvtRnF32U32 CvtRnF32U64 CvtRnF64S32
	CvtRniF32F32 CvtRmiF32F32 CvtRziF32F32 CvtSatF32F32
	CvtF64F32 CvtRnF32F64 CvtF32F16 CvtF32Bf16 CvtRnF16F32 CvtRnBf16F32 CvtRnBf16x2F32
	CvtSatU8S32 CvtPackSatU8S32B32 MinF16 MaxF16`)

// TestInlining checks what the compiler says: for this architecture, and for
// one whose intrinsics cost the inliner something else.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	for _, arch := range []string{"amd64", "arm64"} {
		verdict, err := verdicts("GOARCH="+arch, "CGO_ENABLED=0")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range mustInline {
			if v := verdict[name]; !strings.HasPrefix(v, "can ") {
				t.Errorf("%s: %s does not inline: %q", arch, name, v)
			}
		}
	}
}

// verdicts returns what the compiler says about inlining each function: "can
// inline F with cost 17 as: ..." or "cannot inline F: function too complex: ...".
// The environment says for which machine.
func verdicts(env ...string) (map[string]string, error) {
	cmd := exec.Command("go", "build", "-gcflags=-m=2", ".")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	verdict := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\S+: (can inline (\w+) .*|cannot inline (\w+): .*)$`).FindAllStringSubmatch(string(out), -1) {
		verdict[m[2]+m[3]] = m[1]
	}
	return verdict, nil
}
