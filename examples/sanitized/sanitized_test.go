package sanitized

import (
	"context"
	"errors"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

var launch = ptx.Launch{Grid: ptx.D1(2), Block: ptx.D1(128)}

// input is what is summed, and where the sums go.
func input() (in, out []uint32) {
	in, out = make([]uint32, 256), make([]uint32, 2)
	for i := range in {
		in[i] = uint32(i)
	}
	return in, out
}

func TestClean(t *testing.T) {
	in, out := input()
	if err := Sum(context.Background(), launch, in, out); err != nil {
		t.Fatal(err)
	}
	if out[0] != 127*128/2 || out[1] != 127*128/2+128*128 {
		t.Errorf("the sums are %v", out)
	}
}

// TestRace checks the error of a launch that does something wrong.
func TestRace(t *testing.T) {
	in, out := input()
	err := SumRacy(context.Background(), launch, in, out)
	var r *sanitize.Report
	if !errors.As(err, &r) {
		t.Fatalf("got %v, want a report", err)
	}
	for _, f := range r.Findings {
		if f.Kind != "race" || f.Space != sanitize.Shared || f.Across != "warps" || f.Kernel != "sumRacy" {
			t.Errorf("unexpected: %+v", f)
		}
	}
	if !strings.Contains(err.Error(), "Race reported between") || !strings.Contains(err.Error(), "st.shared.u32 [%r8], %r11;") {
		t.Errorf("the error does not say what is wrong:\n%v", err)
	}
}

// TestSanitizer collects findings, of a launch by name: that is no error then.
func TestSanitizer(t *testing.T) {
	in, out := input()
	state := sanitize.New(sanitize.Options{Race: true, Init: true})
	state.Unwritten(ptx.AddrOf(in), uint64(4*len(in)))
	l := launch
	l.Sanitizer = state
	k, ok := ptx.FindKernel("sum")
	if !ok {
		t.Fatal("there is no kernel sum")
	}
	if err := k.LaunchArgs(context.Background(), l, in, out); err != nil {
		t.Fatal(err)
	}
	list := state.Findings()
	if len(list) != 1 || list[0].Kind != "uninit" || !strings.HasPrefix(list[0].B.Text, "st.global.u32 [%rd6]") || list[0].Count != 2 {
		t.Errorf("want the two sums of numbers that nobody has written, got\n%v", state.Report())
	}
}
