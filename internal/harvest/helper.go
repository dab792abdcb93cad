package harvest

import (
	"fmt"
	"maps"
	"strings"
)

// helper is a function that harvested code calls: one of the runtime that is not inlined. It keeps the
// convention of the Go compiler, with arguments and results in registers, and is static.
type helper struct {
	name  string // in the file
	depth int    // of its variables and those of the helpers it calls
	used  map[string]bool
	under bool // it is being written: a call of it is a recursion
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
	k := &helper{name: unique(short(symbol), h.constants.taken), under: true}
	h.helpers[symbol] = k
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
	if bails := b.bails(symbol); len(bails) > 0 {
		return "", refuse(bails[0].Pos, "it can fail: %s", bails[0].Call)
	}
	for _, x := range b.blocks {
		if x.poll {
			return "", refuse(x.first, "it polls")
		}
	}
	k.used = maps.Clone(b.used)
	for _, c := range b.calls {
		inner, err := h.helper(c)
		if err != nil {
			return "", err
		}
		k.depth = max(k.depth, inner.depth)
		maps.Copy(k.used, inner.used)
	}
	p := &printer{Builder: &strings.Builder{}, h: h, b: b}
	if locals, spilled := b.extent(); locals || spilled {
		end := f.frame
		if spilled {
			end = f.argBase() + f.args
		}
		p.fr.shift = b.shift(end)
		p.fr.size = up(p.fr.shift+end, lineSize)
	}
	k.depth += p.fr.size
	fmt.Fprintf(p, "\n// %s takes arguments and returns results in registers, as the Go compiler passes them.\nTEXT %s<>(SB), NOSPLIT|NOFRAME, $0-0\n", k.name, k.name)
	if p.fr.size > 0 {
		fmt.Fprintf(p, "\tLEAQ %d(%s), %s\n", -p.fr.size, frameReg, frameReg)
	}
	if err := p.code(); err != nil {
		return "", err
	}
	for _, pos := range b.unasked() {
		h.out.Unasked = append(h.out.Unasked, Loop{short(symbol), pos})
	}
	return p.String(), nil
}
