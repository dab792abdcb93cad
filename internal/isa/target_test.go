package isa

import "testing"

func TestTogether(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"sm_30", "sm_70", true},
		{"sm_70", "sm_90a", true},
		{"sm_90a", "sm_90", true},
		{"sm_90a", "sm_100", false},
		{"sm_90a", "sm_100a", false},
		{"sm_100f", "sm_103", true},
		{"sm_100f", "sm_103a", true},
		{"sm_103f", "sm_100", true},
		{"sm_100f", "sm_120", false},
		{"sm_101a", "sm_110a", true}, // one architecture, renamed
		{"sm_101f", "sm_103", true},  // the head of a later family runs code for sm_103
		{"sm_100f", "sm_110", false},
	} {
		a, ok1 := ParseTarget(tt.a)
		b, ok2 := ParseTarget(tt.b)
		if !ok1 || !ok2 || Together(a, b) != tt.want || Together(b, a) != tt.want {
			t.Errorf("%s and %s: want %v", tt.a, tt.b, tt.want)
		}
	}
}
