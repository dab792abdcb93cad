package assembler

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/parallel"
)

//go:embed run.sh
var script []byte

// Ask returns the files of questions about the table by their names, and the questions with
// what the front end says.
func Ask(l Limits) (files map[string]string, asked []Question) {
	b := &book{pages: map[string][]*page{}}
	for i, f := range isa.Forms() {
		if !f.Placeholder && i%max(1, l.Step) == 0 {
			b.form(f, l)
		}
	}
	b.registers()
	var pages []*page
	for _, key := range b.order {
		pages = append(pages, b.pages[key]...)
	}
	texts := make([]string, len(pages))
	files = map[string]string{}
	parallel.Do(len(pages), func(i int) {
		p := pages[i]
		texts[i] = p.write(fmt.Sprintf("%04d.%s.%s.ptx", i, p.version, p.target))
		verdict(texts[i], p.asked)
	})
	for i, p := range pages {
		files[p.asked[0].File] = texts[i]
		asked = append(asked, p.asked...)
	}
	return files, asked
}

// verdict says of the questions of a file what the front end says, of a file that is asked
// about as a whole the first error.
func verdict(src string, asked []Question) {
	l := diag.NewList(diag.NewFile("t.ptx", src))
	l.Limit = 1 << 20
	frontend.Check(frontend.Parse(l.File, l), l)
	byLine := map[int]*Question{}
	for i := range asked {
		asked[i].Refused, asked[i].Note = "", ""
		byLine[asked[i].Line] = &asked[i]
	}
	for _, d := range l.Sorted() {
		q := byLine[l.File.Position(d.Pos).Line]
		if asked[0].Kind == "whole" {
			q = &asked[0]
		}
		switch {
		case q == nil || d.Severity == diag.Warning:
		case d.Severity == diag.Note || d.Code == "unsupported":
			q.Note = d.Msg
		case q.Refused == "":
			q.Refused = d.Msg
		}
	}
}

// Write makes the folder: files of questions, the list of them, the script, and copies of
// other files that are asked about as a whole.
func Write(dir string, files map[string]string, asked []Question, more []string) (questions int, err error) {
	in := filepath.Join(dir, "in")
	if err := os.MkdirAll(in, 0o777); err != nil {
		return 0, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o666); err != nil {
			return 0, err
		}
	}
	for i, path := range more {
		text, err := os.ReadFile(path)
		if err != nil {
			return 0, err
		}
		name := fmt.Sprintf("whole%03d.%s.%s", i, filepath.Base(filepath.Dir(path)), filepath.Base(path))
		if err := os.WriteFile(filepath.Join(in, name), text, 0o666); err != nil {
			return 0, err
		}
		q := []Question{{File: name, Kind: "whole", Text: path}}
		verdict(string(text), q)
		asked = append(asked, q...)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.sh"), script, 0o777); err != nil {
		return 0, err
	}
	return len(asked), os.WriteFile(filepath.Join(dir, "questions.tsv"), encode(asked), 0o666)
}

// encode writes the list of questions.
func encode(asked []Question) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = '\t'
	for _, q := range asked {
		w.Write([]string{q.File, fmt.Sprint(q.Line), q.Kind, q.Form, q.Text, q.Refused, q.Note})
	}
	w.Flush()
	return b.Bytes()
}

// decode reads what encode has written.
func decode(text []byte) (asked []Question, err error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = '\t'
	rows, err := r.ReadAll()
	for _, f := range rows {
		q := Question{File: f[0], Kind: f[2], Form: f[3], Text: f[4], Refused: f[5], Note: f[6]}
		fmt.Sscan(f[1], &q.Line)
		asked = append(asked, q)
	}
	return asked, err
}
