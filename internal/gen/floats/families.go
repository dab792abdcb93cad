// Package floats writes the z*.go files of package fpops, which spell out the large families
// of functions over its hand-written cores, the tables of package mufu, and the lists of all
// functions of fpops: package fptable, and the loops that time each.
package floats

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// dir is the folder of fpops.
const dir = "runtime/fpops"

// mufuRows is the file with the rows of the multifunction unit, which others use as well.
const mufuRows = "runtime/internal/mufu/zrows.go"

// Families writes the files of families.
func Families(v *tree.View) error {
	for name, family := range map[string]func(*out){
		dir + "/zarith32.go":    arith32,
		dir + "/zarith64.go":    arith64,
		dir + "/zpacked.go":     packed32,
		dir + "/zmixed.go":      mixed,
		dir + "/zminmax.go":     minmax,
		dir + "/zhalf.go":       half,
		dir + "/zcvttoint.go":   floatToInt,
		dir + "/zcvtfromint.go": intToFloat,
		dir + "/zcvtsat.go":     intToInt,
		dir + "/zcvtfloat.go":   cvtFloat,
		dir + "/zmufu.go":       squareTables,
		mufuRows:                mufu,
	} {
		o := &out{}
		family(o)
		if o.err != nil {
			return o.err
		}
		if err := v.WriteGo(name, o.source(path.Base(path.Dir(name)))); err != nil {
			return err
		}
	}
	return nil
}

// out collects the functions of one file.
type out struct {
	body bytes.Buffer
	err  error // the first one
}

// fn writes a function for an instruction head, whose name follows from it.
func (o *out) fn(head, params, result, format string, args ...any) {
	o.named(goName(head), head, params, result, format, args...)
}

// named is fn where the name does not follow from the head.
func (o *out) named(name, head, params, result, format string, args ...any) {
	fmt.Fprintf(&o.body, "// %s is %s.\nfunc %s(%s) %s { return %s }\n\n",
		name, head, name, params, result, fmt.Sprintf(format, args...))
}

func (o *out) source(pkg string) []byte {
	text := tree.Header("internal/gen/floats") + "package " + pkg + "\n\n"
	if bytes.Contains(o.body.Bytes(), []byte("math.")) {
		text += "import \"math\"\n\n"
	}
	return append([]byte(text), o.body.Bytes()...)
}

// goName joins the tokens of an instruction head, each capitalised: what dots part, and
// colons.
func goName(head string) string {
	var b strings.Builder
	for _, t := range strings.FieldsFunc(head, func(r rune) bool { return r == '.' || r == ':' }) {
		b.WriteString(title(t))
	}
	return b.String()
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
