package isa

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// sample calls f with a few hundred of the form's legal heads, spread evenly.
func sample(x *Form, f func(mods []string)) {
	step := x.NForms/300 + 1
	n := 0
	x.Expand(func(mods []string) bool {
		if n%step == 0 {
			f(mods)
		}
		n++
		return true
	})
}

// direct matches modifiers against one form alone.
func direct(x *Form, mods []string) *Match {
	class := make([]orderClass, len(mods))
	for i, m := range mods {
		class[i] = classOf(m)
	}
	return x.match(mods, class)
}

func TestTable(t *testing.T) {
	ids := map[string]bool{}
	for _, f := range Forms() {
		if ids[f.ID] {
			t.Errorf("id %s twice", f.ID)
		}
		ids[f.ID] = true
		if f.Semantics == "" || f.Src == "" || f.Group == "" {
			t.Errorf("%s: semantics, source or group is missing", f.ID)
		}
		if f.Placeholder {
			if f.Proofs != nil {
				t.Errorf("%s: a placeholder has no results", f.ID)
			}
			continue
		}
		if !strings.HasPrefix(f.Mnemonic, f.Opcode) {
			t.Errorf("%s: opcode %q is not the start of %q", f.ID, f.Opcode, f.Mnemonic)
		}
		n := 0
		f.Expand(func([]string) bool { n++; return true })
		if n != f.NForms {
			t.Errorf("%s: %d heads, the table says %d", f.ID, n, f.NForms)
		}
		if f.Gone && f.Lower != nil {
			t.Errorf("%s: was never implemented, yet is lowered", f.ID)
		}
	}
	if len(ids) < 680 {
		t.Errorf("only %d rows", len(ids))
	}
}

// TestRoundTrip expands every form and resolves each head: the form itself must
// be among the results, unless one that accepts the same operands and asks for
// no more stands for it.
func TestRoundTrip(t *testing.T) {
	for _, f := range Forms() {
		legal := 0
		sample(f, func(mods []string) {
			m := direct(f, mods)
			if m == nil {
				t.Errorf("%s: does not match its own head %v", f.ID, mods)
				return
			}
			if !slices.Equal(m.toks, mods) {
				t.Errorf("%s: head %v came back as %v", f.ID, mods, m.toks)
			}
			ms, miss := Resolve(f.Opcode, mods)
			if _, bad := m.illegal(); bad {
				if slices.ContainsFunc(ms, func(x *Match) bool { return x.Form == f }) {
					t.Errorf("%s: illegal head %v resolves", f.ID, mods)
				}
				return
			}
			legal++
			if miss != nil {
				t.Errorf("%s: %v: %s", f.ID, mods, miss.Text)
				return
			}
			if !slices.ContainsFunc(ms, func(x *Match) bool { return x.Form == f || x.shadows(m) }) {
				t.Errorf("%s: %v resolves to %v only", f.ID, mods, ms[0].Form)
			}
		})
		if legal == 0 && !f.Placeholder {
			t.Errorf("%s: has no legal head", f.ID)
		}
	}
}

// TestPermuted shuffles the modifiers, types and state spaces keeping their
// order among each other, and expects the same result.
func TestPermuted(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, f := range Forms() {
		n := 0
		sample(f, func(mods []string) {
			if n++; n > 40 || len(mods) < 2 || len(mods) > maxMods {
				return
			}
			m := direct(f, mods)
			if _, bad := m.illegal(); bad {
				return
			}
			if repeatsSet(f, m) {
				return
			}
			shuffled := slices.Clone(mods)
			rnd.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			for _, c := range []orderClass{orderType, orderSpace} {
				var in []string
				for _, x := range mods {
					if classOf(x) == c {
						in = append(in, x)
					}
				}
				for i, x := range shuffled {
					if classOf(x) == c {
						shuffled[i], in = in[0], in[1:]
					}
				}
			}
			got := direct(f, shuffled)
			if got == nil || got.Head != m.Head {
				t.Errorf("%s: %v does not match as %v", f.ID, shuffled, m.Head)
			}
		})
	}
}

// repeatsSet reports whether two choices of the match could take each other's
// value (row and col of mma): such modifiers keep their order, too.
func repeatsSet(f *Form, m *Match) bool {
	for i, a := range m.vals {
		for _, b := range m.vals[:i] {
			if a.value != b.value && slices.Contains(f.choice(a.name), b.value) && slices.Contains(f.choice(b.name), a.value) &&
				classOf(a.value) == orderFree {
				return true
			}
		}
	}
	// A literal that is also a member of a set.
	for _, c := range m.vals {
		for _, x := range m.toks {
			if x != c.value && classOf(x) == orderFree && slices.Contains(f.choice(c.name), x) && m.Has(c.value) {
				return true
			}
		}
	}
	return false
}

// TestUnambiguous checks that no two results of one head accept the same
// operands and are lowered differently: the caller could not choose.
func TestUnambiguous(t *testing.T) {
	for _, f := range Forms() {
		sample(f, func(mods []string) {
			ms, _ := Resolve(f.Opcode, mods)
			for i, a := range ms {
				for _, b := range ms[:i] {
					if a.lowering == b.lowering || a.Form.Gone || a.limited() || a.lowering.Verb == LowerNone && b.Form.Tier < a.Form.Tier {
						continue
					}
					if a.sameOperands(b) {
						t.Errorf("%s: %s (%v) and %s (%v) take the same operands", b.Head, b.Form.ID, b.lowering, a.Form.ID, a.lowering)
					}
				}
			}
		})
	}
}

func (m *Match) sameOperands(o *Match) bool {
	a, b := m.presentOperands(), o.presentOperands()
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := &m.Form.Operands[a[i]], &o.Form.Operands[b[i]]
		if x.Kinds&y.Kinds == 0 || x.Unified != y.Unified || x.Kinds == y.Kinds && m.OperandType(a[i]) != o.OperandType(b[i]) {
			return false
		}
	}
	return true
}

// TestOperandsTyped checks that every operand that holds a value has a type in
// everything that is lowered.
func TestOperandsTyped(t *testing.T) {
	const valued = KReg | KImm | KVec | KPred
	for _, f := range Forms() {
		if f.Lower == nil || f.Placeholder {
			continue
		}
		dests := 0
		for i := range f.Operands {
			if f.Operands[i].Dest {
				dests++
			}
		}
		switch f.Opcode {
		case "st", "red", "bra", "brx", "call", "ret", "exit", "membar", "fence", "trap", "brkpt", "nanosleep", "pmevent",
			"prefetch", "prefetchu", "applypriority", "discard", "stackrestore", "cp", "sust", "sured", "setmaxnreg", "griddepcontrol", "stmatrix":
			if dests != 0 && f.Opcode != "call" {
				t.Errorf("%s: writes an operand", f)
			}
		case "mbarrier":
			// Some report a state, some do not, and some may.
		case "wmma":
			if want := f.Mnemonic != "wmma.store.d"; (dests == 1) != want {
				t.Errorf("%s: %d destinations", f, dests)
			}
		case "bar", "barrier":
			if want := strings.Contains(f.Syntax, ".red"); (dests == 1) != want {
				t.Errorf("%s: %d destinations", f, dests)
			}
		default:
			if dests != 1 {
				t.Errorf("%s: %d destinations", f, dests)
			}
		}
		sample(f, func(mods []string) {
			m := direct(f, mods)
			for i := range f.Operands {
				o := &f.Operands[i]
				if !o.Is(valued) || o.From == "-" || o.Kinds == KImm && o.Values != nil || o.when != nil && !o.when.holds(m) {
					continue
				}
				if m.OperandType(i) == TypeNone {
					t.Errorf("%s: operand %s of %s has no type", f.ID, o.Name, m.Head)
				}
				if o.Is(KPred) != (m.OperandType(i) == Pred) && !o.Is(KReg) {
					t.Errorf("%s: operand %s of %s is %v", f.ID, o.Name, m.Head, m.OperandType(i))
				}
				if o.Pair != nil && m.PairType(i) != Pred {
					t.Errorf("%s: second destination of %s is %v", f.ID, m.Head, m.PairType(i))
				}
			}
		})
	}
}

// TestReasons: a builder that emits nothing has a reason in the table, no other
// has one. That every builder exists is checked where they are.
func TestReasons(t *testing.T) {
	if got := Builders(); len(got) < 30 || !slices.IsSorted(got) {
		t.Errorf("builders %v", got)
	}
	for _, f := range Forms() {
		for _, r := range f.Lower {
			if r.Verb != "none" && r.Verb != "undefined" && (r.Name == "nop" || r.Name == "createpolicy") != (r.Reason != "") {
				t.Errorf("%s: a builder that ignores operands needs a reason, no other has one: %+v", f.ID, r)
			}
		}
	}
}

// TestTypeTokens checks that every modifier that looks like a type is one, so
// that no type is dropped from the order of types.
func TestTypeTokens(t *testing.T) {
	for _, op := range Opcodes() {
		for w := range words(Lookup(op)) {
			if len(w) < 2 || len(w) > 8 || !strings.ContainsRune("usbf", rune(w[0])) || w[1] < '0' || w[1] > '9' {
				continue
			}
			if _, ok := ParseType(w); !ok && w != "b1024" && w != "b8x16" && w != "b6x16_p32" && w != "b4x16_p64" && w != "f4e" && w != "b4e" {
				t.Errorf("%s: modifier %s is not a type", op, w)
			}
		}
	}
}
