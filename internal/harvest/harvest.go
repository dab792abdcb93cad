package harvest

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Version is of the form of what Harvest writes: other bytes of the same listing have another one.
const Version = 1

// Constraint says which builds have what Harvest writes: not those with sanitizers, which it does not
// tell what it accesses, and none that asks to be without.
const Constraint = "amd64 && !race && !msan && !asan && !ptx2go_noasm"

// Leaving is what a poll compares Stop with, and nothing else is compared with.
const Leaving = 0x6c656176

// Where the type that Options.Gang names has its fields.
const (
	stopAt = 0
	doneAt = 4
)

// Options are what Harvest is told besides the listing.
type Options struct {
	Package string // import path, as the listing has it
	File    string // the source's name in the listing, without its folder
	Source  []byte // the Go file that has the functions

	Funcs []string // what to harvest, in the order of the output
	Gang  string   // the type that functions are told of a launch by, with its package: PATH.CTA

	Toolchain string   // that compiled the listing, go1.27.3
	Tags      string   // a build constraint besides Constraint, or ""
	Guards    []string // Go expressions of constants without which the output must not build, such as gang.Harvest1

	// Place says what a line of the source is made of. Without it that is the line itself.
	Place func(line int) Place
	// Lines asks for #line, so that profiles and panics name what Place says.
	Lines bool
}

// Place is where something of the source comes from, and how it reads there.
type Place struct {
	File string
	Line int
	Text string
}

// Output is what became of the functions.
type Output struct {
	Asm, Go []byte // FILE_amd64.s and FILE_amd64.go

	Taken   []string
	Refused []Refusal
	Bails   []Bail // in functions that were taken
	Unasked []Loop // likewise
}

// Bail is a panic that became a return of what is done.
type Bail struct {
	Func string
	Pos  Pos
	Call string // runtime.panicBounds
}

// Loop can go round without a poll, and thus without the question: it must be short.
type Loop struct {
	Func string
	Pos  Pos
}

// Harvest writes functions of a listing as assembly. What it cannot write is in Refused; the error is
// for what is wrong with the options.
func Harvest(l *Listing, opt Options) (*Output, error) {
	h := &harvester{
		Listing:   l,
		opt:       &opt,
		helpers:   map[string]*helper{},
		out:       &Output{},
		constants: constants{from: l, names: map[string]string{}, taken: map[string]bool{}, texts: map[string]string{}},
	}
	if err := h.source(); err != nil {
		return nil, err
	}
	var asm, decls strings.Builder
	var imports []ast.Expr
	for _, name := range opt.Funcs {
		decl := h.decls[name]
		f := l.function(opt.Package + "." + name)
		if decl == nil || f == nil {
			return nil, fmt.Errorf("harvest: %s has no function %s in %s", opt.Package, name, opt.File)
		}
		before := h.mark()
		text, sig, err := h.leaf(name, f, decl)
		if err != nil {
			h.undo(before)
			h.out.Refused = append(h.out.Refused, h.refusal(name, decl, err))
			continue
		}
		h.out.Taken = append(h.out.Taken, name)
		asm.WriteString(text)
		fmt.Fprintf(&decls, "\n//go:noescape\nfunc %s%s\n", name, sig.text)
		imports = append(imports, sig.types...)
	}
	h.write(asm.String(), decls.String(), imports)
	return h.out, nil
}

type harvester struct {
	*Listing
	opt       *Options
	out       *Output
	constants constants
	helpers   map[string]*helper
	texts     []string // of helpers
	decls     map[string]*ast.FuncDecl
	file      *ast.File
	fset      *token.FileSet
	lines     []string
}

// source reads the declarations.
func (h *harvester) source() error {
	h.fset = token.NewFileSet()
	file, err := parser.ParseFile(h.fset, h.opt.File, h.opt.Source, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("harvest: %w", err)
	}
	h.file = file
	h.decls = map[string]*ast.FuncDecl{}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Type.TypeParams == nil {
			h.decls[d.Name.Name] = d
		}
	}
	h.lines = strings.Split(string(h.opt.Source), "\n")
	if h.opt.Place == nil {
		h.opt.Place = func(line int) Place {
			if line > len(h.lines) {
				return Place{}
			}
			return Place{h.opt.File, line, strings.TrimSpace(h.lines[line-1])}
		}
	}
	return nil
}

// own returns the line of the source that a position is in, 0 if it is in another file.
func (h *harvester) own(p Pos) int {
	if path.Base(p.File) != h.opt.File || path.Dir(p.File) != h.opt.Package {
		return 0
	}
	return p.Line
}

func (h *harvester) refusal(name string, decl *ast.FuncDecl, err error) Refusal {
	r := Refusal{Func: name, Pos: Pos{h.opt.Package + "/" + h.opt.File, h.fset.Position(decl.Pos()).Line}, Why: err.Error()}
	if at, ok := err.(*refused); ok && at.pos.File != "" {
		r.Pos = at.pos
	}
	return r
}

// mark and undo take back what a function that is refused has used, so that the output does not
// depend on it.
type mark struct {
	helpers   map[string]*helper
	texts     int
	names     map[string]string
	taken     map[string]bool
	constants map[string]string
	bails     int
	unasked   int
}

func (h *harvester) mark() mark {
	c := &h.constants
	return mark{maps.Clone(h.helpers), len(h.texts), maps.Clone(c.names), maps.Clone(c.taken), maps.Clone(c.texts), len(h.out.Bails), len(h.out.Unasked)}
}

func (h *harvester) undo(m mark) {
	c := &h.constants
	h.helpers, h.texts = m.helpers, h.texts[:m.texts]
	c.names, c.taken, c.texts = m.names, m.taken, m.constants
	h.out.Bails, h.out.Unasked = h.out.Bails[:m.bails], h.out.Unasked[:m.unasked]
}

// gangType is how the source spells a pointer to the type Gang of the options.
func (h *harvester) gangType() string {
	dot := strings.LastIndexByte(h.opt.Gang, '.')
	for _, imp := range h.file.Imports {
		if p, err := strconv.Unquote(imp.Path.Value); err == nil && dot >= 0 && p == h.opt.Gang[:dot] {
			return "*" + localName(imp, p) + h.opt.Gang[dot:]
		}
	}
	return ""
}

func localName(imp *ast.ImportSpec, p string) string {
	if imp.Name != nil {
		return imp.Name.Name
	}
	return path.Base(p)
}

// leaf writes a function that Go calls.
func (h *harvester) leaf(name string, f *function, decl *ast.FuncDecl) (string, *signature, error) {
	sig, err := assign(decl, h.gangType())
	if err != nil {
		return "", nil, err
	}
	b, err := h.graph(f)
	if err != nil {
		return "", nil, err
	}
	used := maps.Clone(b.used)
	below, err := h.below(b, used)
	if err != nil {
		return "", nil, err
	}
	bails := b.bails(name)
	if err := sig.mayBail(b, bails); err != nil {
		return "", nil, err
	}
	loaded := map[string]bool{}
	for _, w := range sig.words {
		loaded[w.reg] = used[w.reg]
	}
	if len(bails) > 0 && sig.gang {
		loaded[integerArgs[0]] = true
		used[integerArgs[0]] = true
	}
	p := &printer{Builder: &strings.Builder{}, h: h, b: b, sig: sig, fr: b.lay(below, used)}
	fmt.Fprintf(p, "\n// func %s%s\nTEXT ·%s(SB), 0, $%d-%d\n", name, sig.text, name, p.fr.bytes(), sig.size)
	for _, w := range sig.words {
		if loaded[w.reg] {
			fmt.Fprintf(p, "\t%s %s+%d(FP), %s\n", loadOp(w), w.name, w.outer, w.reg)
		}
	}
	if used[zeroReg] {
		fmt.Fprintf(p, "\tVPXOR %s, %s, %s\n", zeroReg, zeroReg, zeroReg)
	}
	p.fr.open(p.Builder)
	if len(bails) > 0 && sig.gang {
		fmt.Fprintf(p, "\tMOVL $0, %d(%s)\n", doneAt, integerArgs[0])
	}
	if err := p.code(); err != nil {
		return "", nil, err
	}
	if len(bails) > 0 {
		p.bail()
	}
	h.out.Bails = append(h.out.Bails, bails...)
	for _, pos := range b.unasked() {
		h.out.Unasked = append(h.out.Unasked, Loop{name, pos})
	}
	return p.String(), sig, nil
}

// graph analyses a function.
func (h *harvester) graph(f *function) (*body, error) {
	b, err := analyse(f)
	if err != nil {
		return nil, err
	}
	if err := b.polls(); err != nil {
		return nil, err
	}
	return b, b.outgoing(h.Listing)
}

// write makes the two files.
func (h *harvester) write(asm, decls string, used []ast.Expr) {
	constraint := Constraint
	if h.opt.Tags != "" {
		constraint += " && " + h.opt.Tags
	}
	head := fmt.Sprintf("//go:build %s\n\n// Code generated by ptx2go from %s; DO NOT EDIT.\n// Compiled by %s, harvested by version %d, source %x.\n\n",
		constraint, h.opt.File, h.opt.Toolchain, Version, sha256.Sum256(h.opt.Source))
	var s strings.Builder
	s.WriteString(head + "#include \"textflag.h\"\n")
	if c := h.constants.text(); c != "" {
		s.WriteString("\n" + c)
	}
	s.WriteString(asm)
	for _, t := range h.texts {
		s.WriteString(t)
	}
	h.out.Asm = []byte(s.String())

	imports, gang := h.imports(used)
	var g strings.Builder
	fmt.Fprintf(&g, "%spackage %s\n", head, h.file.Name.Name)
	if gang != "" {
		imports = append(imports, `"unsafe"`)
	}
	if len(imports) > 0 {
		slices.Sort(imports)
		fmt.Fprintf(&g, "\nimport (\n\t%s\n)\n", strings.Join(slices.Compact(imports), "\n\t"))
	}
	if gang != "" {
		fmt.Fprintf(&g, "\n// The assembly has the offsets of these fields.\nvar (\n\t_ = [1]struct{}{}[unsafe.Offsetof(%s{}.Stop)-%d]\n\t_ = [1]struct{}{}[unsafe.Offsetof(%s{}.Done)-%d]\n)\n", gang, stopAt, gang, doneAt)
	}
	for _, x := range h.opt.Guards {
		fmt.Fprintf(&g, "\nconst _ = %s\n", x)
	}
	g.WriteString(decls)
	h.out.Go = []byte(g.String())
}

// imports are those of the source that declarations and guards need, and how the type that Options.Gang
// names is spelled, "" if no declaration has it.
func (h *harvester) imports(used []ast.Expr) (list []string, gang string) {
	names := map[string]bool{}
	for _, t := range used {
		ast.Inspect(t, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				names[types.ExprString(s.X)] = true
			}
			return true
		})
		if types.ExprString(t) == h.gangType() {
			gang = h.gangType()[1:]
		}
	}
	for _, x := range h.opt.Guards {
		if name, _, ok := strings.Cut(x, "."); ok {
			names[name] = true
		}
	}
	for _, imp := range h.file.Imports {
		p, err := strconv.Unquote(imp.Path.Value)
		if err != nil || !names[localName(imp, p)] {
			continue
		}
		text := imp.Path.Value
		if imp.Name != nil {
			text = imp.Name.Name + " " + text
		}
		list = append(list, text)
	}
	return list, gang
}
