package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	// 999 - 200 elements are above 200, 999 - 400 above 400, 999 - 800 above 800.
	const want = `device: cpu, Go code of kernel.ptx
x *= 0.5: x[999] = 499.5, 799 elements above 100
x *= 0.5: x[999] = 249.75, 599 elements above 100
x *= 0.5: x[999] = 124.875, 199 elements above 100
variable total of the module: 1597
after a reset: 0
`
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
}
