package driver

import "testing"

func TestTogether(t *testing.T) {
	rule := func(name, line string) buildRule {
		return ruleOf(name, []byte("// A comment.\n\n"+line+"\n\npackage p\n"))
	}
	for _, tt := range []struct {
		aName, aLine, bName, bLine string
		want                       bool
	}{
		{"a.go", "", "b.go", "", true},
		{"a.go", "//go:build cuda", "b.go", "//go:build !cuda", false},
		{"a.go", "//go:build cuda", "b.go", "", true},
		{"a.go", "//go:build cuda && linux", "b.go", "//go:build !linux || cuda", true},
		{"a_linux.go", "", "b_windows.go", "", false},
		{"a_linux_arm64.go", "", "b_arm64.go", "", true},
		{"a_linux_arm64.go", "", "b.go", "//go:build !arm64", false},
		{"a_linux_test.go", "", "b.go", "//go:build windows", false},
		{"a.go", "//go:build !windows", "b.go", "//go:build !linux", true},
		{"a.go", "//go:build ignore", "b.go", "", false},
		{"linux.go", "", "b_windows.go", "", true},
	} {
		a, b := rule(tt.aName, tt.aLine), rule(tt.bName, tt.bLine)
		if together(a, b) != tt.want || together(b, a) != tt.want {
			t.Errorf("%s %q and %s %q: want %v", tt.aName, tt.aLine, tt.bName, tt.bLine, tt.want)
		}
	}
}
