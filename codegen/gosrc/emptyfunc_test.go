package gosrc

import (
	"fmt"
	"strings"
	"testing"
)

// TestEmptyFunctions formats functions without statements with heads of all lengths: from
// some length on gofmt has the closing brace on a line of its own.
func TestEmptyFunctions(t *testing.T) {
	for n := range 40 {
		var params []string
		for i := range n {
			params = append(params, fmt.Sprintf("a%d int", i))
		}
		for _, name := range []string{"f", "aFunctionWithAName"} {
			src := "package k\nfunc " + name + " (" + strings.Join(params, ",") + ") {}\n"
			if _, err := Resolve([][]byte{[]byte(src)}); err != nil {
				t.Errorf("%d parameters: %v", n, err)
			}
		}
	}
}
