package clang

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// builds are the ways in which a program is compiled for the oracle. The results must be
// the same; where they are not, the program reads what it has not written. The second one
// stops where the program does what C does not define.
var builds = []struct {
	level string
	flags []string
}{
	{"O1", nil},
	{"O0", []string{"-ftrivial-auto-var-init=pattern", "-fsanitize=undefined", "-fsanitize-trap=undefined"}},
}

// slower is how many times as long as at -O1 a program may run at -O0 with the sanitizer.
const slower = 20

// Oracle compiles a C file for this machine, and returns the bytes that the program writes
// to the file that its argument names. The folder is for what is in between, and limit
// bounds the processor time. The error says why the program is of no use: it does not
// compile, runs for too long, or its result depends on what C leaves undefined.
func Oracle(ctx context.Context, folder, source string, limit time.Duration, flags ...string) ([]byte, error) {
	var want []byte
	for i, b := range builds {
		bin, out := filepath.Join(folder, "native"), filepath.Join(folder, "out.bin")
		if err := Native(ctx, b.level, source, bin, append(b.flags, flags...)...); err != nil {
			return nil, err
		}
		limit := limit
		if i > 0 {
			limit *= slower
		}
		if err := Run(ctx, limit, bin, out); err != nil {
			return nil, err
		}
		got, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		if i > 0 && !bytes.Equal(got, want) {
			return nil, fmt.Errorf("at -%s the program computes something else", b.level)
		}
		want = got
	}
	return want, nil
}
