package harvest

import (
	"fmt"
	"maps"
	"strings"
)

// helper is a function that harvested code calls: one of the runtime that is not inlined. It keeps the
// convention of the Go compiler, with arguments and results in registers, and is static.
type helper struct {
	name   string // in the file
	given  int    // frame.given
	depth  int    // of its variables and those of the helpers it calls
	cost   int    // instructions
	used   map[string]bool
	under  bool          // it is being written: a call of it is a recursion
	uppers map[bool]bool // whether upper halves may be in use when it returns, by whether they were when it was called
	fails  bool          // it can: where the Go compiler panics it returns with the carry set, else with it clear
}

// helper writes a function that another one calls, once.
func (h *harvester) helper(symbol string) (*helper, error) {
	if k := h.helpers[symbol]; k != nil {
		if k.under {
			return nil, fmt.Errorf("%s calls itself", short(symbol))
		}
		return k, nil
	}
	f := h.function(symbol)
	if f == nil {
		return nil, fmt.Errorf("it calls %s, which is not in the listing", symbol)
	}
	k := &helper{name: h.constants.unique(short(symbol)), under: true}
	h.helpers[symbol] = k
	h.constants.note(func() { delete(h.helpers, symbol) })
	text, err := h.helperText(symbol, f, k)
	if err != nil {
		if at, ok := err.(*refused); ok {
			return nil, refuse(at.pos, "it calls %s: %s", short(symbol), at.why)
		}
		return nil, err
	}
	h.texts = append(h.texts, text)
	k.under = false
	return k, nil
}

func (h *harvester) helperText(symbol string, f *function, k *helper) (string, error) {
	b, err := h.graph(f)
	if err != nil {
		return "", err
	}
	for _, x := range b.blocks {
		if x.poll {
			return "", refuse(x.first, "it polls")
		}
	}
	if generic(symbol) {
		if s := b.needs(dictionaryReg(h.t)); s != nil {
			return "", refuse(s.pos, "it asks for its types: %s %s", s.op, s.args)
		}
	}
	k.used = maps.Clone(b.used)
	if k.depth, err = h.below(b, k.used); err != nil {
		return "", err
	}
	bails := b.bails(short(symbol))
	if b.blocks[0].doomed != nil {
		return "", refuse(bails[0].Pos, "it always fails: %s", bails[0].Call)
	}
	k.fails = len(bails) > 0
	p := &printer{Builder: &strings.Builder{}, t: h.t, h: h, b: b, fails: k.fails}
	p.uppers, _ = h.uppers(b, true)
	k.uppers = map[bool]bool{}
	for _, entry := range []bool{false, true} {
		_, k.uppers[entry] = h.uppers(b, entry)
	}
	p.fr = h.t.helperFrame(b, k.depth)
	k.depth, k.given = p.fr.depth, p.fr.given
	fmt.Fprintf(p, "\n// %s takes arguments and returns results in registers, as the Go compiler passes them.\nTEXT %s<>(SB), NOSPLIT|NOFRAME, $0-0\n", k.name, k.name)
	h.t.enter(p)
	if err := p.code(); err != nil {
		return "", err
	}
	if k.fails {
		p.bail()
	}
	h.out.Bails = append(h.out.Bails, bails...)
	if k := h.long(b); k != nil {
		return "", refuse(k.first, tooLong)
	}
	k.cost = h.total(b)
	return p.String(), nil
}

// below writes the functions that one calls, and notes which calls can fail. It returns the depth of the
// deepest, and adds the registers of all to used.
func (h *harvester) below(b *body, used map[string]bool) (depth int, err error) {
	for _, c := range b.calls {
		k, err := h.helper(c)
		if err != nil {
			return 0, err
		}
		depth = max(depth, k.depth)
		if h.function(c).args > 0 {
			if b.given != 0 && b.given != k.given && b.refers(b.low, b.low+b.room) {
				return 0, refuse(b.blocks[0].first, "it gives several functions arguments on the stack, which have frames of several sizes")
			}
			b.given = k.given
		}
		maps.Copy(used, k.used)
	}
	for _, x := range b.blocks {
		for n := range x.code {
			if s := &x.code[n]; s.op == "CALL" && x.doomed == nil {
				s.fails = h.helpers[s.callee].fails
			}
		}
	}
	return depth, nil
}
