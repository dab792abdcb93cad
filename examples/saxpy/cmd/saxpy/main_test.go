package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/examples/internal/exact"
)

func TestRun(t *testing.T) {
	const n, a = 10_000, 0.1
	x, y := vectors(n)
	for i := range y {
		y[i] = exact.FMA32(a, x[i], y[i])
	}
	var out strings.Builder
	if err := run(&out, n, a, 256); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"10000 elements, 40 CTAs of 256 threads\n",
		fmt.Sprintf("\ny[1] = %v (", y[1]),
		fmt.Sprintf("\ny[9999] = %v (", y[n-1]),
		fmt.Sprintf("\nchecksum %#016x\n", checksum(y)),
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.String())
		}
	}
}

func TestRunErrors(t *testing.T) {
	for _, test := range []struct {
		n, block int
		want     string
	}{
		{0, 256, "-n=0"},
		{1, 0, "-block=0"},
		{10_000, 4096, "4096"},
	} {
		var out strings.Builder
		if err := run(&out, test.n, 1, test.block); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("n=%d block=%d: error %v, want one with %q", test.n, test.block, err, test.want)
		}
	}
}
