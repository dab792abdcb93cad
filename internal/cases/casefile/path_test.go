package casefile

import (
	"encoding/json"
	"testing"
)

// TestPath: a path comes back from JSON as it went in, whatever its bytes, and plain ones stand
// there as they are.
func TestPath(t *testing.T) {
	for path, want := range map[Path]string{
		"": `""`, "/a/b c/ü": `"/a/b c/ü"`, `a\b"c`: `"a\\b\"c"`, `"a"`: `"\"\\\"a\\\"\""`, "a\xff\u202e/b": `"\"a\\xff\\u202e/b\""`,
	} {
		b, err := json.Marshal(Job{Dir: path})
		if err != nil {
			t.Fatal(err)
		}
		if got := `{"key":"","dir":` + want + `}`; string(b) != got {
			t.Errorf("%q: %s, want %s", path, b, got)
		}
		var back Job
		if err := json.Unmarshal(b, &back); err != nil || back.Dir != path {
			t.Errorf("%q comes back as %q, %v", path, back.Dir, err)
		}
	}
}
