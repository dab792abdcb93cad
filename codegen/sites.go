package codegen

import (
	"reflect"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// sites prints the table of the places that notes are of. It is behind all functions: printing them has made it.
func (g *fileGen) sites() {
	if g.sitesVar == "" {
		return
	}
	g.f.Comment("What each number stands for that CTA.Note is given.")
	g.f.Var().Id(g.sitesVar).Op("=").Index().Qual(scalar.SanitizePath, "Site").ValuesFunc(func(list *jen.Group) {
		for _, s := range g.Sites(g.fileName) {
			list.Line().Add(s)
		}
		list.Line()
	})
	g.f.Line()
}

// fileName is what the file calls one of its PTX files.
func (s *sources) fileName(path string) string {
	for i, p := range s.file.Parts() {
		if i > 0 && p.Name == path {
			return s.opt.Linked[i-1].Name
		}
	}
	return s.opt.Source
}

// sanitizeOptions prints options as the fields that are set.
func sanitizeOptions(o *sanitize.Options) jen.Code {
	var fields []jen.Code
	if o != nil {
		v := reflect.ValueOf(*o)
		for i := range v.NumField() {
			if v.Field(i).Bool() {
				fields = append(fields, jen.Id(v.Type().Field(i).Name).Op(":").True())
			}
		}
	}
	return jen.Qual(scalar.SanitizePath, "Options").Values(fields...)
}
