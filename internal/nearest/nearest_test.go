package nearest

import (
	"strings"
	"testing"
)

func TestTo(t *testing.T) {
	for _, test := range []struct{ s, names, want string }{
		{"blcok", "block grid", "block"},                       // a swap is one edit
		{"scle", "scale step", "scale"},                        // an insertion
		{"scaale", "scale", "scale"},                           // a deletion
		{"skale", "scale stale", "scale"},                      // equally near: the first in the alphabet
		{"skale", "stale scale", "scale"},                      // ... in any order
		{"cole", "bole code", "code"},                          // the same first letter comes first
		{"ab", "ac b", "ac"},                                   // one edit of two letters
		{"a", "b", ""},                                         // but not of one
		{"step", "step", ""},                                   // it is right
		{"step", "stride", ""},                                 // too far
		{"abcdefghijkl", "xyzdefghijkl", "xyzdefghijkl"},       // three edits
		{"abcdefghijklmnop", "wxyzefghijklmnop", ""},           // not four
		{"", "a", ""},                                          // nothing is misspelt
		{strings.Repeat("x", 65), strings.Repeat("x", 64), ""}, // nobody writes that
		{"x", "", ""},
	} {
		if got := To(test.s, strings.Fields(test.names)); got != test.want {
			t.Errorf("To(%q, %s) = %q, want %q", test.s, test.names, got, test.want)
		}
	}
	if got := Hint("blcok", []string{"block"}); got != "did you mean block?" {
		t.Error(got)
	}
	if got := Hint("blcok", nil); got != "" {
		t.Error(got)
	}
}
