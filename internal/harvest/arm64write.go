package harvest

import (
	"fmt"
	"strings"
)

// How assembly for arm64 is spelled. The frame of a harvested function, from RSP up:
//
//	the way back          the assembler's
//	frames of helpers     each above those of its own helpers: the way back, if it calls some, its variables, and
//	                      what it is given or keeps of what it is given
//	registers             while the runtime does something else, where there are polls
//	the way back          once more, in a function that has another number in that register
//	its variables
//
// So each helper has its frame at one place from RSP, whoever calls it, and no register points to the frame.

const (
	// arm64Align is the size of a vector: none that is aligned crosses a line of the cache.
	arm64Align = 16
	// arm64Low is where helpers have their frames.
	arm64Low = 16
)

// saved4 has the way back at its own place, as a call changes it.
var saved4 = saved{"Save4", "Load4", 768}

const savedLink = 208

func (arm64) jumps() jumps { return jumps{"BEQ", "BNE", "BHI", "BLS", "BHS"} }

func (arm64) ends(line string) bool {
	op, _, _ := strings.Cut(line, " ")
	return op == "JMP" || arm64Effects[op]&conditional != 0
}

func (arm64) load(w word) (op, reg string) {
	if w.float {
		return map[int]string{4: "FMOVS", 8: "FMOVD"}[w.size], "F" + w.reg[1:]
	}
	return map[int]string{1: "MOVBU", 2: "MOVHU", 4: "MOVWU", 8: "MOVD"}[w.size], w.reg
}

func (arm64) store(size int) string {
	return map[int]string{1: "MOVB", 2: "MOVH", 4: "MOVW", 8: "MOVD"}[size]
}

func (arm64) clear(p *printer, reg string) { p.instruction("MOVD", arm64Zeros, reg) }
func (arm64) reset(p *printer, base string) {
	fmt.Fprintf(p, "\tMOVW %s, %d(%s)\n", arm64Zeros, DoneAt, base)
}
func (arm64) done(p *printer, name, reg string) {
	fmt.Fprintf(p, "\tMOVD %s, %s\n\tMOVWU %d(%s), %s\n", name, reg, DoneAt, reg, reg)
}

// write: what the first version of Go does not know is a number, and there a vector is not loaded from where a
// symbol is.
func (arm64) write(p *printer, s *step, list []string) {
	if s.effect&asWord != 0 {
		code, _ := p.b.f.word(s.pc)
		p.instruction(fmt.Sprintf("WORD $%#08x /* %s %s */", code, s.op, s.args))
		return
	}
	if len(s.ops) == 2 && s.ops[0].base == "SB" && !s.ops[0].addr && (s.op == "FMOVQ" || strings.HasPrefix(s.op, "FLDP")) {
		p.instruction("MOVD", "$"+list[0], arm64Scratch)
		list[0] = "(" + arm64Scratch + ")"
	}
	p.instruction(s.op, list...)
}

func (arm64) address(o operand, name string) string {
	if o.addr {
		return fmt.Sprintf("$%s<>+%d(SB)", name, o.off)
	}
	return fmt.Sprintf("%s<>+%d(SB)", name, o.off)
}

// locals plans where variables are that must not lie below a place, and returns where they end.
func (t arm64) locals(b *body, fr *frame, from int) (end int) {
	fr.base = "RSP"
	first := b.low + b.room
	if fr.room = b.room; !b.refers(first, b.f.frame) {
		return from
	}
	shift := b.shift(t, arm64Align) // from a multiple of the alignment
	fr.at = up(from-first-shift, arm64Align) + shift
	return up(fr.at+b.f.frame, arm64Align)
}

func (t arm64) frame(b *body, used map[string]bool, below int) frame {
	fr := frame{below: below, polls: b.polled(), saved: saved4}
	at := arm64Low + below
	if fr.polls {
		fr.savedAt = at
		at += saved4.size
	}
	if b.used[arm64Link] {
		fr.link = at
		at += arm64Align
	}
	at = t.locals(b, &fr, at)
	fr.roomAt = b.given - b.low
	fr.used = at > arm64Low
	fr.depth = at
	return fr
}

// bytes: the assembler adds the way back.
func (arm64) bytes(fr *frame) int {
	if !fr.used {
		return 0
	}
	return fr.depth
}

func (t arm64) helperFrame(b *body, below int) frame {
	var fr frame
	at := arm64Low + below
	if b.used[arm64Link] || len(b.calls) > 0 {
		fr.link = at
		at += arm64Align
	}
	at = t.locals(b, &fr, at)
	fr.roomAt = b.given - b.low
	fr.argsAt = at - t.argBase(b.f)
	fr.given = at
	fr.depth = up(at+b.f.args, arm64Align) - arm64Low
	return fr
}

func (t arm64) begin(p *printer) { t.enter(p) }

func (t arm64) result(p *printer) { t.way(p) }

// enter keeps the way back.
func (arm64) enter(p *printer) {
	if p.fr.link > 0 {
		fmt.Fprintf(p, "\tMOVD %s, %d(RSP)\n", arm64Link, p.fr.link)
	}
}

// way loads it.
func (arm64) way(p *printer) {
	if p.fr.link > 0 {
		fmt.Fprintf(p, "\tMOVD %d(RSP), %s\n", p.fr.link, arm64Link)
	}
}

// leave: a helper returns with the carry set where it has failed.
func (t arm64) leave(p *printer, fails string) {
	t.way(p)
	if op := map[string]string{"yes": "CMP", "no": "CMN"}[fails]; op != "" {
		p.instruction(op, arm64Zeros, arm64Zeros)
	}
}

// ask: less 4096 is more than any address.
func (arm64) ask(p *printer) {
	fmt.Fprintf(p, "\tMOVD %d(g), %s\n\tCMN $%d, %s\n", guardAt, arm64Scratch, -wanted, arm64Scratch)
}

func (arm64) yield(p *printer, called string) {
	s, at := p.fr.saved, p.fr.savedAt
	link := p.b.used[arm64Link]
	if link {
		fmt.Fprintf(p, "\tMOVD %s, %d(RSP)\n", arm64Link, at+savedLink)
	}
	fmt.Fprintf(p, "\tADD $%d, RSP, %s\n\tCALL %s%s(SB)\n\tCALL %sYield(SB)\n", at, arm64Scratch, called, s.save, called)
	fmt.Fprintf(p, "\tADD $%d, RSP, %s\n\tCALL %s%s(SB)\n", at, arm64Scratch, called, s.load)
	if link {
		fmt.Fprintf(p, "\tMOVD %d(RSP), %s\n", at+savedLink, arm64Link)
	}
}
