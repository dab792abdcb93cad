package driver

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// kernelParams are the parameters of kernels.
type kernelParams map[string][]codegen.ParamDecl

// nameList is a flag of words that are separated by commas, but for those in the brackets of
// a name of C++: step<float, 16>,scale(float*, int).
type nameList []string

func (l *nameList) String() string { return strings.Join(*l, ",") }

func (l *nameList) Set(s string) error {
	depth, start := 0, 0
	add := func(end int) {
		if w := strings.TrimSpace(s[start:end]); w != "" {
			*l = append(*l, w)
		}
		start = end + 1
	}
	for i, c := range s {
		switch {
		case strings.ContainsRune("(<[{", c):
			depth++
		case strings.ContainsRune(")>]}", c):
			depth--
		case c == ',' && depth <= 0:
			add(i)
		}
	}
	add(len(s))
	return nil
}

// cutKernel takes a word of -params apart: the kernel, if there is one, and what is behind
// its colon. The colons of a scope are no such.
func cutKernel(w string) (kernel, rest string, ok bool) {
	for i := 0; i < len(w); i++ {
		if !strings.HasPrefix(w[i:], ":") {
			continue
		}
		if !strings.HasPrefix(w[i:], "::") {
			return strings.TrimSpace(w[:i]), strings.TrimSpace(w[i+1:]), true
		}
		i++
	}
	return "", w, false
}

// paramNames reads -params=kernel:a,b,c. Words without a kernel belong to the
// kernel before them. Behind a name its type may stand.
func paramNames(words nameList) (kernelParams, error) {
	names := kernelParams{}
	kernel := ""
	for _, w := range words {
		if k, rest, ok := cutKernel(w); ok {
			if kernel, w = k, rest; names[kernel] != nil {
				return nil, usagef("-params names the parameters of %s twice", kernel)
			}
		}
		name, typ, _ := strings.Cut(w, " ")
		if kernel == "" || !token.IsIdentifier(name) || name == "_" {
			return nil, usagef("-params=%s: want kernel:name,name,... with Go names", words.String())
		}
		if slices.ContainsFunc(names[kernel], func(d codegen.ParamDecl) bool { return d.Name == name }) {
			return nil, usagef("-params gives two parameters of %s the name %s", kernel, name)
		}
		names[kernel] = append(names[kernel], codegen.ParamDecl{Name: name, Type: strings.TrimSpace(typ)})
	}
	return names, nil
}

// paramsOf finds the kernels of -params in a module, by which the result is.
func (opt *generateOptions) paramsOf(m *ir.Module) (kernelParams, error) {
	var kernels []string
	params := map[string]int{}
	for _, f := range m.Funcs {
		if f.Entry {
			kernels = append(kernels, f.Name)
			params[f.Name] = len(f.Params)
		}
	}
	found := kernelParams{}
	for kernel, names := range opt.names {
		name, problem, hint := cxx.Find(kernel, kernels)
		if problem != "" {
			return nil, fmt.Errorf("-params: %s has no kernel %s to generate: %s%s", filepath.Base(m.Name), kernel, problem, hinted(hint))
		}
		if found[name] != nil {
			return nil, fmt.Errorf("-params names the parameters of %s twice", cxx.Shown(name))
		}
		if n := params[name]; n != len(names) {
			return nil, fmt.Errorf("-params: kernel %s has %s, given: %s", kernel, diag.Count(n, "parameter"), diag.Count(len(names), "name"))
		}
		found[name] = names
	}
	return found, nil
}
