package difftest

import (
	"fmt"
	"runtime"
	"strings"
)

// panicError describes a panic that is being recovered by the innermost frames
// of this project.
func panicError(who string, v any) error {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	var where []string
	for more := true; more && len(where) < 6; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.HasPrefix(f.Function, modulePath) {
			where = append(where, fmt.Sprintf("%s:%d", strings.TrimPrefix(f.Function, modulePath+"/"), f.Line))
		}
	}
	return fmt.Errorf("%s panics: %v\n\t%s", who, v, strings.Join(where, "\n\t"))
}
