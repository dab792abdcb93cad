package frontend

import (
	"strconv"
	"sync"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// Scope maps the names of one { } block, of a parameter list, or of the module
// to what they mean. A register name<n> is one entry however large n is; its
// members get a Reg when they are first looked up.
type Scope struct {
	Parent *Scope // nil for the module's

	names  map[string]Symbol
	ranges map[string]*Var // registers name<n>, by name
	// splits has, for every prefix of a name that ends in digits, the least
	// number that follows it: what name<n> must not reach.
	splits map[string]uint64

	// first has the place of the first declaration of each name of the module's
	// scope, which a use must not come before.
	first map[string]diag.Pos

	mu   sync.Mutex // for regs of the module's scope, which functions share
	regs map[string]*Reg
}

// newScope returns an empty scope inside another.
func newScope(parent *Scope) *Scope { return &Scope{Parent: parent} }

// Lookup returns what a name means in the scope or those around it: a *Reg,
// *Var, *Func, *Label or *Table; nil where it means nothing. The same register
// is always the same *Reg.
func (s *Scope) Lookup(name string) Symbol {
	for ; s != nil; s = s.Parent {
		if sym := s.local(name); sym != nil {
			return sym
		}
	}
	return nil
}

// local looks only into the scope itself.
func (s *Scope) local(name string) Symbol {
	if sym, ok := s.names[name]; ok {
		return sym
	}
	if len(s.ranges) == 0 {
		return nil
	}
	if s.Parent == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	if r, ok := s.regs[name]; ok {
		return r
	}
	v, n := s.member(name)
	if v == nil {
		return nil
	}
	r := &Reg{Var: v, Num: n}
	if s.regs == nil {
		s.regs = map[string]*Reg{}
	}
	s.regs[name] = r
	return r
}

// member returns the range that a name belongs to, and its number in it.
func (s *Scope) member(name string) (*Var, int) {
	var found *Var
	num := 0
	splitNumber(name, func(prefix string, n uint64) bool {
		if v := s.ranges[prefix]; v != nil && n < uint64(v.Range) {
			found, num = v, int(n)
			return false
		}
		return true
	})
	return found, num
}

// splitNumber calls f for every way to see name as a prefix and a decimal
// number without needless zeros, longest prefix first, until f returns false.
func splitNumber(name string, f func(prefix string, n uint64) bool) {
	for i := len(name) - 1; i > 0 && isDigit(name[i]) && len(name)-i <= 10; i-- {
		if name[i] == '0' && i < len(name)-1 {
			continue
		}
		n, err := strconv.ParseUint(name[i:], 10, 64)
		if err != nil || !f(name[:i], n) {
			return
		}
	}
}

// declare adds a symbol and returns what already has the name in this scope, or
// nil.
func (s *Scope) declare(name string, sym Symbol) Symbol {
	if old := s.names[name]; old != nil {
		return old
	}
	if v, _ := s.member(name); v != nil {
		return v
	}
	if s.names == nil {
		s.names = map[string]Symbol{}
	}
	s.names[name] = sym
	splitNumber(name, s.noteSplit)
	return nil
}

func (s *Scope) noteSplit(prefix string, n uint64) bool {
	if s.splits == nil {
		s.splits = map[string]uint64{}
	}
	if old, ok := s.splits[prefix]; !ok || n < old {
		s.splits[prefix] = n
	}
	return true
}

// declareVar adds a variable, a register or a range of registers.
func (s *Scope) declareVar(v *Var) Symbol {
	switch {
	case v.Range > 0:
		return s.declareRange(v)
	case v.isReg():
		return s.declare(v.Name, &Reg{Var: v, Num: -1})
	}
	return s.declare(v.Name, v)
}

func (s *Scope) declareRange(v *Var) Symbol {
	if old := s.ranges[v.Name]; old != nil {
		return old
	}
	if n, ok := s.splits[v.Name]; ok && n < uint64(v.Range) {
		// Some name of the scope is one of the range's. Say which.
		if sym := s.names[v.Name+strconv.FormatUint(n, 10)]; sym != nil {
			return sym
		}
		return v
	}
	if old, _ := s.member(v.Name + "0"); old != nil {
		return old
	}
	if s.ranges == nil {
		s.ranges = map[string]*Var{}
	}
	s.ranges[v.Name] = v
	splitNumber(v.Name+"0", s.noteSplit)
	delete(s.splits, v.Name) // noteSplit has noted the range's own first member
	return nil
}

// noteFirst notes a declaration at module level.
func (s *Scope) noteFirst(name string, p diag.Pos) {
	if s.first == nil {
		s.first = map[string]diag.Pos{}
	}
	if old, ok := s.first[name]; !ok || p < old {
		s.first[name] = p
	}
}

// visible returns the names that can be seen from the scope, in no order, nil
// where there are more than max.
func (s *Scope) visible(max int) []string {
	var names []string
	for ; s != nil; s = s.Parent {
		for n := range s.names {
			if len(names) == max {
				return nil // too many to compare with
			}
			names = append(names, n)
		}
	}
	return names
}

// rangeOf returns the visible range that a name would belong to if it were
// larger, or nil.
func (s *Scope) rangeOf(name string) (found *Var) {
	for ; s != nil && found == nil; s = s.Parent {
		splitNumber(name, func(prefix string, _ uint64) bool {
			found = s.ranges[prefix]
			return found == nil
		})
	}
	return found
}

func (v *Var) isReg() bool { return v.Space == spaceReg }

func regName(r *Reg) string {
	if r.Num < 0 {
		return r.Var.Name
	}
	return r.Var.Name + strconv.Itoa(r.Num)
}
