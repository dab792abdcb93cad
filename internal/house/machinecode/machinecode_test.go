package machinecode

import (
	"reflect"
	"testing"
)

func TestRead(t *testing.T) {
	c, err := read(`# some/module/pkg
some/module/pkg.F STEXT nosplit size=9 args=0x10 locals=0x0 funcid=0x0 align=0x0
	0x0000 00000 (/src/pkg/f.go:3)	TEXT	some/module/pkg.F(SB), NOSPLIT|NOFRAME|ABIInternal, $0-16
	0x0000 00000 (/src/pkg/f.go:4)	VFMADD231SS	X1, X0, X2
	0x0005 00005 (/src/other/g.go:7)	CALL	some/module/other.G(SB)
	0x0000 c4 e2 79 b9 d1 0f 10 c2 c3                       ..y......
`)
	if err != nil {
		t.Fatal(err)
	}
	want := &Code{
		Fused: []Instruction{{"VFMADD231SS", Place{"/src/pkg/f.go", 4}, "some/module/pkg.F"}},
		Calls: map[string]map[string]bool{"some/module/pkg": {"some/module/other.G": true}},
		Files: map[string]bool{"/src/pkg/f.go": true, "/src/other/g.go": true},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v", c)
	}
	if len(c.In("some/module/pkg.F")) != 1 || c.In("some/module/pkg.G") != nil {
		t.Error("instructions are in the wrong function")
	}
}
