package harvest

import "slices"

// softwareFMA computes what processors without an instruction for it cannot. Code for all processors asks which kind it
// runs on each time.
const softwareFMA = "math.FMA"

// decide takes away the ways that are only for processors without what gangs need: these run threads one by one.
func (b *body) decide() {
	for _, k := range b.blocks {
		s := k.last()
		if s == nil || s.effect&conditional == 0 {
			continue
		}
		switch {
		case k.jump.software():
			k.code, k.jump = k.code[:len(k.code)-1], nil
		case k.next.software():
			s.op, s.effect, k.next = "JMP", control, nil
		}
	}
}

// software reports whether a block is for processors without fused operations.
func (k *block) software() bool {
	return k != nil && slices.ContainsFunc(k.code, func(s step) bool { return s.callee == softwareFMA })
}
