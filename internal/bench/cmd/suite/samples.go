package main

import (
	"fmt"
	"strings"
)

// benchstat returns the rounds of all variants in the format of Go's benchmarks,
// for golang.org/x/perf/cmd/benchstat. The keys of a name can be compared, such
// as with -col /variant or -col /build.
func (m *measurements) benchstat() string {
	var b strings.Builder
	fmt.Fprintf(&b, "compilers: %s\n", strings.Join(m.Versions, "; "))
	word := strings.NewReplacer(" ", "_", ",", "", "/", "_", "=", "_")
	for _, s := range m.Samples {
		for _, ns := range s.Rounds {
			fmt.Fprintf(&b, "Benchmark%s/data=%s/build=%s/variant=%s 1 %.1f ns/op\n",
				strings.ToUpper(s.Kernel[:1])+word.Replace(s.Kernel[1:]), word.Replace(s.Data), word.Replace(s.Build), word.Replace(s.Variant), ns)
		}
	}
	return b.String()
}
