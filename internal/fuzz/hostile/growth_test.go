//go:build linux

package hostile

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// mostGrowth is how much more may be allocated for a module of twice the size. Memory
// that is allocated is work that no busy machine changes, and what goes through the
// module again for each of its functions allocates, nearly always.
const mostGrowth = 2.25

// steeper are the files whose growth is known to be more, and why.
var steeper = map[string]string{
	"shared accesses": "in the longer one lanes must align at nearly every access, so that each is a region; hardly in the shorter one",
	"barriers":        "whether a barrier may go is asked of all that was computed in front of it",
}

// growthSample is how many of the files a test takes that is not long.
const growthSample = 30

// TestGrowth translates wide modules, tangled functions and long bodies in two sizes.
func TestGrowth(t *testing.T) {
	translate(t, head+kernelUsing(0)) // the tables of instructions are read once
	for _, f := range testmode.Pick(slices.Concat(wide, flow, straight), growthSample, func(f file) string { return f.name }) {
		if f.whole || f.square {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			if why := steeper[f.name]; why != "" {
				t.Skip(why)
			}
			one := translate(t, f.text(2*f.n))
			two := translate(t, f.text(4*f.n))
			if two > mostGrowth*one {
				t.Errorf("%.1f MB are allocated for one size, %.1f MB for twice that", one/1e6, two/1e6)
			}
			t.Logf("%.1f MB, %.1f MB: %.2f", one/1e6, two/1e6, two/one)
		})
	}
}

// translate translates a text and returns how many bytes were allocated.
func translate(t *testing.T, text string) float64 {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.ptx")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var said bytes.Buffer
	status := driver.Main(context.Background(), []string{"-pkg", "k", "-asm=off", "-simd=on", "-o", filepath.Join(dir, "t_ptx.go"), path},
		driver.Stdio{In: strings.NewReader(""), Out: &said, Err: &said})
	runtime.ReadMemStats(&after)
	if status != 0 {
		t.Fatalf("status %d\n%.2000s", status, said.String())
	}
	return float64(after.TotalAlloc - before.TotalAlloc)
}
