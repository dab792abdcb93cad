package harvest

import (
	"fmt"
	"strings"
)

// The frame of a harvested function, from SP up:
//
//	the frame's address and g   where no register is free for g, and there are polls
//	frames of helpers           the deepest chain of them
//	its variables               aligned to lineSize; frameReg points here
//
// Helpers have no frame of their own: their variables lie below those of their caller, and frameReg
// moves. So they need no maps of pointers and no room that the linker counts.
type frame struct {
	used  bool   // frameReg points to variables
	shift int    // what offsets of the listing are moved by, so that most vectors are aligned
	size  int    // of the variables, with the shift
	below int    // of helpers
	gReg  string // the register that holds g, "" if it is in the frame or not needed
	slots bool   // the frame's address and g are in the frame
}

const slotsSize = 2 * wordSize

// shift returns what makes most vectors of a frame aligned.
func (b *body) shift(limit int) int {
	var weight [lineSize]int
	for _, k := range b.blocks {
		for _, s := range k.code {
			n := width(s.ops)
			for _, o := range s.ops {
				if n > 0 && o.framed() && o.off < limit {
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
	return (lineSize - best) % lineSize
}

// extent reports whether a function refers to variables in its frame, and to places of arguments.
func (b *body) extent() (locals, spilled bool) {
	for _, k := range b.blocks {
		for _, s := range k.code {
			for _, o := range s.ops {
				if o.framed() && o.off < b.f.argBase() {
					locals = true
				} else if o.framed() {
					spilled = true
				}
			}
		}
	}
	return locals, spilled
}

// outgoing refuses functions that pass arguments on the stack, whose part of the frame is its lowest.
func (b *body) outgoing(l *Listing) error {
	room := 0
	for _, c := range b.calls {
		if f := l.function(c); f != nil {
			room = max(room, f.args)
		}
	}
	for _, k := range b.blocks {
		for _, s := range k.code {
			for _, o := range s.ops {
				if o.framed() && o.off < room {
					return refuse(s.pos, "%s %s: arguments or results on the stack", s.op, s.args)
				}
			}
		}
	}
	return nil
}

// lay plans the frame of a leaf function.
func (b *body) lay(below int, used map[string]bool) frame {
	locals, _ := b.extent()
	fr := frame{used: locals || len(b.calls) > 0, below: below}
	if fr.used {
		fr.shift = b.shift(b.f.argBase())
		fr.size = up(fr.shift+b.f.frame, wordSize)
	}
	polls := false
	for _, k := range b.blocks {
		polls = polls || k.poll
	}
	switch {
	case !polls:
	case !fr.used:
		fr.gReg = frameReg
	default:
		for _, r := range spare {
			if !used[r] {
				fr.gReg = r
				return fr
			}
		}
		fr.slots = true
	}
	return fr
}

// bytes is what TEXT says.
func (fr *frame) bytes() int {
	n := fr.below + fr.size
	if fr.used {
		n = up(n+lineSize-1, wordSize)
	}
	if fr.slots {
		n += slotsSize
	}
	return n
}

// open writes what sets frameReg and g.
func (fr *frame) open(w *strings.Builder) {
	low := fr.below
	if fr.slots {
		low += slotsSize
		fmt.Fprintf(w, "\tMOVQ (TLS), %s\n\tMOVQ %s, 8(SP)\n", frameReg, frameReg)
	}
	if fr.used {
		fmt.Fprintf(w, "\tLEAQ %d(SP), %s\n\tANDQ $-%d, %s\n", low+lineSize-1, frameReg, lineSize, frameReg)
	}
	if fr.slots {
		fmt.Fprintf(w, "\tMOVQ %s, 0(SP)\n", frameReg)
	}
	if fr.gReg != "" {
		fmt.Fprintf(w, "\tMOVQ (TLS), %s\n", fr.gReg)
	}
}

// guardAt is where g has the end of its stack, and wanted is more than any address: the runtime sets
// the one above the other to stop a goroutine.
const (
	guardAt = 16
	wanted  = -4096
)

// ask writes the question whether the runtime wants the goroutine to stop; JHI goes where it does.
// It is not SP that is compared, as in prologues: inside of a function it may lie below the end.
func (fr *frame) ask(w *strings.Builder) {
	if fr.slots {
		fmt.Fprintf(w, "\tMOVQ 8(SP), %s\n\tCMPQ %d(%s), $%d\n\tMOVQ 0(SP), %s\n", frameReg, guardAt, frameReg, wanted, frameReg)
		return
	}
	fmt.Fprintf(w, "\tCMPQ %d(%s), $%d\n", guardAt, fr.gReg, wanted)
}
