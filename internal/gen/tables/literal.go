package tables

import (
	"bytes"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// generate writes the tables as Go source, a row a line. Each form is a variable, so that
// the lists of forms are laid out by the linker too.
func generate(tables isa.Tables, names constants) ([]byte, error) {
	p := printer{names: names}
	p.WriteString(tree.Header("the tables beside it") + `//go:build !isatable

package isa

func init() { tables = rows }

`)
	for _, f := range tables.Forms {
		fmt.Fprintf(&p, "var %s = ", formName(f.ID))
		p.fields(reflect.ValueOf(f).Elem(), false)
		p.WriteByte('\n')
	}
	p.WriteString("\nvar rows = Tables{\n")
	v := reflect.ValueOf(tables)
	for i := range v.NumField() {
		field := v.Field(i)
		fmt.Fprintf(&p, "%s: ", v.Type().Field(i).Name)
		if field.Kind() == reflect.Slice {
			p.lines(field)
		} else {
			p.value(field, false)
		}
		p.WriteString(",\n")
	}
	p.WriteString("}\n")
	if p.err != nil {
		return nil, p.err
	}
	return p.Bytes(), nil
}

// printer writes values as Go expressions. Fields that are zero are left out.
type printer struct {
	bytes.Buffer
	names constants
	err   error
}

// formName is the name of the variable that holds the form with that id.
func formName(id string) string { return strings.ReplaceAll(id, "-", "_") }

// lines writes a list, an element a line.
func (p *printer) lines(v reflect.Value) {
	p.open(v, false)
	p.WriteByte('\n')
	for i := range v.Len() {
		p.value(v.Index(i), true)
		p.WriteString(",\n")
	}
	p.WriteByte('}')
}

// value writes a value; typed says that its type is known from what is around it.
func (p *printer) value(v reflect.Value, typed bool) {
	if names := p.names[v.Type().Name()]; names != nil && v.CanUint() {
		p.constant(names, v.Uint())
		return
	}
	switch v.Kind() {
	case reflect.String:
		p.WriteString(strconv.Quote(v.String()))
	case reflect.Bool:
		fmt.Fprint(p, v.Bool())
	case reflect.Uint8:
		p.WriteString(strconv.QuoteRune(rune(v.Uint())))
	case reflect.Int, reflect.Int64:
		fmt.Fprint(p, v.Int())
	case reflect.Pointer:
		if v.Type() == reflect.TypeFor[*isa.Form]() {
			p.WriteString("&" + formName(v.Elem().FieldByName("ID").String()))
			return
		}
		if !typed {
			p.WriteByte('&')
		}
		p.value(v.Elem(), typed)
	case reflect.Slice, reflect.Array:
		p.open(v, typed)
		for i := range v.Len() {
			p.comma(i)
			p.value(v.Index(i), true)
		}
		p.WriteByte('}')
	case reflect.Struct:
		p.fields(v, typed)
	default:
		p.err = fmt.Errorf("the tables hold a %s, which has no literal", v.Type())
	}
}

// fields writes a structure: in order where no field is zero, and by name the others.
func (p *printer) fields(v reflect.Value, typed bool) {
	var set []int
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			set = append(set, i)
		}
	}
	p.open(v, typed)
	for n, i := range set {
		p.comma(n)
		if len(set) < v.NumField() {
			p.WriteString(v.Type().Field(i).Name + ": ")
		}
		p.value(v.Field(i), false)
	}
	p.WriteByte('}')
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.WriteString(", ")
	}
}

func (p *printer) open(v reflect.Value, typed bool) {
	if !typed {
		p.WriteString(typeName(v.Type()))
	}
	p.WriteByte('{')
}

// constant writes the name of a constant, or those of the bits that are set.
func (p *printer) constant(names []constant, x uint64) {
	var set []string
	for _, c := range names {
		if c.value == x || c.bit && x&c.value != 0 {
			set = append(set, c.name)
		}
	}
	if len(set) == 0 {
		p.err = fmt.Errorf("no constant like %s has the value %d", names[0].name, x)
	}
	p.WriteString(strings.Join(set, " | "))
}

// typeName is how a type is written in package isa.
func typeName(t reflect.Type) string { return strings.ReplaceAll(t.String(), "isa.", "") }
