package ir

import "testing"

// TestFlags holds what the op table says against itself and the tables beside it.
func TestFlags(t *testing.T) {
	for op, row := range Ops {
		has := func(f Flags) bool { return row.Flags&f != 0 }
		attrs := Attr{Mem: I32, Volatile: true}
		for _, f := range attrFields[op] {
			f.clear(&attrs)
		}
		clearOperands(Op(op), &attrs)
		switch {
		case has(Pure) && row.Flags&^(Pure|Commutes|Gang) != 0:
			t.Errorf("%s is pure, and more", row.Name)
		case has(Commutes) && row.Args != 2:
			t.Errorf("%s has %d arguments to swap", row.Name, row.Args)
		case has(Access) != (attrs == Attr{}) && Op(op) != OpNote: // which has those of what it is about
			t.Errorf("%s is an access, or has the fields of one, and not both", row.Name)
		case has(Access|Image) && !has(Reads|Writes):
			t.Errorf("%s is an access that neither reads nor writes", row.Name)
		case has(Atomic) && !(has(Access) && has(Reads) && has(Writes)):
			t.Errorf("%s is atomic, and does not read and write", row.Name)
		}
	}
	for a := AtomNone + 1; a < numAtoms; a++ {
		switch {
		case a.Op() != OpInvalid && a.Func(I32) != "":
			t.Errorf("%s has an operation and a function", a)
		case a.Op() == OpInvalid && a.Func(I32) == "" && !a.Replaces() && !a.Compares() && !a.OnBarrier():
			t.Errorf("%s has neither an operation nor a function", a)
		case a.Commutes() && a.Op() == OpInvalid:
			t.Errorf("%s commutes, and has no operation that says so", a)
		case atoms[a].flags&ofSurface != 0 && a.Op() == OpInvalid:
			t.Errorf("%s is of surfaces, and no operation of integers", a)
		case a.OnBarrier() && !a.Advances():
			t.Errorf("%s is of an mbarrier, and waits", a)
		}
	}
	for c := CmpNone + 1; c < numCmps; c++ {
		if c.OfInts() == c.OfFloats() || c.Negated().Negated() != c || c.Mirrored().Mirrored() != c {
			t.Errorf("the row of comparison %s", c)
		}
	}
}
