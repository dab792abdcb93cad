package harvest

import "slices"

// frame is that of a harvested function. Helpers have none of their own: theirs are parts of the frame of the
// leaf function that calls them, so that they need no maps of pointers and no room that the linker counts.
// How these lie is the target's.
type frame struct {
	used    bool   // there is something in it
	room    int    // bytes that functions which it calls are given, or return, on the stack
	size    int    // of the room and the variables
	below   int    // of helpers
	depth   int    // of a helper's, with those of the helpers that it calls
	gReg    string // the register that holds g, "" if it is in the frame or not needed
	slots   bool   // the frame's address and g are in the frame
	polls   bool   // there are polls
	saved   saved  // which registers are saved there
	savedAt int    // where those are
	link    int    // where the register with the way back is, 0 if it stays where it is
	given   int    // where a helper has what it is given on the stack, if that is always the same place

	// An operand of the listing is at base, and these more than where the listing has it.
	base           string
	at             int // a variable
	roomAt, argsAt int // the room; what a helper is given
}

// saved are the registers that a function may have: the functions of the runtime that save and load them,
// and the room that they take.
type saved struct {
	save, load string
	size       int
}

// guardAt is where g has the end of its stack, and wanted is more than any address: the runtime sets
// the one above the other to stop a goroutine.
const (
	guardAt = 16
	wanted  = -4096
)

// shift returns what makes most vectors among the variables aligned, where the frame is aligned to a line.
func (b *body) shift(t Target, line int) int {
	weight := make([]int, line)
	for _, k := range b.blocks {
		for _, s := range k.code {
			n := t.vector(s.ops)
			for _, o := range s.ops {
				if n > 0 && o.framed() && o.off >= b.low+b.room && o.off < t.argBase(b.f) {
					weight[o.off%n] += n
				}
			}
		}
	}
	best := 0
	for k := range weight {
		if weight[k] > weight[best] {
			best = k
		}
	}
	return (line - best) % line
}

// refers reports whether a function refers to a part of its frame.
func (b *body) refers(from, to int) bool {
	for _, k := range b.blocks {
		for _, s := range k.code {
			if slices.ContainsFunc(s.ops, func(o operand) bool { return o.framed() && o.off >= from && o.off < to }) {
				return true
			}
		}
	}
	return false
}

// locals reports whether a function refers to variables in its frame.
func (b *body) locals() bool { return b.refers(0, b.t.argBase(b.f)) }

// polled reports whether there are polls.
func (b *body) polled() bool {
	return slices.ContainsFunc(b.blocks, func(k *block) bool { return k.poll })
}

// outgoing finds out how much of the frame, its lowest part, is for functions that it calls.
func (b *body) outgoing(l *Listing) error {
	for _, c := range b.calls {
		if f := l.function(c); f != nil {
			b.room = max(b.room, f.args)
		}
	}
	if b.low+b.room > max(b.f.frame, b.low) {
		return refuse(b.blocks[0].first, "its frame of %d bytes has no room for the functions that it calls", b.f.frame)
	}
	return nil
}
