package driver

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/nearest"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// typeUsage is the text of -type.
const typeUsage = "fields of a structure of C++, in Go: `NAME struct{...}`, as 'sim::Body struct{ X, Y, Z float32; ID int32 }'; repeatable. Debug information in the PTX tells them without the flag"

// structFlags are the structures of -type.
type structFlags []structFlag

type structFlag struct {
	name string
	of   *cxx.Type
}

func (l *structFlags) String() string {
	var out []string
	for _, s := range *l {
		out = append(out, s.name+" "+s.of.Text)
	}
	return strings.Join(out, "; ")
}

func (l *structFlags) Set(s string) error {
	name, text, ok := strings.Cut(s, "struct")
	if name = strings.TrimSpace(name); !ok || name == "" || !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return fmt.Errorf("want NAME struct{...}")
	}
	if l.named(name) != nil {
		return fmt.Errorf("%s is declared twice", name)
	}
	t, err := cxx.ParseGo("struct"+text, l.named)
	if err != nil {
		return err
	}
	t.Name = name[strings.LastIndexByte(name, ':')+1:]
	*l = append(*l, structFlag{name, t})
	return nil
}

// named returns the structure of a name, with or without its scope, nil where there is none.
func (l *structFlags) named(name string) *cxx.Type {
	for _, s := range *l {
		if s.name == name || s.of.Name == name {
			return s.of
		}
	}
	return nil
}

// declaration is a parameter or a variable whose type is known.
type declaration struct {
	what string
	of   *cxx.Type
	size int64 // in the PTX
}

// declarations goes through the parameters and variables of a module whose types are known.
func declarations(m *ir.Module) iter.Seq[declaration] {
	return func(yield func(declaration) bool) {
		for _, f := range m.Funcs {
			for _, p := range f.Params {
				if p.Decl != nil && !yield(declaration{"parameter " + p.Name, p.Decl, p.Size}) {
					return
				}
			}
		}
		for _, s := range m.Symbols {
			if s.Decl != nil && !yield(declaration{"variable " + cxx.Shown(s.Name), s.Decl, s.Size}) {
				return
			}
		}
	}
}

// declare gives the parameters and variables of a module the types of -type and -params.
func (opt *generateOptions) declare(m *ir.Module, params kernelParams) error {
	given := map[string]bool{}
	for _, f := range m.Funcs {
		for i, d := range params[f.Name] {
			if d.Type == "" {
				continue
			}
			t, err := cxx.ParseGo(d.Type, func(name string) *cxx.Type {
				s := opt.structs.named(name)
				if s != nil {
					given[name] = true
				}
				return s
			})
			if err != nil {
				return fmt.Errorf("-params: kernel %s, %s: %w", cxx.Shown(f.Name), d.Name, err)
			}
			t.Structures(func(s *cxx.Type) {
				if s.Name == "" {
					err = fmt.Errorf("-params: kernel %s, %s: a structure gets its name by -type", cxx.Shown(f.Name), d.Name)
				}
			})
			if err != nil {
				return err
			}
			f.Params[i].Decl = t
		}
	}
	for _, s := range opt.structs {
		found := given[s.name] || given[s.of.Name]
		var names []string
		for d := range declarations(m) {
			found = d.of.Declare(s.name, s.of.Struct) || found
			d.of.Structures(func(t *cxx.Type) { names = append(names, t.Text, t.Name) })
		}
		if !found {
			return fmt.Errorf("-type: no kernel of %s has a parameter, and no variable is, a %s%s", filepath.Base(m.Name), s.name, hinted(nearest.Hint(s.name, names)))
		}
	}
	return opt.sizes(m)
}

// noteTypes says of which parameters the type that is declared cannot be. Where -params has declared
// it, that is an error.
func noteTypes(s *schedule.Schedule, params kernelParams, l *diag.List) {
	for _, f := range s.Module.Funcs {
		given := params[f.Name]
		for i, p := range f.Params {
			_, why := s.Memory.Declared(f, i)
			if why == "" {
				continue
			}
			d := diag.Diagnostic{Pos: p.Pos, Len: len(p.Name), Severity: diag.Note, Code: "type",
				Msg: fmt.Sprintf("parameter %s is no %s: %s; its Go type is that of the accesses", p.Name, p.Decl.Text, why)}
			if i < len(given) && given[i].Type != "" {
				d.Severity, d.Msg = diag.Error, fmt.Sprintf("-params: %s is no %s: %s", given[i].Name, given[i].Type, why)
			}
			l.Add(d)
		}
	}
}

// sizes finds parameters and variables whose structures of -type have another size than in the PTX.
func (opt *generateOptions) sizes(m *ir.Module) error {
	if len(opt.structs) == 0 {
		return nil // names need not be demangled for the error
	}
	for d := range declarations(m) {
		i := slices.IndexFunc(opt.structs, func(s structFlag) bool { return d.of.Kind == cxx.Named && d.of.Struct == s.of.Struct })
		if i >= 0 && d.of.Struct.Size != d.size {
			return fmt.Errorf("-type: %s has %s, but %s of %s has %d", opt.structs[i].name, diag.Count(int(d.of.Struct.Size), "byte"), d.what, filepath.Base(m.Name), d.size)
		}
	}
	return nil
}
