package gosrc

import (
	"reflect"

	"github.com/dave/jennifer/jen"
)

// Fields prints the fields of a structure that say something, without its type: {Line: 7, Op: "ret"}. value prints
// that of a field.
func Fields(x reflect.Value, value func(reflect.Value) jen.Code) *jen.Statement {
	var fields []jen.Code
	for _, f := range reflect.VisibleFields(x.Type()) {
		if y := x.FieldByIndex(f.Index); f.IsExported() && !y.IsZero() {
			fields = append(fields, jen.Id(f.Name).Op(":").Add(value(y)))
		}
	}
	return jen.Values(fields...)
}
