package example

import (
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// TestHeads checks that the sampled heads show every modifier that a legal head
// of the form has, each type at each of its places.
func TestHeads(t *testing.T) {
	for _, f := range isa.Forms() {
		heads := Heads(f, 3)
		if len(heads) < min(f.NForms, 1) && !f.Placeholder {
			t.Errorf("%s has no head", f)
		}
		shown := map[string]bool{}
		for _, h := range heads {
			if f.Match(h) == nil {
				t.Errorf("%s: %v is not legal", f, h)
			}
			for _, key := range places(h) {
				shown[key] = true
			}
		}
		n := 0
		f.Expand(func(mods []string) bool {
			for _, key := range places(mods) {
				if !shown[key] && f.Match(mods) != nil {
					t.Errorf("%s: no head shows %s", f, key)
				}
			}
			n++
			return n < 10000
		})
	}
}

func TestNew(t *testing.T) {
	f := isa.Lookup("cvt")[0]
	x, err := New(f, []string{"sat", "u8", "s64"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `.version 1.0
.target sm_10
.entry k()
{
	.reg .u8 %u8_<1>;
	.reg .s64 %s64_<1>;
	cvt.sat.u8.s64 %u8_0, %s64_0;
	exit;
}
`
	if x.Source != want {
		t.Errorf("got\n%swant\n%s", x.Source, want)
	}
	if !strings.HasPrefix(x.Source[x.Offset:], x.Text+";") {
		t.Errorf("at the offset is %q", x.Source[x.Offset:])
	}
	if _, err := New(f, []string{"u8", "f32"}, Options{}); err == nil {
		t.Error("a head that the form does not have is accepted")
	}
}

// TestVariants checks that every way to write an operand comes up, and none
// twice in a row without need.
func TestVariants(t *testing.T) {
	f := isa.Lookup("ld")[0]
	head := []string{"shared", "b8"}
	var texts []string
	for v := range Ways(f.Match(head)) {
		x, err := New(f, head, Options{Newest: true, Variant: v})
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, x.Text)
	}
	want := []string{
		"ld.shared.b8 %b8_0, [sv]", "ld.shared.b8 %b64_0, [sv+32]",
		"ld.shared.b8 %b8_0, [%u64_0]", "ld.shared.b8 %b64_0, [%u64_0+-16]",
	}
	if !slices.Equal(texts, want) {
		t.Errorf("got %q\nwant %q", texts, want)
	}
}

// TestPlaceholder checks that the rows without a grammar have an example, and no
// other has one.
func TestPlaceholder(t *testing.T) {
	for _, f := range isa.Forms() {
		x := Placeholder(f)
		switch {
		case (x != nil) != f.Placeholder:
			t.Errorf("%s: example %v", f, x)
		case x != nil && !strings.HasPrefix(x.Source[x.Offset:], x.Text+";"):
			t.Errorf("%s: at the offset is %q", f, x.Source[x.Offset:])
		}
	}
}
