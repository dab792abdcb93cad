package intrin

import (
	"slices"
	"strings"
)

// Kind is the Go type of a parameter or result.
type Kind uint8

const (
	Bool Kind = iota
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float32
	Float64
	B32 // of a Warp: 32 bits of any type, which are passed on as they are
)

var kindNames = [...]string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "uint32"}

var kindBits = [...]int{1, 8, 16, 32, 64, 8, 16, 32, 64, 32, 64, 32}

// String returns the Go name of the type.
func (k Kind) String() string { return kindNames[k] }

// Bits returns the width of a value; 1 for Bool.
func (k Kind) Bits() int { return kindBits[k] }

// Signed reports whether the kind is a signed integer.
func (k Kind) Signed() bool { return k >= Int8 && k <= Int64 }

// Func is one function.
type Func struct {
	Name    string
	Pkg     string // "fpops" or "intops"
	Params  []Kind
	Results []Kind // one or two
	gang    bool

	lanewise bool
}

// Gang reports whether package runtime/lanes has functions with the names of this one and
// of its operators, which compute the same in each lane.
func (f *Func) Gang() bool { return f.gang }

// Lanewise reports whether these compute lane by lane, as there is no vector form.
func (f *Func) Lanewise() bool { return f.lanewise }

// Operator returns the function of the same package that generated code calls in place of
// this one, as it uses + in place of AddRnF32: an f32 NaN that it returns may have any bits.
// That of an f64 function is for operands that are no two different NaNs. "" if there is
// none.
func (f *Func) Operator() string { return operators[f.Name][0] }

// FlushedOperands reports whether the operator leaves it to its caller to flush operands:
// that of an instruction with .ftz does.
func (f *Func) FlushedOperands() bool { return f.Operator() != "" && strings.Contains(f.Name, "Ftz") }

// Scale returns the function that generated code calls in place of the operator where the
// second operand is a constant power of two, "" if there is none.
func (f *Func) Scale() string { return operators[f.Name][1] }

var byName = func() map[string]*Func {
	m := make(map[string]*Func, len(funcs))
	for i := range funcs {
		m[funcs[i].Name] = &funcs[i]
	}
	return m
}()

// Lookup returns the function of a name. The Func is shared: do not change it.
func Lookup(name string) (*Func, bool) {
	f, ok := byName[name]
	return f, ok
}

// All returns all functions, sorted by name.
func All() []*Func {
	all := make([]*Func, len(funcs))
	for i := range funcs {
		all[i] = &funcs[i]
	}
	slices.SortFunc(all, func(a, b *Func) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return all
}
