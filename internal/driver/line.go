package driver

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// The words of -line.
const (
	lineOff  = "off"
	linePTX  = "ptx"
	lineCUDA = "cuda"
)

const lineUsage = "ptx: //line directives, so that panics, profiles and debuggers show lines of the PTX. cuda: those of the sources that the PTX was compiled from, which .loc directives name. The code is for debuggers: without assembly, in which each instruction is a statement in one loop over threads. With -asm=on it is for profilers: the code is as without -line, and assembly has the lines too"

// debug reports whether the code is for debuggers.
func (opt *generateOptions) debug() bool { return opt.line != lineOff && opt.asm == noAsm }

// noteLine says that -line=cuda finds nothing.
func (opt *generateOptions) noteLine(f *diag.File, l *diag.List) {
	if opt.line == lineCUDA && !f.HasOrigins() && l.Errors() == 0 {
		l.Add(diag.Diagnostic{Severity: diag.Warning, Code: "debug", Msg: "the PTX has no .loc directives: -line=cuda names lines of the PTX",
			Hint: "nvcc writes them with -lineinfo, clang with -gline-tables-only"})
	}
}

// originPath returns what //line directives in a file of the folder out call a file that .file
// of a PTX file in the folder dir names. A file of the same name beside the PTX is taken for
// it, so that what is generated does not depend on where it was compiled; else a name
// that is not absolute is one as seen from the PTX.
func originPath(dir, out string) func(name string) string {
	return func(name string) string {
		name = strings.ReplaceAll(name, "\\", "/")
		beside := filepath.Join(dir, filepath.Base(name))
		near := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case !isAbs(name) && isFile(near):
			return relative(out, near)
		case isFile(beside):
			return relative(out, beside)
		case isAbs(name):
			return name
		}
		return relative(out, near)
	}
}

// isAbs reports whether a path is absolute on any system: PTX may come from another one.
func isAbs(path string) bool {
	return strings.HasPrefix(path, "/") || len(path) > 2 && path[1] == ':' && path[2] == '/'
}

func isFile(path string) bool {
	s, err := os.Stat(path)
	return err == nil && s.Mode().IsRegular()
}
