package driver

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
)

// kernelInfo is a kernel as it is declared.
type kernelInfo struct {
	Name   string      `json:"name"`
	CXX    string      `json:"cxx,omitempty"`    // what C++ calls it
	Params []paramInfo `json:"params,omitempty"` // of PTX
}

// paramInfo is a parameter of a kernel.
type paramInfo struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // as in the declaration: .u64, or .b8[16]
	Size  int64  `json:"size"`
	Align int    `json:"align"`
}

// kernelsOf lists the kernels that PTX has, and what the text says of itself. Mistakes are in the
// list, as far as they keep it from being read.
func kernelsOf(f *diag.File, l *diag.List) (m *frontend.Module, kernels []kernelInfo) {
	m = frontend.Parse(f, l)
	for _, d := range m.Decls {
		fn, ok := d.(*frontend.Func)
		if !ok || !fn.Entry {
			continue
		}
		k := newKernel(fn.Name)
		for _, p := range fn.Params {
			k.Params = append(k.Params, newParam(p))
		}
		kernels = append(kernels, k)
	}
	return m, kernels
}

// newKernel is a kernel of a name, without parameters.
func newKernel(name string) kernelInfo {
	k := kernelInfo{Name: name}
	if s := cxx.Shown(name); s != name {
		k.CXX = s
	}
	return k
}

func newParam(p *frontend.Var) paramInfo {
	typ := "." + p.Type.String()
	if p.Vec > 1 {
		typ = fmt.Sprintf(".v%d %s", p.Vec, typ)
	}
	for _, d := range p.Dims {
		typ += fmt.Sprintf("[%d]", d)
	}
	return paramInfo{Name: p.Name, Type: typ, Size: p.Size(), Align: p.Align}
}

// String spells a kernel as a function: saxpy(.u32 n, .f32 a), behind what C++ calls it. Names that only
// number the parameters behind that of the kernel, as compilers give them, are left out.
func (k kernelInfo) String() string {
	var params []string
	for _, p := range k.Params {
		word := p.Type
		if !strings.HasPrefix(p.Name, k.Name+"_param_") {
			word += " " + p.Name
		}
		params = append(params, word)
	}
	return k.title() + "(" + strings.Join(params, ", ") + ")"
}

// title is the name of a kernel, behind what C++ calls it.
func (k kernelInfo) title() string {
	if k.CXX != "" {
		return k.CXX + ": " + k.Name
	}
	return k.Name
}

// pick chooses, of several modules that a file has, the one with the kernel to run.
func (opt *runOptions) pick(ins []input, std Stdio) ([]input, error) {
	if len(ins) < 2 || opt.link {
		return ins, nil
	}
	var all []string
	for _, in := range ins {
		f, err := load(in, std.In)
		if err != nil {
			return nil, err
		}
		_, kernels := kernelsOf(f, diag.NewList(f))
		var names []string
		for _, k := range kernels {
			names = append(names, k.Name)
		}
		if opt.kernel != "" {
			if found, _, _ := cxx.Find(opt.kernel, names); found != "" {
				return []input{in}, nil
			}
		}
		all = append(all, fmt.Sprintf("%s has %s", in.path, cxx.Listed(names)))
	}
	return nil, usagef("there are %d PTX texts, choose one, or a kernel with -kernel: %s", len(ins), strings.Join(all, "; "))
}
