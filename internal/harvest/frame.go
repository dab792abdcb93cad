package harvest

import (
	"fmt"
	"slices"
	"strings"
)

// The frame of a harvested function, from SP up:
//
//	the frame's address and g   where no register is free for g, and there are polls
//	registers                   while the runtime does something else, where there are polls
//	frames of helpers           the deepest chain of them
//	room for helpers            aligned to lineSize; frameReg points here: what they are given or return on
//	                            the stack, and where they keep what they are given in registers
//	its variables
//
// Helpers have no frame of their own: theirs, without the first two, lies below that of their caller, and
// frameReg moves. So they need no maps of pointers and no room that the linker counts.
type frame struct {
	used  bool   // frameReg points to it
	room  int    // for helpers
	shift int    // what offsets of variables in the listing are moved by, so that most vectors are aligned
	size  int    // of the room and the variables, with the shift
	below int    // of helpers
	gReg  string // the register that holds g, "" if it is in the frame or not needed
	slots bool   // the frame's address and g are in the frame
	polls bool   // there are polls
	saved saved  // which registers are saved there
}

const slotsSize = 2 * wordSize

// low is the size of what lies below the frames of helpers.
func (fr *frame) low() int {
	if !fr.polls {
		return 0
	}
	return slotsSize + fr.saved.size
}

// shift returns what makes most vectors among the variables aligned.
func (b *body) shift() int {
	var weight [lineSize]int
	for _, k := range b.blocks {
		for _, s := range k.code {
			n := width(s.ops)
			for _, o := range s.ops {
				if n > 0 && o.framed() && o.off >= b.room && o.off < b.f.argBase() {
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

// locals reports whether a function refers to variables in its frame.
func (b *body) locals() bool {
	for _, k := range b.blocks {
		for _, s := range k.code {
			if slices.ContainsFunc(s.ops, func(o operand) bool { return o.framed() && o.off < b.f.argBase() }) {
				return true
			}
		}
	}
	return false
}

// outgoing finds out how much of the frame, its lowest part, is for functions that it calls.
func (b *body) outgoing(l *Listing) error {
	for _, c := range b.calls {
		if f := l.function(c); f != nil {
			b.room = max(b.room, f.args)
		}
	}
	if b.room > b.f.frame {
		return refuse(b.blocks[0].first, "its frame of %d bytes has no room for the functions that it calls", b.f.frame)
	}
	return nil
}

// variables plans the part of a frame that helpers have as well.
func (b *body) variables() frame {
	fr := frame{used: b.locals() || b.room > 0, room: b.room}
	if fr.used {
		fr.shift = b.shift()
		fr.size = fr.shift + b.f.frame
	}
	return fr
}

// lay plans the frame of a leaf function.
func (b *body) lay(below int, used map[string]bool) frame {
	fr := b.variables()
	fr.below, fr.used = below, fr.used || len(b.calls) > 0
	fr.size = up(fr.size, wordSize)
	for _, k := range b.blocks {
		fr.polls = fr.polls || k.poll
	}
	if fr.saved = saved8; b.widest {
		fr.saved = saved16
	}
	switch {
	case !fr.polls:
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
	return n + fr.low()
}

// point writes what sets frameReg.
func (fr *frame) point(w *strings.Builder) {
	if fr.used {
		fmt.Fprintf(w, "\tLEAQ %d(SP), %s\n\tANDQ $-%d, %s\n", fr.below+fr.low()+lineSize-1, frameReg, lineSize, frameReg)
	}
	if fr.slots {
		fmt.Fprintf(w, "\tMOVQ %s, 0(SP)\n", frameReg)
	}
}

// open writes what sets frameReg and g.
func (fr *frame) open(w *strings.Builder) {
	if fr.slots {
		fmt.Fprintf(w, "\tMOVQ (TLS), %s\n\tMOVQ %s, 8(SP)\n", frameReg, frameReg)
	}
	fr.point(w)
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

// saved are the registers that a function may have: the functions of the runtime that save and load them,
// and the room that they take.
type saved struct {
	save, load string
	size       int
}

var (
	saved8  = saved{"Save8", "Load8", 640}
	saved16 = saved{"Save16", "Load16", 2240}
)

// yield writes that the runtime goes on with something else, and after it with the function. The stack may
// be another one then.
func (fr *frame) yield(w *strings.Builder, called string) {
	s := fr.saved
	fmt.Fprintf(w, "\tLEAQ %d(SP), %s\n\tCALL %s%s(SB)\n\tCALL %sYield(SB)\n", slotsSize, frameReg, called, s.save, called)
	fmt.Fprintf(w, "\tLEAQ %d(SP), %s\n\tCALL %s%s(SB)\n", slotsSize, frameReg, called, s.load)
	fr.point(w)
	if fr.gReg == frameReg {
		fmt.Fprintf(w, "\tMOVQ (TLS), %s\n", frameReg)
	}
}

// ask writes the question whether the runtime wants the goroutine to stop; JHI goes where it does.
// It is not SP that is compared, as in prologues: inside of a function it may lie below the end.
func (fr *frame) ask(w *strings.Builder) {
	if fr.slots {
		fmt.Fprintf(w, "\tMOVQ 8(SP), %s\n\tCMPQ %d(%s), $%d\n\tMOVQ 0(SP), %s\n", frameReg, guardAt, frameReg, wanted, frameReg)
		return
	}
	fmt.Fprintf(w, "\tCMPQ %d(%s), $%d\n", guardAt, fr.gReg, wanted)
}
