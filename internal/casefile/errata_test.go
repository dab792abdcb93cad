package casefile

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

func TestCorrect(t *testing.T) {
	old := errata
	defer func() { errata = old }()
	file := []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}
	h := sha256.Sum256(file)
	list := []Erratum{
		{Case: "c", Buffer: "b", Sum: hex.EncodeToString(h[:]), First: 0, Step: 2, Count: 2, Why: "a race"},
		{Case: "c", Buffer: "b", Sum: hex.EncodeToString(h[:]), First: 1, Step: 1, Count: 1, Want: "09000000", Why: "a mistake"},
	}
	errata = func() []Erratum { return list }
	b := &Buffer{Name: "b", Elem: "u32"}
	got := []byte{7, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0}

	want := append([]byte(nil), file...)
	correct("c", b, got, want)
	if w := [4]byte{want[0], want[4], want[8], want[12]}; w != [4]byte{7, 9, 7, 4} {
		t.Errorf("corrected to %v", w)
	}

	// Any other bytes mean that the case is another one.
	want = append([]byte(nil), file...)
	want[12] = 5
	correct("c", b, got, want)
	correct("d", b, got, want)
	if w := [4]byte{want[0], want[4], want[8], want[12]}; w != [4]byte{1, 2, 3, 5} {
		t.Errorf("an erratum was applied to bytes that it does not speak of: %v", w)
	}
}

func TestErrataAreComplete(t *testing.T) {
	for _, e := range errata() {
		if e.Why == "" || e.Count <= 0 || e.Step <= 0 || e.Case == "" || e.Buffer == "" || len(e.Sum) != 64 {
			t.Errorf("incomplete erratum: %+v", e)
		}
		if w, err := hex.DecodeString(e.Want); err != nil || e.Want != "" && len(w) == 0 {
			t.Errorf("%s: want %q", e.Case, e.Want)
		}
	}
}
