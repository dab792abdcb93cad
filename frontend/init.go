package frontend

import "github.com/ptx2go/ptx2go/internal/isa"

// initialiser reads the initial value of a variable (section 5.4.4): nested
// lists of constants, or one constant.
func (p *parser) initialiser() (*Init, bool) {
	in := p.newInit(p.tok)
	if !p.isByte('{') {
		c, ok := p.expr()
		in.Expr = p.newConst(c)
		return in, ok
	}
	if !p.enter() {
		return nil, false
	}
	defer p.leave()
	p.advance()
	base := len(p.inits)
	for !p.isByte('}') {
		elem, ok := p.element()
		if !ok {
			p.inits = p.inits[:base]
			return nil, false
		}
		p.inits = append(p.inits, elem)
		if p.accept(',') {
			continue
		}
		if !p.isByte('}') {
			p.inits = p.inits[:base]
			p.unexpected("',' or '}'")
			return nil, false
		}
	}
	p.advance()
	in.List = make([]*Init, len(p.inits)-base)
	copy(in.List, p.inits[base:])
	p.inits = p.inits[:base]
	return in, true
}

// element reads one element. Most are plain integers in long tables, and those
// take the short way.
func (p *parser) element() (*Init, bool) {
	if p.tok.kind != tokInt {
		return p.initialiser()
	}
	if n := p.peek(); n.kind != tokPunct || p.src[n.pos] != ',' && p.src[n.pos] != '}' {
		return p.initialiser()
	}
	in := p.newInit(p.tok)
	c, ok := p.literal(p.tok)
	in.Expr = p.newConst(c)
	p.advance()
	return in, ok
}

func (p *parser) newInit(t token) *Init {
	in := &take(&p.initSlab, 1, 32)[0]
	in.Pos = t.at()
	return in
}

// initText reads the raw text of an initialiser. A sampler's initialiser is a
// list of properties, which it returns as texts.
func (p *parser) initText(t token, ty isa.Type) (in *Init, props []string, ok bool) {
	q := p.sub(t)
	if ty == isa.SamplerRef || ty == isa.TexRef || ty == isa.SurfRef {
		props, ok = q.properties()
		return nil, props, ok && q.finishSub("',' or ';'")
	}
	in, ok = q.initialiser()
	return in, nil, ok && q.finishSub("',' or ';'")
}

// properties reads { name = value, ... } of a texture, sampler or surface.
func (p *parser) properties() (props []string, ok bool) {
	if !p.expect("{") {
		return nil, false
	}
	for !p.isByte('}') {
		start := p.tok
		if start.kind != tokIdent {
			p.unexpected("a property such as addr_mode_0")
			return nil, false
		}
		p.advance()
		if !p.expect("=") {
			return nil, false
		}
		if p.tok.kind != tokIdent && p.tok.kind != tokInt {
			p.unexpected("a value")
			return nil, false
		}
		props = append(props, p.text(start)+"="+p.text(p.tok))
		p.advance()
		if !p.accept(',') {
			break
		}
	}
	return props, p.expect("}")
}
