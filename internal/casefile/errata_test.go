package casefile

import "testing"

func TestCorrect(t *testing.T) {
	got := make([]byte, 1280*4)
	want := make([]byte, 1280*4)
	copy(want[229*4:], []byte{0x00, 0x00, 0x80, 0x00})
	b := &Buffer{Name: "o", Elem: "f32"}
	correct("fp_round", b, got, want)
	if want[229*4+2] != 0 {
		t.Error("element 229 was not corrected")
	}
	// Any other value there means that the case was made anew.
	want[229*4+2] = 0x40
	correct("fp_round", b, got, want)
	if want[229*4+2] != 0x40 {
		t.Error("an erratum was applied to bytes that it does not speak of")
	}
}

func TestErrataHaveReasons(t *testing.T) {
	for _, e := range errata() {
		if e.Why == "" || e.Count <= 0 || e.Step <= 0 || e.Case == "" || e.Buffer == "" {
			t.Errorf("incomplete erratum: %+v", e)
		}
	}
}
