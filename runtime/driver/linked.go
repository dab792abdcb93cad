package driver

import (
	"sync/atomic"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Approx says what approximate instructions give, as the flag -approx of ptx2go generate does.
type Approx int32

// What approximate instructions give.
const (
	ApproxAny      Approx = iota // whatever the code of a text gives that is linked in; in the interpreter a GPU's bits
	ApproxGPU                    // the bits of a GPU
	ApproxAccurate               // correctly rounded results, or nearly
)

var approx atomic.Int32

// SetApprox sets what approximate instructions give in modules that are loaded from then on. Code that is linked
// into the program and gives something else is not used: such a text is interpreted, or cannot be loaded.
func SetApprox(a Approx) { approx.Store(int32(a)) }

// Approximation is what SetApprox has set, ApproxAny by default.
func Approximation() Approx { return Approx(approx.Load()) }

// gives reports whether a module is one of those that SetApprox allows.
func (a Approx) gives(m *ptx.Module) bool {
	return a == ApproxAny || m.Accurate == (a == ApproxAccurate)
}

var linked atomic.Pointer[func(*ptx.Module) bool]

// SetLinked sets which of the modules that are linked into the program may be loaded; nil, the default, is all.
// Texts of others are interpreted, or cannot be loaded.
func SetLinked(may func(m *ptx.Module) bool) {
	if may == nil {
		linked.Store(nil)
		return
	}
	linked.Store(&may)
}

// lookup finds the module of texts that are linked.
func lookup(texts []string) (*ptx.Module, bool) {
	first, ok := ptx.LookupText(texts[0])
	for _, text := range texts[1:] {
		m, is := ptx.LookupText(text)
		ok = ok && is && m == first
	}
	if may := linked.Load(); ok && may != nil {
		ok = (*may)(first)
	}
	return first, ok && Approximation().gives(first)
}
