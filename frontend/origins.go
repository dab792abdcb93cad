package frontend

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// origins says where the instructions of a module come from, by its .loc and .file
// directives. An instruction is of the .loc directive before it in its function, of
// none where that has line 0: the compiler has made it up.
func (m *Module) origins(l *diag.List) []diag.OriginFrom {
	o := originReader{m: m, l: l, unknown: map[int]bool{}}
	for _, d := range m.Decls {
		if f, ok := d.(*Func); ok && f.Body != nil {
			o.function(f)
		}
	}
	return o.list
}

// originReader reads the .loc directives of a module.
type originReader struct {
	m       *Module
	l       *diag.List
	list    []diag.OriginFrom
	at      map[place]*diag.Origin // by the directives so far, of one function
	unknown map[int]bool           // files that are missing, which has been reported
	names   *debugStrings          // of inlined functions, read when first asked for
}

// maxInlined is how many functions may be inlined in each other, for all that is said of it:
// a text can have a chain as long as itself.
const maxInlined = 50

// place is what a .loc directive names.
type place struct{ file, line, col int }

func (o *originReader) function(f *Func) {
	o.at = map[place]*diag.Origin{}
	before := len(o.list)
	o.block(f.Body)
	if len(o.list) > before {
		o.list = append(o.list, diag.OriginFrom{Pos: f.End})
	}
}

func (o *originReader) block(b *Block) {
	for i := range b.Stmts {
		switch s := &b.Stmts[i]; s.Kind {
		case StmtBlock:
			o.block(s.Block)
		case StmtLoc:
			o.list = append(o.list, diag.OriginFrom{Pos: s.Pos, Origin: o.loc(s.Loc, s.Pos)})
		}
	}
}

// loc is the place of a directive. Where the function around it was inlined has had a
// directive of its own, which says whether that one was inlined too.
func (o *originReader) loc(d *Loc, pos diag.Pos) *diag.Origin {
	file, ok := o.file(d.File, pos)
	if !ok || d.Line == 0 {
		return nil
	}
	at := place{d.File, d.Line, d.Col}
	x := &diag.Origin{File: file, Line: d.Line, Col: d.Col}
	if d.InlinedLine > 0 {
		x.Func = o.name(d)
		caller := place{d.InlinedFile, d.InlinedLine, d.InlinedCol}
		if x.At = o.at[caller]; x.At == nil || x.Depth() > maxInlined {
			x.At = nil
			if file, ok := o.file(d.InlinedFile, pos); ok {
				x.At = &diag.Origin{File: file, Line: d.InlinedLine, Col: d.InlinedCol}
			}
		}
	}
	o.at[at] = x
	return x
}

// file is the name of a file. One that no .file directive declares is reported once.
func (o *originReader) file(index int, pos diag.Pos) (name string, ok bool) {
	if name, ok = o.m.Files[index]; !ok && !o.unknown[index] {
		o.unknown[index] = true
		o.l.Add(diag.Diagnostic{Pos: pos, Len: len(".loc"), Severity: diag.Warning, Code: "debug",
			Msg: fmt.Sprintf(".loc names file %d, which no .file directive declares", index)})
	}
	return name, ok && name != ""
}

// name is that of the function that was inlined at a place.
func (o *originReader) name(d *Loc) string {
	if d.Func == "" {
		return ""
	}
	if o.names == nil {
		o.names = readStrings(o.m.File.Src, o.m.text.Start, o.m.text.End)
	}
	return o.names.at(d.Func, d.FuncOff)
}
