package golden

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// sample is a file with every kind of line.
func sample() *File {
	f := &File{
		Header: Header{Date: "2026-01-31", GPU: "NVIDIA H200 NVL", Target: "sm_90", Driver: "570.86.15", CUDA: "12.8",
			Fractions: 1 << 23, Tuples: 4, Seconds: 7},
		Answers: []Answer{
			{Question: "neg-nan", Head: "neg.f32", Args: []uint64{0xffc12345}, GPU: 0x7fffffff, Model: 0x7fffffff, HasModel: true},
			{Question: "neg-nan", Head: "neg.f32", Args: []uint64{0x7f800001}, GPU: 0x7fc00001, Model: 0x7fffffff, HasModel: true},
			{Question: "oob", Head: "fma.rn.oob.f16", Args: []uint64{0x7fff, 1, 2}, GPU: 0},
		},
		Entries: []*Entry{
			{Kind: Unary, Head: "rcp.approx.f32", Class: "approximate", Verdict: Equal, Model: "RcpApproxF32", Inputs: 1 << 32, HasSums: true, Sum: 0xfedcba9876543210},
			{Kind: Unary, Head: "rcp.approx.ftz.f32", Class: "approximate", Verdict: Differs, Model: "RcpApproxFtzF32", Inputs: 1 << 32, HasSums: true, Sum: 3,
				Groups: []int{0, 256, 257}, Details: []Detail{
					{Group: 0, Count: 3, Most: 1, Examples: []Example{{Args: []uint64{1}, GPU: 0x7f800000, Model: 0x7f7fffff}}},
					{Group: 257, Count: 1},
				}},
			{Kind: Unary, Head: "rcp.approx.again", Class: "approximate", Verdict: Skipped, HasSums: true},
			{Kind: Small, Head: "neg.f16", Class: "arithmetic", Verdict: NoModel, HasSums: true, Sum: 1},
			{Kind: Tuples, Head: "setp.lt.f32", Class: "comparison", Verdict: Equal, Model: "interpreter", Inputs: 3, HasSums: true, Sum: 9},
			{Kind: Tuples, Head: "add.rn.f32", Class: "arithmetic", Verdict: Differs, Model: "AddRnF32", Inputs: 4, HasSums: true, Sum: 9, Count: 2,
				Examples: []Example{{Args: []uint64{1, 2}, GPU: 3, Model: 4}}},
			{Kind: Tuples, Head: "add.f32", Class: "arithmetic", Verdict: Failed, Why: "a \"log\"\nof two lines = much"},
		},
	}
	for g := range Groups {
		f.Entries[0].Sums[g] = uint16(g * g * 77777)
	}
	f.Entries[1].Sums = f.Entries[0].Sums
	f.Entries[1].Sums[0]++
	f.Entries[1].Sums[300]++
	f.Entries[2].Sums = f.Entries[1].Sums
	return f
}

func TestRoundTrip(t *testing.T) {
	f := sample()
	text := f.Format()
	got, err := Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if d := cmp.Diff(f, got); d != "" {
		t.Error(d)
	}
	if again := got.Format(); again != text {
		t.Error("the text of the parsed file differs")
	}
	for _, want := range []string{
		"sums=like:rcp.approx.f32;0,300;", "sums=like:rcp.approx.ftz.f32\n", " groups=0,256-257 ",
		"\tat 1,2 gpu=3 model=4\n", "answer oob fma.rn.oob.f16 7fff,1,2:0/?\n", "answer neg-nan neg.f32 ffc12345:7fffffff 7f800001:7fc00001/7fffffff\n",
		"class comparison\ntuples setp.lt.f32 equal model=interpreter inputs=3 sum=", "tuples add.rn.f32 differs count=2 sum=",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the text:\n%s", want, text)
		}
	}
}

func TestQueries(t *testing.T) {
	f := sample()
	if got, want := f.Name(), "h200-nvl_sm90_driver570.86.15.txt"; got != want {
		t.Errorf("name %s, want %s", got, want)
	}
	if got, want := f.Summary(), "NVIDIA H200 NVL (sm_90), driver 570.86.15, CUDA 12.8, 2026-01-31: 2 equal, 2 differs, 1 nomodel, 1 skipped, 1 failed"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	want := []string{
		"rcp.approx.f32\tH200 NVL sm_90\t2026-01-31\t570.86.15\tequal",
		"rcp.approx.ftz.f32\tH200 NVL sm_90\t2026-01-31\t570.86.15\tdiffers",
		"setp.lt.f32\tH200 NVL sm_90\t2026-01-31\t570.86.15\tequal",
		"add.rn.f32\tH200 NVL sm_90\t2026-01-31\t570.86.15\tdiffers",
	}
	if d := cmp.Diff(want, f.Rows()); d != "" {
		t.Error(d)
	}
	if e := f.Lookup("neg.f16"); e == nil || e.Verdict != NoModel {
		t.Errorf("neg.f16: %v", e)
	}
	if f.Lookup("neg.f32") != nil {
		t.Error("there is an entry that was not made")
	}
}

func TestMistakes(t *testing.T) {
	good := sample().Format()
	for _, c := range []struct{ old, new, want string }{
		{"format 1", "format 2", "line 1"},
		{"2026-01-31", "yesterday", "no date"},
		{"gpu: NVIDIA H200 NVL\n", "", "the GPU"},
		{"cuda:", "kuda:", `unknown field "kuda"`},
		{"tuples: 4", "tuples: many", "line 8"},
		{"f32 equal", "f32 fine", `unknown verdict "fine"`},
		{" sum=", " summe=", `unknown field "summe"`},
		{"inputs=3", "inputs=x", "inputs"},
		{"groups=0,256-257", "groups=0,512", "bad range"},
		{"like:rcp.approx.f32", "like:rcp", "no hashes"},
		{";0,300;", ";0;", "4 bytes of hashes for 1 groups"},
		{"\tgroup 0", "\tgroop 0", `unknown line "groop"`},
		{"\tat 1,2", "\tat 1,y", "line"},
		{"7fff,1,2:0/?", "", "without a question"},
		{":0/?", "/?", "no result"},
		{"tuples add.f32", "pairs add.f32", `unknown line "pairs"`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%q is not in the text", c.old)
		}
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q instead of %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample().Format())
	f.Fuzz(func(t *testing.T, text string) {
		if g, err := Parse(text); err == nil {
			g.Format()
		}
	})
}

// TestCommitted reads the files of the repository.
func TestCommitted(t *testing.T) {
	files, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range files {
		if name != f.Name() {
			t.Errorf("%s should have the name %s", name, f.Name())
		}
		t.Logf("%s: %s", name, f.Summary())
	}
	if len(files) == 0 {
		t.Skip("SKIPPED: no GPU has been asked yet: there is no file in testdata")
	}
}

func TestReadAll(t *testing.T) {
	tree := fstest.MapFS{"d/a.txt": {Data: []byte(sample().Format())}, "d/README.md": {Data: []byte("text")}}
	files, err := readAll(tree, "d")
	if err != nil || len(files) != 1 || len(files["a.txt"].Entries) != 7 {
		t.Errorf("%v %v", files, err)
	}
	tree["d/b.txt"] = &fstest.MapFile{Data: []byte("nothing")}
	if _, err := readAll(tree, "d"); err == nil || !strings.Contains(err.Error(), "d/b.txt: line 1") {
		t.Errorf("a broken file: %v", err)
	}
}
