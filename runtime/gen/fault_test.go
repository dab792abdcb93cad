package gen

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// here returns the line of its caller.
func here() int {
	_, _, line, _ := goruntime.Caller(1)
	return line
}

// lineTable maps Go lines to PTX lines.
func lineTable(pairs ...int) string {
	var s []string
	for i := 0; i < len(pairs); i += 2 {
		s = append(s, fmt.Sprintf("%d:%d", pairs[i], pairs[i+1]))
	}
	return strings.Join(s, " ")
}

func TestFaultNamesTheLine(t *testing.T) {
	x := make([]uint32, 100)
	k := rows("saxpy")
	k.GoFile = "fault_test.go"
	first := here()
	body := func(c *CTA) {
		for c.X = range c.Dim.X {
			i := c.ID.X*c.Dim.X + c.X
			x[i] = // the statement begins here,
				x[i+1] // and faults here
		}
	}
	k.Lines = lineTable(first, 7, first+3, 30, first+4, 41, first+5, 42, first+9, 99)
	err := k.Run(context.Background(), Launch{Grid: ptx.D1(4), Block: ptx.D1(32), Workers: 1}, body)
	f := wantFault(t, err, ptx.FaultAddress)
	if want := "kernel saxpy, CTA (3,0,0), thread (3,0,0), saxpy.ptx:42: element 100 is outside of its buffer, which has 100"; err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
	if f.Kernel != "saxpy" || f.File != "saxpy.ptx" || f.Line != 42 || f.CTA != (dim3(3, 0, 0)) || f.Thread != (dim3(3, 0, 0)) || f.HasAddr {
		t.Errorf("%+v", f)
	}
}

// TestFaultInGangs: a body of the file with the gangs has the lines of that file, and only
// there; what it calls in the other one has those of the other.
func TestFaultInGangs(t *testing.T) {
	first := here()
	body := func(c *CTA) {
		c.X = 9
		c.Trap()
	}
	lines := lineTable(first, 7, first+3, 31)
	ganged, one, two := &Module{}, &Kernel{}, &Kernel{}
	if ganged.Gangs("fault_test.go", lines, one); !one.Gangs || two.Gangs {
		t.Error("other kernels have gangs than those that were named")
	}
	for want, k := range map[string]*Kernel{
		"k.ptx:31": {GoFile: "k_ptx.go", Lines: lineTable(first+3, 77), Module: ganged},
		"k.ptx:32": {GoFile: "fault_test.go", Lines: lineTable(first+3, 32), Module: &Module{gangs: goSource{"k_ptx_amd64.go", lines}}},
		"k.ptx":    {GoFile: "k_ptx.go", Lines: lines, Module: &Module{}},
	} {
		k.Name, k.File, k.Mode = "k", "k.ptx", CTAs
		err := k.Run(context.Background(), Launch{Block: ptx.D1(16)}, body)
		f := wantFault(t, err, ptx.FaultTrap)
		if want := "kernel k, CTA (0,0,0), thread (9,0,0), " + want + ": trap"; err.Error() != want || f.File != "k.ptx" {
			t.Errorf("got  %s\nwant %s", err, want)
		}
	}
}

// Faults inside runtime functions are those of the generated line that called.
func TestFaultInCalledFunction(t *testing.T) {
	k := ctas("k")
	k.GoFile = "fault_test.go"
	first := here()
	device := func(t *Thread) uint32 {
		return t.LoadU32(0x10)
	}
	k.Lines = lineTable(first, 1, first+2, 12, first+3, 13)
	err := k.Run(context.Background(), Launch{Block: ptx.D1(64)}, func(c *CTA) {
		c.Coroutines(func(t *Thread) {
			t.BarSync(1, 0, 0)
			if t.X == 40 {
				device(t)
			}
		})
	})
	f := wantFault(t, err, ptx.FaultAddress)
	if want := "kernel k, CTA (0,0,0), thread (40,0,0), k.ptx:12: address 0x10 is 16 bytes past a null pointer"; err.Error() != want || !f.HasAddr || f.Addr != 0x10 {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

// Code under a //line directive speaks of PTX by itself.
func TestFaultUnderLineDirective(t *testing.T) {
	k := ctas("k")
	k.GoFile, k.Lines = "fault_test.go", "1:1"
	err := k.Run(context.Background(), Launch{}, lineDirectiveBody)
	if f := wantFault(t, err, ptx.FaultTrap); f.File != "other.ptx" || f.Line != 123 {
		t.Errorf("%+v", f)
	}
}

//line /some/where/other.ptx:122
func lineDirectiveBody(c *CTA) {
	c.Trap()
}

//line fault_test.go:78
func TestGoPanicsBecomeFaults(t *testing.T) {
	s := make([]int, 3, 5)
	n, big := 7, uint64(1<<63)
	var null *uint32
	for want, body := range map[string]func(c *CTA){
		"element 7 is outside of its buffer, which has 3":                   func(c *CTA) { s[n]++ },
		"element 9223372036854775808 is outside of its buffer, which has 3": func(c *CTA) { s[big]++ },
		"element -7 is outside of its buffer":                               func(c *CTA) { s[-n]++ },
		"element 7 of an empty buffer":                                      func(c *CTA) { s[:0][n]++ },
		"elements [:7] are outside of their buffer, which has 5":            func(c *CTA) { _ = s[:n] },
		"elements [7:5] are outside of their buffer":                        func(c *CTA) { _ = s[n : n-2] },
		"elements [-7:] are outside of their buffer":                        func(c *CTA) { _ = s[-n:] },
		"elements [::7] are outside of their buffer, which has 5":           func(c *CTA) { _ = s[0:1:n] },
		"elements [7:3] are outside of their buffer":                        func(c *CTA) { _ = s[n:] },
		"access to 4 elements where the buffer has 3 left":                  func(c *CTA) { _ = (*[4]int)(s) },
		"access to 4 elements where the buffer has 2 left":                  func(c *CTA) { _ = [4]int(s[1:]) },
		"access through a null pointer":                                     func(c *CTA) { *null++ },
	} {
		k := ctas("k")
		k.GoFile = "fault_test.go"
		err := k.Run(context.Background(), Launch{}, body)
		var f *ptx.Fault
		if !errors.As(err, &f) || f.Msg != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestBugsPanic(t *testing.T) {
	var m map[int]int
	zero := 0
	var null *uint32
	bad := errors.New("bad")
	for name, body := range map[string]func(c *CTA){
		"assignment to entry in nil map": func(c *CTA) { m[1] = 1 },
		"integer divide by zero":         func(c *CTA) { zero = 1 / zero },
		"boom":                           func(c *CTA) { panic("boom") },
		"bad":                            func(c *CTA) { panic(bad) },
		"invalid memory address":         func(c *CTA) { *null++ }, // not in generated code
	} {
		for _, workers := range []int{1, 3} {
			func() {
				defer func() {
					p, ok := recover().(*ptx.Panic)
					if !ok || !strings.Contains(p.Error(), name) || !strings.Contains(string(p.Stack), "fault_test.go") {
						t.Errorf("%s: got %v", name, p)
					}
					if name == "bad" && !errors.Is(p, bad) {
						t.Error("the error is not in the chain")
					}
				}()
				err := ctas("k").Run(context.Background(), Launch{Grid: ptx.D1(10), Workers: workers}, body)
				t.Errorf("%s: Run returned %v", name, err)
			}()
		}
	}
	// The runtime works on.
	run1(t, ctas("k"), Launch{Grid: ptx.D1(10)}, func(*CTA) {})
}

// Of several faults that of the lowest CTA is returned.
func TestLowestFaultWins(t *testing.T) {
	k := ctas("k")
	k.Spins = true
	var count uint32
	for range 20 {
		count = 0
		err := k.Run(context.Background(), Launch{Grid: ptx.D1(20), Cooperative: true}, func(c *CTA) {
			AtomAddU32(&count, 1)
			for AtomicLoad32(&count) < 20 { // nobody faults before all are here
				goruntime.Gosched() // unlike Yield, which leaves where another CTA has failed
			}
			if c.ID.X%7 == 3 {
				c.Trap()
			}
		})
		f := wantFault(t, err, ptx.FaultTrap)
		if f.CTA != (dim3(3, 0, 0)) {
			t.Fatalf("CTA %v", f.CTA)
		}
	}
}

// A fault stops the grid long before its end.
func TestFaultStopsTheGrid(t *testing.T) {
	err := rows("k").Run(context.Background(), Launch{Grid: ptx.D1(1 << 30), Workers: 3}, func(c *CTA) {
		if c.ID.X == 5000 {
			c.Trap()
		}
	})
	if f := wantFault(t, err, ptx.FaultTrap); f.CTA.X != 5000 {
		t.Errorf("%+v", f)
	}
}

func TestFaultPosition3D(t *testing.T) {
	err := rows("k").Run(context.Background(), Launch{Grid: ptx.D3(2, 3, 4), Block: ptx.D3(4, 3, 2)}, func(c *CTA) {
		for c.X = range c.Dim.X {
			if c.ID == (dim3(1, 2, 3)) && c.X == 3 && c.Y == 1 && c.Z == 1 {
				c.Trap()
			}
		}
	})
	f := wantFault(t, err, ptx.FaultTrap)
	if f.CTA != (dim3(1, 2, 3)) || f.Thread != (dim3(3, 1, 1)) {
		t.Errorf("%+v", f)
	}
}

func TestPTXLine(t *testing.T) {
	src := goSource{lines: "10:1 12:5\n\t13:2 20:400"}
	for goLine, want := range map[int]int{1: 0, 9: 0, 10: 1, 11: 1, 12: 5, 13: 2, 19: 2, 20: 400, 1000: 400} {
		if got, _ := src.ptxLine(goLine); got != want {
			t.Errorf("Go line %d: got %d, want %d", goLine, got, want)
		}
	}
	if line, _ := (goSource{}).ptxLine(5); line != 0 {
		t.Error("an empty table has lines")
	}
}

func TestFaultText(t *testing.T) {
	f := &ptx.Fault{Kernel: "k", CTA: dim3(1, 2, 3), Msg: "trap"}
	if got := f.Error(); got != "kernel k, CTA (1,2,3), thread (0,0,0), trap" {
		t.Error(got)
	}
	for k := range ptx.FaultLimit + 1 {
		if s := k.String(); s == "" || strings.Contains(s, "FaultKind") {
			t.Errorf("kind %d: %q", k, s)
		}
	}
	if (ptx.FaultLimit + 1).String() != "FaultKind(12)" {
		t.Error((ptx.FaultLimit + 1).String())
	}
}
