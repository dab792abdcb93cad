package scalar

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Names at package level must not meet those of other files of the package, which
// may be generated from other PTX, before or after this one. Those of kernels are
// the kernels' own: Saxpy, saxpyKernel, saxpyRow; that no two files have the same
// kernel is for the driver to see, and for Options.Prefix to mend. All others begin
// with the file's name, which no other file of the folder has.

// Own is the Go name of a function or variable that only this file uses: dot of
// saxpy.ptx is saxpy_dot. The first half has no underscore, so that no two files make
// the same name of different halves.
func (g *Module) Own(name string) string {
	return g.Base + "_" + g.ownNames[name]
}

// Exported is the Go name of a kernel, or of a function that the program supplies.
func (g *Module) Exported(name string) string {
	exported, ok := g.exportedNames[name]
	if !ok {
		exported = Camel(name, true)
	}
	return g.Prefix + exported
}

// nameFunctions chooses the names of kernels and of device functions.
func (g *Module) nameFunctions() {
	var kernels, others []string
	for _, f := range g.IR.Funcs {
		switch {
		case f.Whole != nil: // has the name of the kernel that it is a copy of
		case f.Entry:
			kernels = append(kernels, f.Name)
		case !f.Extern:
			others = append(others, f.Name)
		}
	}
	g.exportedNames, g.ownNames = distinct(kernels, true), distinct(others, false)
}

// KernelBase is what the names begin with that belong to a kernel.
func (g *Module) KernelBase(f *ir.Func) string {
	base := gosrc.LowerFirst(g.Exported(f.Name))
	if f.Whole != nil {
		base += "Apart"
	}
	return base
}

// frameName is the type of a function's local variables.
func (g *Module) frameName(f *ir.Func) string {
	if f.Entry {
		return g.KernelBase(f) + "Frame"
	}
	return g.Funcs[f] + "Frame"
}

// InBodies reports whether generated functions declare a variable of that name.
func InBodies(name string) bool { return bodyNames[name] }

// bodyNames are the variables that generated functions declare whatever the PTX
// says: a name at package level would be hidden there.
var bodyNames = map[string]bool{
	"alive": true, "c": true, "ctx": true, "f": true, "i": true, "l": true, "loc": true, "mark": true, "params": true,
	"raw": true, "row": true, "sh": true, "t": true, "th": true, "tx": true, "ty": true, "tz": true, "w": true,
}

// mangled matches the start of a C++ symbol that tells a plain name.
var mangled = regexp.MustCompile(`^_Z(L?)(\d+)`)

// Demangle returns the name that a C++ symbol has in its scope: _Z5saxpyifPf is saxpy. Of a
// symbol that is cut off it still finds the name at its start; other names come back as they are.
func Demangle(s string) string {
	if c := cxx.Parse(s); c != nil {
		return c.Name
	}
	m := mangled.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	n, err := strconv.Atoi(m[2])
	rest := s[len(m[0]):]
	if err != nil || n <= 0 || n > len(rest) {
		return s
	}
	return rest[:n]
}

// Camel joins the words of a PTX name in Go's way: matmul_tiled is
// matmulTiled.
func Camel(s string, export bool) string {
	s = gosrc.Identifier(Demangle(s))
	var b strings.Builder
	up := export
	for _, r := range s {
		if r == '_' {
			up = b.Len() > 0 || export
			continue
		}
		if up {
			r = unicode.ToUpper(r)
			up = false
		} else if b.Len() == 0 { // not exported, or it would go up
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	id := b.String()
	if id == "" || id[0] <= '9' { // a digit: nothing else of a name is below it
		if export {
			return "K" + id
		}
		return "k" + id
	}
	return id
}

// ParamName shortens what compilers call a parameter: saxpy_param_0 is p0.
func ParamName(kernel, s string) string {
	if t, ok := strings.CutPrefix(s, kernel+"_param_"); ok {
		return "p" + gosrc.Identifier("_" + t)[1:]
	}
	return gosrc.LowerFirst(gosrc.Identifier(s))
}
