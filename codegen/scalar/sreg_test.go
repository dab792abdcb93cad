package scalar

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
	ptx "github.com/ptx2go/ptx2go/runtime/gen"
)

// Every special register is read through something that the runtime has, with
// the type that the table says.
func TestSRegsExist(t *testing.T) {
	method := regexp.MustCompile(`^t\.(\w+)\(\)$`)
	thread := reflect.TypeFor[*ptx.Thread]()
	g := &funcGen{goFunc: newGoFunc(), scope: &scope{ctx: context{thread: "t", tid: [3]string{"t.X", "t.Y", "t.Z"}}}}
	checked := 0
	for name, r := range sregs {
		m := method.FindStringSubmatch(r.read(g).GoString())
		if v := (ir.Value{Op: ir.OpSReg, Attr: ir.Attr{SReg: name}}); v.Coordinate() != (m == nil) {
			t.Errorf("%%%s: a coordinate: %v, asked of the thread: %v", name, v.Coordinate(), m != nil)
		}
		if m == nil {
			continue // a field: the golden files compile those
		}
		f, ok := thread.MethodByName(m[1])
		if !ok {
			t.Errorf("%%%s: ptx.Thread has no method %s", name, m[1])
			continue
		}
		if got := f.Type.Out(0).String(); got != r.kind.String() {
			t.Errorf("%%%s: %s returns %s, the table says %s", name, m[1], got, r.kind)
		}
		checked++
	}
	if checked == 0 {
		t.Error("no register is read by a method: the test looks for the wrong thing")
	}
}

// Every special register that passes leave can be read, and no other is.
func TestSRegsComplete(t *testing.T) {
	names := map[string]bool{}
	for _, r := range isa.SRegs() {
		switch {
		case r.As != "", strings.HasPrefix(r.Name, "%lane"), r.Name == "%warpid": // pass lanenumber computes these
		case r.Vector:
			for _, c := range []string{".x", ".y", ".z"} {
				names[r.Name[1:]+c] = true
			}
		default:
			names[r.Name[1:]] = true
		}
	}
	for name := range names {
		if _, ok := sregs[name]; !ok {
			t.Errorf("%%%s cannot be read", name)
		}
	}
	for name := range sregs {
		if !names[name] {
			t.Errorf("%%%s is never built", name)
		}
	}
}
