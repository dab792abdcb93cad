//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mustInline are the functions that generated loops over gangs are made of: a call of one
// costs more than it computes, and takes all vectors out of their registers.
var mustInline = strings.Fields(`
	Usable Clear Any None AndM OrM NotM AndNotM SplatM LanesM Ballot PermuteM LoadM StoreM
	SplatI32 SplatU32 SplatF32 SplatF64 SplatU64 RampI32 RampU32
	MergeI32 MergeU32 MergeF32
	LoadI32 LoadU32 LoadF32 LoadF64 LoadU16 StoreI32 StoreU32 StoreF32 StoreF64 StoreI64 StoreU16
	LoadMaskedU32 LoadMaskedF32 StoreMaskedI32 StoreMaskedU32 StoreMaskedF32
	GatherI32 GatherF32 ScatterI32 ScatterF32 LoadSquareF32 LoadSquareU32 StoreSquareF32 StoreSquareU32
	I32FromU32 U32FromI32 F32FromBits BitsF32 U16 I64FromI32
	EqualI32 NotEqualU32 LessI32 LessU32 LessEqualI32 LessEqualF32 GreaterI32 GreaterU32 GreaterF32
	GreaterEqualI32 GreaterEqualU32 GreaterEqualU64 MaxI32 ShrAllU32 PopcB32
	CanonF32 FtzF32 NegF32 NegF64 FmaF32 FmaRnSatF32 FmaFtzF32 FmaF64 FmaByF64 FmaPlusF64 FmaRnF16
	AddRnF64 SubRnF64 MulRnF64 DivRnF64 CvtRnF32S32 CvtRnF32U32
	F64.Add F64.Sub F64.Mul F64.Div F64.MulAdd U64.Add U64.And U64.Mul U64.Xor`)

// notOf16 are those that package gang16 has not: of warps; or that are too long there, what takes a NaN
// apart.
var notOf16 = strings.Fields("LanesM Ballot NegF64")

// TestInlining checks what the compiler says, of package gang16 too: its own tests run where
// there is AVX-512 alone.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	t.Run("gang8", func(t *testing.T) { testInlining(t, ".", nil) })
	t.Run("gang16", func(t *testing.T) { testInlining(t, "../gang16", notOf16) })
}

func testInlining(t *testing.T, dir string, without []string) {
	cmd := exec.Command("go", "build", "-gcflags=-m=2", dir)
	cmd.Env = append(os.Environ(), "GOEXPERIMENT=simd", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	verdict := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\S+: (can inline ([\w.]+) .*|cannot inline ([\w.]+): .*)$`).FindAllStringSubmatch(string(out), -1) {
		verdict[m[2]+m[3]] = m[1]
	}
	for _, name := range mustInline {
		if slices.Contains(without, name) {
			continue
		}
		if v := verdict[name]; !strings.HasPrefix(v, "can ") {
			t.Errorf("%s does not inline: %q", name, v)
		}
	}
}
