package driver

import (
	"encoding/json"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// missingForm is something that a file needs and ptx2go does not support.
type missingForm struct {
	What   string        `json:"what"`
	Places int           `json:"places"`
	First  diag.Position `json:"first"`
}

// reportMissing implements -missing. Mistakes in a file are reported as check
// does, and fail.
func reportMissing(files []input, md, asJSON bool, std Stdio) error {
	var found []*missingForm
	byWhat := map[string]*missingForm{}
	failed := false
	for _, in := range files {
		f, err := load(in, std.In)
		if err != nil {
			return err
		}
		l := diag.NewList(f)
		l.Limit = len(f.Src) + 1 // every place counts
		lowerModule(f, l, compileOptions{raw: true})
		mistakes := diag.NewList(f)
		for _, d := range l.Sorted() {
			if d.Severity != diag.Error {
				continue
			}
			if d.Code != "unsupported" {
				mistakes.Add(d)
				continue
			}
			what := strings.TrimPrefix(d.Msg, "not supported yet: ")
			m := byWhat[what]
			if m == nil {
				m = &missingForm{What: what, First: f.Position(d.Pos)}
				byWhat[what] = m
				found = append(found, m)
			}
			m.Places++
		}
		mistakes.Print(std.Err)
		failed = failed || mistakes.Errors() > 0
	}
	if asJSON {
		enc := json.NewEncoder(std.Out)
		for _, m := range found {
			if err := enc.Encode(m); err != nil {
				return err
			}
		}
	} else if len(found) > 0 {
		t := &textTable{w: std.Out, md: md}
		t.head("places", "not supported", "first")
		for _, m := range found {
			t.row(num(m.Places), t.code(m.What), m.First.String())
		}
		t.flush()
	}
	if failed || len(found) > 0 {
		return errFailed
	}
	return nil
}
