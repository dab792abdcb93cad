package schedule

import (
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// memoryOf finds things in the memory of a module by their names.
type memoryOf struct {
	*Memory
	t *testing.T
	s *Schedule
}

// function returns the function of a name, of a kernel that is cut its first region.
func (m memoryOf) function(name string) *ir.Func {
	for _, f := range m.s.Funcs() {
		if f.Name == name {
			return f
		}
	}
	m.t.Fatal("no function " + name)
	return nil
}

// value returns the access of a function to the variable or parameter of a name, with its
// first value.
func (m memoryOf) value(f *ir.Func, name string) *ir.Value {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			a := m.Access(v)
			if a == nil {
				continue
			}
			if s := a.Base.Sym; s != nil && s.Name == name || s == nil && f.Entry && f.Params[a.Base.Index].Name == name {
				return v
			}
		}
	}
	m.t.Fatal("no access of " + name)
	return nil
}

func (m memoryOf) of(f, name string) *Access { return m.Access(m.value(m.function(f), name)) }

// variable returns a variable of the module or of a function of it.
func (m memoryOf) variable(name string) *ir.Symbol {
	list := variables(m.s.Module)
	i := slices.IndexFunc(list, func(s *ir.Symbol) bool { return s.Name == name })
	if i < 0 {
		m.t.Fatal("no variable " + name)
	}
	return list[i]
}

// TestVerifyMemory breaks the memory of a module in every way that Verify knows.
func TestVerifyMemory(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(m memoryOf)
	}{
		{"a view of what is freed", "parameter p of kernel freed has a view, and is no pointer that can have one", func(m memoryOf) {
			m.views[param{m.function("freed"), 0}] = &View{Elem: ir.I32}
		}},
		{"elements of no type", "the view of parameter x of kernel views has elements of type i1", func(m memoryOf) {
			m.of("views", "x").View.Elem = ir.I1
		}},
		{"wide bytes", "the view of variable table shows bytes as elements of type i32", func(m memoryOf) {
			m.of("views", "table").View.Bytes = true
		}},
		{"atomic reads", "the view of parameter hits of kernel views has atomic operations that write nothing", func(m memoryOf) {
			m.of("views", "hits").View.Writes = false
		}},
		{"a variable without a view", "variable own has no view", func(m memoryOf) { delete(m.symbols, m.variable("own")) }},
		{"a variable that is no array of its elements", "variable scale is no array of f64", func(m memoryOf) {
			m.of("views", "scale").View.Elem = ir.F64
		}},
		{"an unknown access", "Load of views: the schedule knows nothing of it", func(m memoryOf) {
			f := m.function("views")
			m.access[f][m.value(f, "x").ID] = nil
		}},
		{"another address", "Load of views: its address is another one", func(m memoryOf) {
			f := m.function("views")
			m.value(f, "x").Args[0] = m.value(f, "y").Args[0]
		}},
		{"the view of something else", "Load of views: goes through the view of something else", func(m memoryOf) {
			m.of("views", "x").View = m.of("views", "y").View
		}},
		{"shared memory in a function", "Store of mark: names shared memory of a kernel", func(m memoryOf) {
			m.of("mark", "seen").View = m.symbols[m.variable("seen")]
		}},
		{"a store through a view of loads", "Store of views: does what its view excludes", func(m memoryOf) {
			m.of("views", "y").View.Writes = false
		}},
		{"an atomic operation through a view of stores", "Atomic of views: does what its view excludes", func(m memoryOf) {
			m.of("views", "hits").View.Atomics = false
		}},
		{"another width", "Load of views: f32, through elements of type f64", func(m memoryOf) {
			m.of("views", "x").View.Elem = ir.F64
		}},
		{"between two elements", "Store of views: may be no multiple of its element", func(m memoryOf) {
			w := m.of("views", "skew").View
			w.Bytes, w.Elem = false, ir.F32
		}},
		{"beyond the bounds of what is within", "Store of reaches: is said to go within, and may go farther", func(m memoryOf) {
			a := m.of("reaches", "next")
			a.Reach, a.View.Reach = Within, Within
		}},
		{"not as far as its view", "Store of reaches: is said to go within, and may go farther", func(m memoryOf) {
			m.of("reaches", "own").View.Reach = Onward
		}},
		{"bytes that end too early", "Store of reaches: goes onward through a view that does not show it", func(m memoryOf) {
			m.of("reaches", "odd").View = m.symbols[m.variable("odd")]
		}},
		{"an alignment that nobody knows", "Load of views: is said to be aligned, and may not be", func(m memoryOf) {
			m.of("views", "x").Aligned = true
		}},
		{"a fault that is not expected", "Store of reaches: is said never to fault, and may", func(m memoryOf) {
			m.of("reaches", "next").Inside = true
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := scheduleOf(t, "testdata/memory.txtar")
			test.change(memoryOf{s.Memory, t, s})
			if err := s.Verify(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}
