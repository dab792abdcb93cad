package contraction

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestWrite makes all questions and some random kernels: that they compile, and that they
// store something that a thread computes.
func TestWrite(t *testing.T) {
	for i, typ := range Types {
		kernels := Questions(typ)
		if len(kernels) < 100 {
			t.Errorf("%s: %d questions", typ.Label, len(kernels))
		}
		for j, class := range Classes {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			for k := range 3 {
				kernels = append(kernels, Random(rng, fmt.Sprintf("%s_%d", class, k), class, typ))
			}
		}
		dir := t.TempDir()
		if err := Write(dir, typ.Label, typ, kernels); err != nil {
			t.Error(err)
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, typ.Label, "kernel.ptx"))
		if err != nil {
			t.Fatal(err)
		}
		// What is a letter or a word of the short form is none of PTX.
		if bad := regexp.MustCompile(`\t\S.*(\.[TB] |\bOUT\b|K\(|SHARED|LOCAL|CALL|LAST|NEXT).*`).FindString(string(text)); bad != "" {
			t.Errorf("%s: %s", typ.Label, bad)
		}
	}
}
