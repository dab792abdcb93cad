package frontend

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Limits of the memory that a module may ask for (sections 5.1.3, 5.1.6 and
// 5.1.7). They are the GPU's, so that a module that is accepted here is accepted
// there.
const (
	maxConst     = 64 << 10 // bytes of .const, of each bank before PTX 2.2
	maxShared    = 48 << 10 // bytes of static .shared of a kernel
	maxSharedOld = 16 << 10 // on sm_1x
)

// largeShared is the first version of PTX in which static shared memory may have all
// that the GPU has: NVVM 13.1 writes such modules.
var largeShared = isa.Version{Major: 9, Minor: 1}

// uses is what the body of a function refers to.
type uses struct {
	in     *Module // of the function
	shared []*Var  // static shared variables, each once
	consts []*Var  // .const variables that the body declares
	calls  []*Func // functions that it calls or takes the address of, each once
	seen   map[Symbol]bool
}

// note records a symbol that an operand names.
func (u *uses) note(s Symbol) {
	switch s := s.(type) {
	case *Var:
		if s.Space == isa.SpaceShared && s.Linkage != Extern && u.first(s) {
			u.shared = append(u.shared, s)
		}
	case *Func:
		if u.first(s) {
			u.calls = append(u.calls, s)
		}
	}
}

// first reports whether the symbol is new.
func (u *uses) first(s Symbol) bool {
	if u.seen[s] {
		return false
	}
	if u.seen == nil {
		u.seen = map[Symbol]bool{}
	}
	u.seen[s] = true
	return true
}

// memorySpace adds the sizes of variables up, each at its alignment.
type memorySpace struct{ size int64 }

func (m *memorySpace) add(v *Var) {
	a := int64(max(v.Align, 1))
	m.size = (m.size+a-1)/a*a + v.Size()
}

// constSize checks the size of constant memory.
func constSize(m *Module, l *diag.List, bodies []uses) {
	var vars []*Var
	for _, d := range m.Decls {
		if v, ok := d.(*Var); ok && v.Space == isa.SpaceConst {
			vars = append(vars, v)
		}
	}
	for i := range bodies {
		vars = append(vars, bodies[i].consts...)
	}
	m.consts = vars
	checkConst(vars, l)
}

// checkConst checks what variables of constant memory take together.
func checkConst(vars []*Var, l *diag.List) {
	banks := map[int]*memorySpace{}
	for _, v := range vars {
		if v.Linkage == Extern || v.poisoned() {
			continue
		}
		b := banks[max(v.Bank, 0)]
		if b == nil {
			b = &memorySpace{}
			banks[max(v.Bank, 0)] = b
		}
		before := b.size
		if b.add(v); b.size > maxConst && before <= maxConst {
			l.Add(diag.Diagnostic{Pos: v.Pos, Len: len(v.Name), Code: "limit", Hint: "larger tables belong into .global memory",
				Msg: fmt.Sprintf("with %s the .const variables take %d bytes, at most %d are possible", v.Name, b.size, maxConst)})
		}
	}
}

// sharedSize checks the static shared memory of every kernel: of the variables
// that it or a function below it uses.
func sharedSize(m *Module, l *diag.List, bodies map[*Func]*uses) {
	most := int64(maxShared)
	switch {
	case m.noTarget:
	case m.Target.Arch < 20:
		most = maxSharedOld
	case !m.Version.Less(largeShared):
		most = m.Target.SharedPerCTA()
	}
	leads := leadToShared(bodies)
	for _, d := range m.Decls {
		f, ok := d.(*Func)
		if !ok || !f.Entry || f.Body == nil || !leads[f] {
			continue
		}
		var space memorySpace
		counted := map[*Var]bool{}
		walkCalls(f, bodies, leads, func(g *Func) {
			for _, v := range bodies[g].shared {
				if !counted[v] {
					counted[v] = true
					space.add(v)
				}
			}
		})
		if space.size > maxShared && space.size <= most {
			m.lenient.note(f.Pos, len(f.Name), "static shared memory above 48 KiB", "NVVM writes it since 13.1, older assemblers refuse it")
		}
		if space.size > most {
			l.Add(diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Code: "limit",
				Hint: "an array of .extern .shared gets its size at the launch",
				Msg:  fmt.Sprintf("%s uses %d bytes of static shared memory, at most %d are possible", f.Name, space.size, most)})
		}
	}
}

// leadToShared returns the functions that use static shared variables, or reach one that
// does. Mostly they are few, and then kernels that share a deep library need not walk
// through it one by one.
func leadToShared(bodies map[*Func]*uses) map[*Func]bool {
	callers := map[*Func][]*Func{}
	leads := map[*Func]bool{}
	var work []*Func
	add := func(f *Func) {
		if !leads[f] {
			leads[f] = true
			work = append(work, f)
		}
	}
	for f, u := range bodies {
		for _, g := range u.calls {
			g = u.in.definition(g)
			callers[g] = append(callers[g], f)
		}
		if len(u.shared) > 0 {
			add(f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, g := range callers[f] {
			add(g)
		}
	}
	return leads
}

// walkCalls calls visit for a function and all that it reaches and that have a
// body, each once; only through those of a set, where it is not nil.
func walkCalls(f *Func, bodies map[*Func]*uses, only map[*Func]bool, visit func(*Func)) {
	seen := map[*Func]bool{f: true}
	for work := []*Func{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		u := bodies[g]
		if u == nil {
			continue
		}
		visit(g)
		for _, h := range u.calls {
			if h = u.in.definition(h); !seen[h] && (only == nil || only[h]) {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
}

// recursion reports functions that call themselves where there is no stack:
// before PTX 2.0 and before sm_20 (section 11.2.2).
func recursion(m *Module, l *diag.List, bodies map[*Func]*uses) {
	if m.noTarget || !m.Version.Less(isa.Version{Major: 2}) && m.Target.Arch >= 20 {
		return
	}
	for _, d := range m.Decls {
		f, ok := d.(*Func)
		if !ok || f.Body == nil {
			continue
		}
		again := false
		walkCalls(f, bodies, nil, func(g *Func) {
			for _, h := range bodies[g].calls {
				again = again || h == f
			}
		})
		if again {
			l.Add(diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Code: "version",
				Msg: fmt.Sprintf("%s calls itself, which %s", f.Name, needs(isa.Version{Major: 2}, 20, m))})
		}
	}
}

// paramLimit returns the most bytes that the parameters of a kernel may take,
// and what more of them need (section 11.2.1).
func paramLimit(m *Module) (most int64, hint string) {
	switch {
	case m.Version.Less(isa.Version{Major: 1, Minor: 5}):
		return 256, "PTX 1.5 has 4352 bytes"
	case m.Version.Less(isa.Version{Major: 8, Minor: 1}) || m.Target.Arch < 70 && !m.noTarget:
		return 4352, fmt.Sprintf("%d bytes need PTX 8.1 and sm_70", maxParam)
	}
	return maxParam, ""
}

// paramSize checks the space that a kernel's parameters take. Those of opaque
// types take none.
func (c *moduleCheck) paramSize(f *Func) {
	var space memorySpace
	for _, v := range f.Params {
		if !v.Type.IsOpaque() {
			space.add(v)
		}
	}
	most, hint := paramLimit(c.m)
	if space.size > most {
		c.l.Add(diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Code: "limit", Hint: hint,
			Msg: fmt.Sprintf("the parameters of %s take %d bytes, at most %d are possible", f.Name, space.size, most)})
	}
}
