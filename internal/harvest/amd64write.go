package harvest

import (
	"fmt"
	"strings"
)

// How assembly for amd64 is spelled. The frame of a harvested function, from SP up:
//
//	the frame's address and g   where no register is free for g, and there are polls
//	registers                   while the runtime does something else, where there are polls
//	frames of helpers           the deepest chain of them
//	room for helpers            aligned to a line of the cache; R14 points here: what they are given or return on
//	                            the stack, and where they keep what they are given in registers
//	its variables
//
// Helpers have no frame of their own: theirs, without the first two, lies below that of their caller, and
// R14 moves.

// amd64Line is the size of a line of the cache. A frame is aligned to it, so that no vector crosses lines.
const amd64Line = 64

// amd64Spare are registers that may hold g where a function leaves one free.
var amd64Spare = strings.Fields("R13 R12 R11 R10 R9 R8 SI DI BX DX CX")

// amd64Slots is the size of the frame's address and g.
const amd64Slots = 2 * wordSize

var (
	saved8  = saved{"Save8", "Load8", 640}
	saved16 = saved{"Save16", "Load16", 2240}
)

func (amd64) jumps() jumps { return jumps{"JEQ", "JNE", "JHI", "JLS", "JCS"} }

func (amd64) ends(line string) bool { return line[0] == 'J' }

func (amd64) load(w word) (op, reg string) {
	if w.float {
		return map[int]string{4: "VMOVSS", 8: "VMOVSD"}[w.size], w.reg
	}
	return map[int]string{1: "MOVBLZX", 2: "MOVWLZX", 4: "MOVL", 8: "MOVQ"}[w.size], w.reg
}

func (amd64) store(size int) string {
	return map[int]string{1: "MOVB", 2: "MOVW", 4: "MOVL", 8: "MOVQ"}[size]
}

func (amd64) clear(p *printer, reg string)  { fmt.Fprintf(p, "\tXORL %s, %s\n", reg, reg) }
func (amd64) reset(p *printer, base string) { fmt.Fprintf(p, "\tMOVL $0, %d(%s)\n", DoneAt, base) }
func (amd64) done(p *printer, name, reg string) {
	fmt.Fprintf(p, "\tMOVQ %s, %s\n\tMOVL %d(%s), %s\n", name, reg, DoneAt, reg, reg)
}

func (amd64) write(p *printer, s *step, list []string) {
	op := s.op
	if s.effect&widensVector != 0 {
		op = "V" + op
	}
	p.instruction(op, list...)
}

func (amd64) address(o operand, name string) string { return fmt.Sprintf("%s<>+%d(SB)", name, o.off) }

// result: callers in Go want the upper halves of vectors to be zero.
func (amd64) result(p *printer) {
	if p.used {
		p.WriteString("\tVZEROUPPER\n")
	}
}

// variables plans the part of a frame that helpers have as well.
func (t amd64) variables(b *body) frame {
	fr := frame{used: b.locals() || b.room > 0, room: b.room, base: amd64Frame}
	if fr.used {
		shift := b.shift(t, amd64Line)
		fr.at = shift
		fr.size = shift + b.f.frame
	}
	return fr
}

func (t amd64) frame(b *body, used map[string]bool, below int) frame {
	fr := t.variables(b)
	fr.below, fr.used = below, fr.used || len(b.calls) > 0
	fr.size = up(fr.size, wordSize)
	fr.polls = b.polled()
	if fr.saved = saved8; amd64Wide(b) {
		fr.saved = saved16
	}
	switch {
	case !fr.polls:
	case !fr.used:
		fr.gReg = amd64Frame
	default:
		for _, r := range amd64Spare {
			if !used[r] {
				fr.gReg = r
				return fr
			}
		}
		fr.slots = true
	}
	return fr
}

func (t amd64) helperFrame(b *body, below int) frame {
	fr := t.variables(b)
	fr.size = up(fr.size, amd64Line)
	fr.argsAt = fr.size - t.argBase(b.f)
	fr.depth = below + fr.size
	return fr
}

// amd64Low is the size of what lies below the frames of helpers.
func amd64Low(fr *frame) int {
	if !fr.polls {
		return 0
	}
	return amd64Slots + fr.saved.size
}

func (amd64) bytes(fr *frame) int {
	n := fr.below + fr.size
	if fr.used {
		n = up(n+amd64Line-1, wordSize)
	}
	return n + amd64Low(fr)
}

// point sets R14.
func (amd64) point(p *printer) {
	fr := &p.fr
	if fr.used {
		fmt.Fprintf(p, "\tLEAQ %d(SP), %s\n\tANDQ $-%d, %s\n", fr.below+amd64Low(fr)+amd64Line-1, amd64Frame, amd64Line, amd64Frame)
	}
	if fr.slots {
		fmt.Fprintf(p, "\tMOVQ %s, 0(SP)\n", amd64Frame)
	}
}

// begin sets R14 and g.
func (t amd64) begin(p *printer) {
	if p.zeroed {
		fmt.Fprintf(p, "\tVPXOR %s, %s, %s\n", amd64Zero, amd64Zero, amd64Zero)
	}
	fr := &p.fr
	if fr.slots {
		fmt.Fprintf(p, "\tMOVQ (TLS), %s\n\tMOVQ %s, 8(SP)\n", amd64Frame, amd64Frame)
	}
	t.point(p)
	if fr.gReg != "" {
		fmt.Fprintf(p, "\tMOVQ (TLS), %s\n", fr.gReg)
	}
}

func (t amd64) yield(p *printer, called string) {
	s := p.fr.saved
	fmt.Fprintf(p, "\tLEAQ %d(SP), %s\n\tCALL %s%s(SB)\n\tCALL %sYield(SB)\n", amd64Slots, amd64Frame, called, s.save, called)
	fmt.Fprintf(p, "\tLEAQ %d(SP), %s\n\tCALL %s%s(SB)\n", amd64Slots, amd64Frame, called, s.load)
	t.point(p)
	if p.fr.gReg == amd64Frame {
		fmt.Fprintf(p, "\tMOVQ (TLS), %s\n", amd64Frame)
	}
}

// ask: it is not SP that is compared, as in prologues: inside of a function it may lie below the end.
func (amd64) ask(p *printer) {
	fr := &p.fr
	if fr.slots {
		fmt.Fprintf(p, "\tMOVQ 8(SP), %s\n\tCMPQ %d(%s), $%d\n\tMOVQ 0(SP), %s\n", amd64Frame, guardAt, amd64Frame, wanted, amd64Frame)
		return
	}
	fmt.Fprintf(p, "\tCMPQ %d(%s), $%d\n", guardAt, fr.gReg, wanted)
}

func (amd64) enter(p *printer) {
	if p.fr.size > 0 {
		fmt.Fprintf(p, "\tLEAQ %d(%s), %s\n", -p.fr.size, amd64Frame, amd64Frame)
	}
}

// leave: a helper returns with the carry set where it has failed.
func (amd64) leave(p *printer, fails string) {
	if p.fr.size > 0 {
		fmt.Fprintf(p, "\tLEAQ %d(%s), %s\n", p.fr.size, amd64Frame, amd64Frame)
	}
	if carry := map[string]string{"yes": "STC", "no": "CLC"}[fails]; carry != "" {
		fmt.Fprintf(p, "\t%s\n", carry)
	}
}
