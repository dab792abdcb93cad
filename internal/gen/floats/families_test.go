package floats

import "testing"

func TestGoName(t *testing.T) {
	for head, want := range map[string]string{
		"fma.rn.ftz.sat.f32":      "FmaRnFtzSatF32",
		"min.ftz.NaN.f32":         "MinFtzNaNF32",
		"cvt.rn.f16x2.f32":        "CvtRnF16x2F32",
		"testp.notanumber.f32":    "TestpNotanumberF32",
		"cvt.pack.sat.u8.s32.b32": "CvtPackSatU8S32B32",
	} {
		if got := goName(head); got != want {
			t.Errorf("goName(%q) = %q, want %q", head, got, want)
		}
	}
}
