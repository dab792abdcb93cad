package frontend

import (
	"math"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/nearest"
)

// builder makes the Module of the declarations' syntax nodes.
type builder struct {
	*parser
	m      *Module
	bodies []bodyJob

	links []link

	version, target, size token // where they were, zero where they were not
}

// bodyJob is a function body to parse.
type bodyJob struct {
	fn         *Func
	start, end int // of the text between the braces
}

// tokenOf makes a token of participle's.
func tokenOf(t lexer.Token) token {
	pos := int32(t.Pos.Offset)
	return token{kind(t.Type), false, pos, pos + int32(len(t.Value))}
}

// listOf makes the tokens of a captured list, without its commas.
func listOf(ts []lexer.Token) []token {
	out := make([]token, 0, len(ts))
	for _, t := range ts {
		if t.Value != "," {
			out = append(out, tokenOf(t))
		}
	}
	return out
}

// decl adds one declaration to the module.
func (b *builder) decl(n *declNode) {
	if n.Version == nil && b.version.end == 0 && b.m.noVersion == 0 {
		b.m.noVersion = diag.At(b.declStart(n))
	}
	switch {
	case n.Version != nil:
		b.setVersion(n.Version)
	case n.Target != nil:
		b.setTarget(n.Target)
	case n.AddrSize != nil:
		b.setAddressSize(n.AddrSize)
	case n.File != nil:
		b.file(n.File)
	case n.Alias != nil:
		b.m.Decls = append(b.m.Decls, &Alias{Pos: tokenOf(n.Alias.Name).at(), Name: n.Alias.Name.Value, Aliasee: n.Alias.Aliasee.Value})
	case n.Struct != nil:
		b.structType(n.Struct)
	case n.Object != nil:
		linkage := b.linkage(listOf(n.Object.Linkage))
		switch {
		case n.Object.Func != nil:
			b.function(n.Object.Func, linkage)
		case n.Object.Var != nil:
			b.variables(n.Object.Var, linkage)
		default:
			b.links = append(b.links, link{tokenOf(n.Object.Name[0]), linkage})
		}
	}
}

// declStart returns the offset of a declaration's first token.
func (b *builder) declStart(n *declNode) int {
	var t lexer.Token
	switch {
	case n.Target != nil:
		t = n.Target.Key
	case n.AddrSize != nil:
		t = n.AddrSize.Key
	case n.File != nil:
		t = n.File.Key
	case n.Loc != nil:
		t = n.Loc.Key
	case n.Pragma != nil:
		t = n.Pragma.Key
	case n.Alias != nil:
		t = n.Alias.Name
	case n.Struct != nil:
		t = n.Struct.Key
	case n.Object != nil && len(n.Object.Linkage) > 0:
		t = n.Object.Linkage[0]
	case n.Object != nil && n.Object.Func != nil:
		t = n.Object.Func.Key
	case n.Object != nil && n.Object.Var != nil:
		t = n.Object.Var.Space
	}
	return t.Pos.Offset
}

func (b *builder) file(n *fileNode) {
	index := 0
	if len(n.Index) > 0 {
		c, ok := b.literal(tokenOf(n.Index[0]))
		if !ok || c.Bits > math.MaxInt32 {
			return
		}
		index = int(c.Bits)
	}
	name := n.Name.Value
	if t := tokenOf(n.Name); t.kind == tokString {
		name = b.unquote(t)
	}
	if b.m.Files == nil {
		b.m.Files = map[int]string{}
	}
	b.m.Files[index] = name
}

// dims reads the dimensions of an array. Those left out are 0.
func (b *parser) dims(ns []dimNode) (out []int64, ok bool) {
	ok = true
	for _, d := range ns {
		n := int64(0)
		if len(d.Size) > 0 {
			t := tokenOf(d.Size[0])
			q := b.sub(t)
			var good bool
			n, good = dimension(q, t)
			ok = ok && good && q.finishSub("]")
		}
		out = append(out, n)
	}
	return out, ok
}

// specs feeds the words between the state space and the names.
func (b *parser) specs(d *declSpec, ns []specNode) {
	for _, s := range ns {
		w := tokenOf(s.Word)
		name := s.Word.Value
		if s.Agg.Value != "" {
			d.aggregate(tokenOf(s.Agg), tokenOf(s.Type))
			w, name = tokenOf(s.Type), s.Type.Value
		}
		switch {
		case s.Agg.Value != "" && len(s.Num) == 0 && len(s.Raw) == 0:
		case name == ".align" && len(s.Num) > 0:
			d.align(tokenOf(s.Num[0]))
		case name == ".align":
			d.fail(w, "syntax", ".align needs a number")
		case name == ".attribute" && len(s.Raw) > 0:
			d.v.Attrs = append(d.v.Attrs, attributes(s.Raw[0].Value)...)
		case name == ".attribute":
			d.fail(w, "syntax", ".attribute needs arguments in parentheses")
		case len(s.Num) > 0:
			d.fail(tokenOf(s.Num[0]), "syntax", "unexpected %s after %s", s.Num[0].Value, name)
		case len(s.Raw) > 0:
			d.fail(w, "syntax", "unexpected ( after %s", name)
		default:
			d.word(w)
		}
	}
}

// attributes splits ".managed, .unified(19, 95)" into "managed" and
// "unified(19,95)".
func attributes(s string) (out []string) {
	depth, start := 0, 0
	flush := func(end int) {
		a := strings.Join(strings.Fields(s[start:end]), "")
		if a = strings.TrimPrefix(a, "."); a != "" {
			out = append(out, a)
		}
		start = end + 1
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				flush(i)
			}
		}
	}
	flush(len(s))
	return out
}

// bank reads the [n] of .const[n].
func (b *builder) bank(d *declSpec, n *dimNode) {
	at := tokenOf(n.Open)
	if len(n.Size) == 0 {
		d.fail(at, "syntax", "%s[] needs the number of a bank", b.text(d.space))
		return
	}
	q := b.sub(tokenOf(n.Size[0]))
	c, ok := q.expr()
	if ok = ok && q.finishSub("]"); !ok {
		d.bad = true
		return
	}
	d.bank(at, &c)
}

// variables adds the variables of one declaration at module level.
func (b *builder) variables(n *varNode, linkage Linkage) {
	d := declSpec{p: b.parser}
	d.begin(tokenOf(n.Space), linkage)
	if n.Bank != nil {
		b.bank(&d, n.Bank)
	}
	b.specs(&d, n.Specs)
	first := n.Names[0].Name
	if len(first) > 1 {
		d.typeName(tokenOf(first[0]), tokenOf(first[1]))
	}
	d.finish(tokenOf(first[0]))
	for i, name := range n.Names {
		if i > 0 && len(name.Name) > 1 {
			b.errorf(tokenOf(name.Name[1]), "syntax", "unexpected %s, expected ',' or ';'", name.Name[1].Value)
			d.bad = true
		}
		var count token
		if len(name.Range) > 0 {
			count = tokenOf(name.Range[0])
		}
		dims, ok := b.dims(name.Dims)
		var init *Init
		if len(name.Init) > 0 {
			var props []string
			var good bool
			init, props, good = b.initText(tokenOf(name.Init[0]), d.v.Type)
			ok = ok && good
			d.v.Attrs = append(d.v.Attrs, props...)
		}
		v := d.name(tokenOf(name.Name[len(name.Name)-1]), count, dims, init)
		if v == nil {
			continue
		}
		if !ok {
			v.poison()
		}
		v.each(func(v *Var) { b.m.Decls = append(b.m.Decls, v) })
	}
}

// function adds a function or a kernel and queues its body.
func (b *builder) function(n *funcNode, linkage Linkage) {
	name := tokenOf(n.Name)
	if n.Key.Value == ".callprototype" {
		b.errorf(tokenOf(n.Key), "syntax", ".callprototype outside of a function body")
		return
	}
	f := &Func{Pos: name.at(), Name: n.Name.Value, Linkage: linkage, Entry: n.Key.Value == ".entry"}
	if !validName(f.Name) {
		b.errorf(name, "syntax", "%s is not a name", f.Name)
	}
	for _, a := range n.Attrs {
		f.Attrs = append(f.Attrs, attributes(a.Text.Value)...)
	}
	if n.Results != nil {
		if f.Entry {
			b.errorf(tokenOf(n.Results.Open), "syntax", "a kernel returns nothing")
		} else {
			f.Results = b.params(f, n.Results)
		}
	}
	if n.Params != nil {
		f.Params = b.params(f, n.Params)
	}
	setVariadic(f)
	for _, p := range n.Perf {
		b.perf(f, p)
	}
	b.m.Decls = append(b.m.Decls, f)
	if len(n.Body) == 0 {
		f.End = f.Pos
		return
	}
	t := tokenOf(n.Body[0])
	f.HasBody = true
	start, end := int(t.pos)+1, int(t.end)
	if end > start && b.src[end-1] == '}' {
		end--
	}
	f.End = diag.At(end)
	f.Body = &Block{Pos: t.at(), End: f.End}
	b.bodies = append(b.bodies, bodyJob{f, start, end})
}

// setVariadic notes a last parameter of the form .param .b8 name[].
func setVariadic(f *Func) {
	if n := len(f.Params); n > 0 && !f.Entry {
		v := f.Params[n-1]
		f.Variadic = v.Space == isa.SpaceParam && v.Type == isa.B8 && len(v.Dims) == 1 && v.Dims[0] == 0
	}
}

// params makes the variables of a parameter list.
func (b *parser) params(f *Func, n *paramsNode) (out []*Var) {
	for i, pn := range n.Params {
		d := declSpec{p: b, param: true}
		d.begin(tokenOf(pn.Space), Internal)
		if len(pn.Hidden) > 0 {
			d.hidden(tokenOf(pn.Hidden[0]), f)
		}
		if s := d.v.Space; s != isa.SpaceParam && (s != isa.SpaceReg || f.Entry) {
			d.fail(d.space, "syntax", "a parameter must be .param%s, not %s", orReg(f), pn.Space.Value)
		}
		b.specs(&d, pn.Specs)
		at := d.space
		if n := len(pn.Name); n > 0 {
			at = tokenOf(pn.Name[n-1])
			if n > 1 {
				d.typeName(tokenOf(pn.Name[0]), at)
			}
		}
		d.finish(at)
		dims, ok := b.dims(pn.Dims)
		if !ok {
			d.bad = true
		}
		v := d.v
		v.Pos, v.Dims, v.InFunc, v.Index = at.at(), dims, f, i
		if n := len(pn.Name); n > 0 {
			v.Name = pn.Name[n-1].Value
		}
		if v.Struct != nil {
			v.Dims = append(v.Dims, v.Struct.Size)
		}
		if v.Space == isa.SpaceReg && len(dims) > 0 {
			d.fail(at, "type", "a register cannot be an array")
		}
		if v.Size() < 0 || v.Size() > maxParam {
			d.fail(at, "limit", "a parameter is larger than %d bytes", maxParam)
		}
		if d.bad {
			f.badParams = true
			v.poison()
		}
		out = append(out, &v)
	}
	return out
}

// maxParam is the most bytes that parameters can have (section 5.1.6, since
// PTX 8.1 and sm_70).
const maxParam = 32764

func orReg(f *Func) string {
	if f.Entry {
		return ""
	}
	return " or .reg"
}

// perfArgs says how many numbers each performance directive takes.
var perfArgs = map[string][2]int{
	".maxntid": {1, 3}, ".reqntid": {1, 3}, ".minnctapersm": {1, 1}, ".maxnctapersm": {1, 1}, ".maxnreg": {1, 1},
	".noreturn": {0, 0}, ".abi_preserve": {1, 1}, ".abi_preserve_control": {1, 1}, ".minperctamemory": {1, 1},
	".reqnctapercluster": {1, 3}, ".explicitcluster": {0, 0}, ".maxclusterrank": {1, 1}, ".blocksareclusters": {0, 0},
	".language": {1, math.MaxInt},
}

var perfNames = func() (names []string) {
	for n := range perfArgs {
		names = append(names, n)
	}
	slices.Sort(names)
	return
}()

// perf adds one performance directive.
func (b *parser) perf(f *Func, n perfNode) {
	if n.Pragma != nil {
		f.Perf = append(f.Perf, b.pragma(n.Pragma))
		return
	}
	t := tokenOf(n.Key)
	limits, ok := perfArgs[n.Key.Value]
	if !ok {
		b.hintf(t, "syntax", nearest.Hint(n.Key.Value, perfNames), "unknown directive %s", n.Key.Value)
		return
	}
	d := Directive{Pos: t.at(), Name: n.Key.Value}
	args := listOf(n.Args)
	for _, at := range args {
		if at.kind == tokString {
			if d.Name != ".language" {
				b.errorf(at, "syntax", "%s takes numbers", d.Name)
				return
			}
			d.Text = append(d.Text, b.unquote(at))
			continue
		}
		c, ok := b.literal(at)
		if !ok {
			return
		}
		if c.Bits > math.MaxInt32 {
			b.errorf(at, "limit", "%s is out of range", b.text(at))
			return
		}
		d.Args = append(d.Args, int64(c.Bits))
	}
	if k := len(args); k < limits[0] || k > limits[1] {
		b.errorf(t, "syntax", "%s takes %s", d.Name, countText(limits))
		return
	}
	if d.Name == ".noreturn" {
		f.NoReturn = !f.Entry
	}
	f.Perf = append(f.Perf, d)
}

func countText(limits [2]int) string {
	switch {
	case limits[1] == 0:
		return "no arguments"
	case limits[0] == limits[1]:
		return "one number"
	}
	return "one to three numbers"
}

func (b *parser) pragma(n *pragmaNode) Directive {
	d := Directive{Pos: tokenOf(n.Key).at(), Name: n.Key.Value}
	for _, t := range listOf(n.Texts) {
		d.Text = append(d.Text, b.unquote(t))
	}
	return d
}
