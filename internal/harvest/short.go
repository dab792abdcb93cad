package harvest

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
)

// shortLoop bounds loops without a poll, for which a stop of the world and the end of a launch wait: the
// most iterations times the instructions is no more than this, some ten microseconds.
const shortLoop = 1 << 16

const tooLong = "nothing polls in a loop that may go on for long"

// rounds is how the source says in a loop how often that goes round.
var rounds = regexp.MustCompile(`^// At most (\d+) rounds\b`)

// loop is one of the source.
type loop struct {
	from, to int  // lines
	rounds   int  // at most, 0 where that is not known
	endless  bool // it has no condition, and so no jump in its first line
}

// sourceLoops reads the loops of the source.
func sourceLoops(fset *token.FileSet, file *ast.File) (list []loop) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.ForStmt:
			list = append(list, loop{fset.Position(n.Pos()).Line, fset.Position(n.End()).Line, 0, x.Cond == nil})
		case *ast.RangeStmt:
			list = append(list, loop{fset.Position(n.Pos()).Line, fset.Position(n.End()).Line, 0, false})
		}
		return true
	})
	for _, g := range file.Comments {
		for _, c := range g.List {
			m := rounds.FindStringSubmatch(c.Text)
			if m == nil {
				continue
			}
			var of *loop // around it
			for i := range list {
				if at := fset.Position(c.Pos()).Line; list[i].from < at && at < list[i].to {
					of = &list[i]
				}
			}
			if of != nil {
				of.rounds, _ = strconv.Atoi(m[1])
			}
		}
	}
	return list
}

const parsing = parser.SkipObjectResolution | parser.ParseComments

// long returns the head of a loop that may go on for long without a poll, nil where there is none.
func (h *harvester) long(b *body) *block {
	for _, l := range b.loops(func(k *block) bool { return k.poll }) {
		if head, n := h.cost(b, l, func(k *block) bool { return k.poll }); n > shortLoop {
			return head
		}
	}
	return nil
}

// cost is how many instructions a loop executes at most, from when it is entered until it is left; more
// than shortLoop where that is not known, of the loop with this head. without are blocks that do not
// count.
func (h *harvester) cost(b *body, in []*block, without func(*block) bool) (head *block, n int) {
	for _, k := range b.entries(in) {
		if head, n = h.costFrom(b, in, k, without); n <= shortLoop {
			break
		}
	}
	return head, n
}

// costFrom is cost for a loop that begins a round with one of its blocks.
func (h *harvester) costFrom(b *body, in []*block, head *block, without func(*block) bool) (at *block, n int) {
	// The loops inside are what is left where nothing leads back to the head.
	inner := b.loops(func(k *block) bool { return !slices.Contains(in, k) || k == head || without(k) })
	nested := map[*block]bool{}
	for _, l := range inner {
		at, m := h.cost(b, l, without)
		if m > shortLoop {
			return at, m
		}
		n += m
		for _, k := range l {
			nested[k] = true
		}
	}
	var own []*block
	for _, k := range in {
		if !nested[k] {
			own = append(own, k)
			n += h.size(k)
		}
	}
	times := h.times(in, own, inner)
	if h.retries(in, head) {
		times = tries
	}
	if times == 0 || n > shortLoop/times {
		return head, shortLoop + 1
	}
	return head, times * n
}

// tries is how often an instruction is taken to be tried that another thread may be in the way of.
const tries = 8

// retries reports whether a loop is one of the processor's: it loads a word, and begins again if another thread
// has changed that before it has stored to it. Each time one fails another one has gone on.
func (h *harvester) retries(in []*block, head *block) bool {
	if !slices.ContainsFunc(head.code, func(s step) bool { return s.effect&exclusive != 0 }) {
		return false
	}
	for _, k := range in {
		if s := k.last(); (k.jump == head || k.next == head) && (s == nil || s.effect&readsFlags != 0 || !s.mentions(h.t.brief())) {
			return false
		}
	}
	return true
}

// total is how many instructions a function without polls executes at most.
func (h *harvester) total(b *body) (n int) {
	never := func(*block) bool { return false }
	looped := map[*block]bool{}
	for _, l := range b.loops(never) {
		_, m := h.cost(b, l, never)
		n += m
		for _, k := range l {
			looped[k] = true
		}
	}
	for _, k := range b.blocks {
		if !looped[k] {
			n += h.size(k)
		}
	}
	return n
}

// size is how many instructions a block executes, with those of the functions that it calls.
func (h *harvester) size(k *block) int {
	n := len(k.code)
	for i := range k.code {
		if f := h.helpers[k.code[i].callee]; f != nil {
			n += f.cost
		}
	}
	return n
}

// entries are the blocks that a loop is entered at: several where there are polls in it, after which it
// goes on in its middle.
func (b *body) entries(in []*block) (heads []*block) {
	for _, k := range in {
		if k == b.blocks[0] || slices.ContainsFunc(b.blocks, func(from *block) bool {
			return from.doomed == nil && (from.jump == k || from.next == k) && !slices.Contains(in, from)
		}) {
			heads = append(heads, k)
		}
	}
	return heads
}

// times is how often a loop goes round at most, 0 where that is not known: of the blocks in, of which own
// are in no loop inside. It is the innermost loop of the source that has all its jumps, one of them in its
// first line; or one of a function of another package.
func (h *harvester) times(in, own []*block, inner [][]*block) int {
	lines, others := h.linesOf(in)
	var of *loop
	for i := range h.loops {
		l := &h.loops[i]
		if len(lines) > 0 && l.from <= lines[0] && lines[len(lines)-1] <= l.to && (l.endless || slices.Contains(lines, l.from)) && (of == nil || of.from < l.from) {
			of = l
		}
	}
	if of == nil {
		if len(lines) > 0 {
			return 0
		}
		most := 0
		for _, file := range others {
			n := cmp.Or(h.opt.Rounds[file], h.opt.Rounds[path.Dir(file)])
			if n == 0 {
				return 0
			}
			most = max(most, n)
		}
		return most
	}
	// A loop inside must be one of its own: else two are one here.
	mine, _ := h.linesOf(own)
	for _, l := range h.loops {
		if l.from <= of.from || l.from > of.to || !slices.Contains(mine, l.from) {
			continue
		}
		if !slices.ContainsFunc(inner, func(x []*block) bool { at, _ := h.linesOf(x); return slices.Contains(at, l.from) }) {
			return 0
		}
	}
	return of.rounds
}

// linesOf are the lines of the source that jumps in blocks are of, in order, and the other files that some
// are of. Other instructions of a loop may be of lines around it, where a number is computed
// once for both.
func (h *harvester) linesOf(list []*block) (lines []int, others []string) {
	for _, k := range list {
		s := k.last()
		if s == nil || s.op != "JMP" && s.effect&conditional == 0 {
			continue
		}
		if n := h.own(s.pos); n > 0 {
			lines = append(lines, n)
		} else {
			others = append(others, s.pos.File)
		}
	}
	slices.Sort(lines)
	slices.Sort(others)
	return slices.Compact(lines), slices.Compact(others)
}
