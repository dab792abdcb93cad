package cpuid

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestLinux compares with what Linux says, which knows what it keeps.
func TestLinux(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		if AVX2 || AVX512 {
			t.Error("vectors of another architecture")
		}
		return
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	var flags []string
	for line := range strings.Lines(string(info)) {
		if name, list, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "flags" {
			flags = strings.Fields(list)
			break
		}
	}
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(flags, n) })
	}
	if want := has("avx", "avx2", "fma", "f16c", "xsave"); AVX2 != want {
		t.Errorf("AVX2: %v, want %v", AVX2, want)
	}
	if want := AVX2 && has("avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"); AVX512 != want {
		t.Errorf("AVX512: %v, want %v", AVX512, want)
	}
}
