package builder

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Functions without a body: those of CUDA (ir.DeviceFuncs), and those that
// Options.Externs promises. A declaration alone is never a mistake; what is
// checked is a call, or the address of one.

// missing is why a function that has no body cannot be used, and what to do
// about it. The zero value says that it can.
type missing struct{ why, hint string }

// usable reports what keeps a module from using a function.
func (m *module) usable(g *function) missing {
	f := g.ast
	if f.HasBody || g.ir == nil || !g.ir.Extern {
		return missing{}
	}
	sig := SigOf(f)
	if m.opt.Externs[f.Name] {
		switch {
		case f.Variadic:
			return missing{why: "a variable number of arguments"}
		case slices.Contains(sig.Params, ir.I128) || slices.Contains(sig.Results, ir.I128):
			return missing{why: "128-bit registers as arguments of " + f.Name + ", which has no body"}
		}
		return missing{}
	}
	if want := ir.DeviceFunc(f.Name, m.out.PtrBits); want != nil {
		if f.Variadic || !sameBits(sig.Params, want.Params) || !sameBits(sig.Results, want.Results) {
			return missing{
				why:  fmt.Sprintf("%s is declared as %s, but CUDA's function is %s", f.Name, describeSig(sig), describeSig(want)),
				hint: writeItInGo(f.Name),
			}
		}
		return missing{}
	}
	return whyMissing(f.Name)
}

// sameBits reports whether two lists of types are as wide, one by one.
func sameBits(a, b []ir.Type) bool {
	return slices.EqualFunc(a, b, func(x, y ir.Type) bool { return x.Bits() == y.Bits() })
}

// describeSig prints a signature by its widths, as PTX has them.
func describeSig(s *ir.Sig) string {
	list := func(types []ir.Type) string {
		words := make([]string, len(types))
		for i, t := range types {
			words[i] = fmt.Sprintf(".b%d", t.Bits())
		}
		return "(" + strings.Join(words, ", ") + ")"
	}
	if len(s.Results) == 0 {
		return list(s.Params)
	}
	return list(s.Results) + " of " + list(s.Params)
}

// families are functions that some library or driver would link to the module,
// by how their names begin. The first that fits counts.
var families = []struct {
	prefixes []string
	why      string
	hint     string // "" for that of writeItInGo
}{
	{
		prefixes: []string{
			"cudaLaunchDevice", "cudaGetParameterBuffer", "cudaGraph",
			"__cudaCDP2LaunchDevice", "__cudaCDP2GetParameterBuffer", "__cudaCDP2Graph",
		},
		why:  "it launches kernels from a kernel, which is not supported",
		hint: "launch the inner kernel from the host",
	},
	{
		prefixes: []string{"cudaCG", "__cudaCG"},
		why:      "it belongs to cooperative groups of the CUDA device runtime, which are not supported",
	},
	{
		prefixes: []string{"cuda", "__cudaCDP2", "__cudaCDP"},
		why:      "it belongs to the CUDA device runtime, which is not supported",
	},
	{
		prefixes: []string{"__nv_"},
		why:      "it is a function of libdevice, which the compiler did not link",
		hint:     "compile with libdevice, or write the function in Go: -extern NAME",
	},
	{
		prefixes: []string{"__cuda_syscall_", "__cuda_sm"},
		why:      "it is a system call of the GPU's driver, which is not supported",
	},
	{
		prefixes: []string{"_optix_", "optix"},
		why:      "OptiX provides it when it compiles the module",
	},
	{
		prefixes: []string{"nvshmem"},
		why:      "it is a function of NVSHMEM, which is not supported",
	},
}

func whyMissing(name string) missing {
	for _, f := range families {
		for _, p := range f.prefixes {
			if strings.HasPrefix(name, p) {
				hint := writeItInGo(name)
				if f.hint != "" {
					hint = strings.ReplaceAll(f.hint, "NAME", name)
				}
				return missing{name + " has no body: " + f.why, hint}
			}
		}
	}
	return missing{name + " has no body", writeItInGo(name) + ", or link the file that defines it: -link"}
}

func writeItInGo(name string) string { return "write the function in Go: -extern " + name }

// cannotUse reports a function that the instruction at hand needs and that is
// missing.
func (b *fn) cannotUse(x missing) {
	b.l.Add(diag.Diagnostic{
		Pos: b.in.Pos, Code: "unsupported", Hint: x.hint,
		Msg: "not supported yet: " + b.head() + " (" + x.why + ")",
	})
}

// callable reports whether a call of a function can be built; if not, it has said
// why.
func (b *fn) callable(f *frontend.Func) *function {
	g := b.lookup(f.Name)
	if g == nil || g.ir == nil || g.ast.Entry {
		b.giveUpf("a call of " + f.Name)
		return nil
	}
	if x := b.usable(g); x != (missing{}) {
		b.cannotUse(x)
		return nil
	}
	return g
}
