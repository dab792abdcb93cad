package casefile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// faulty is an engine whose launches all end in the same way.
type faulty struct{ err error }

func (f faulty) Global(string) ([]byte, error) { return nil, errors.New("no such variable") }

func (f faulty) Launch(context.Context, *Launch, [][]byte, [][]byte) error { return f.err }

func TestFault(t *testing.T) {
	want := &Fault{CTA: [3]uint32{1, 0, 0}, Thread: [3]uint32{5, 2, 0}, Line: 12, What: "trap"}
	c := &Case{Launches: []*Launch{{Kernel: "k", Fault: want}}}
	at := func(change func(*FaultError)) error {
		f := &FaultError{Kernel: "k", Fault: *want, Err: errors.New("trap in k.ptx:12")}
		f.What = "a trap"
		change(f)
		return fmt.Errorf("engine: %w", f)
	}
	for _, tt := range []struct {
		name string
		err  error
		want string // "" where the case passes
	}{
		{"as expected", at(func(*FaultError) {}), ""},
		{"none", nil, `kernel k ends without a fault, want "trap" in CTA [1 0 0], thread [5 2 0], line 12`},
		{"other error", errors.New("no kernel"), "no kernel"},
		{"kernel", at(func(f *FaultError) { f.Kernel = "l" }), "engine: trap in k.ptx:12; want"},
		{"CTA", at(func(f *FaultError) { f.CTA[1] = 1 }), "want"},
		{"thread", at(func(f *FaultError) { f.Thread[0] = 4 }), "want"},
		{"line", at(func(f *FaultError) { f.Line++ }), "want"},
		{"message", at(func(f *FaultError) { f.What = "deadlock" }), "want"},
	} {
		err := Run(t.Context(), c, faulty{tt.err})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	plain := &Case{Launches: []*Launch{{Kernel: "k"}}}
	if err := Run(t.Context(), plain, faulty{at(func(*FaultError) {})}); err == nil || err.Error() != "engine: trap in k.ptx:12" {
		t.Error(err)
	}
	if _, err := ExecuteOn(t.Context(), c, nil); !errors.Is(err, ErrFault) {
		t.Error(err)
	}
}

func TestFaultMistakes(t *testing.T) {
	const fault = `"fault":{"cta":[0,0,0],"thread":[0,0,0],"line":3,"what":"trap"}`
	const launch = `{"kernel":"k","grid":[1,1,1],"block":[1,1,1],"dynamic_shared":0,"args":[]`
	for _, tt := range []struct{ launches, ptx, want string }{
		{launch + "},\n" + launch + "," + fault + "}", "", ""},
		{launch + "," + fault + "},\n" + launch + "}", "", "after one that must fault"},
		{launch + "," + fault + "}", `,{"file":"l.ptx"}`, "several PTX files"},
		{launch + "," + strings.Replace(fault, "3", "0", 1) + "}", "", "needs a line"},
		{launch + "," + strings.Replace(fault, "trap", "", 1) + "}", "", "needs a line"},
	} {
		dir := t.TempDir()
		text := `{"format":1,"name":"n","ptx":[{"file":"k.ptx"}` + tt.ptx + `],"buffers":[],"launches":[` + tt.launches + `]}`
		if err := os.WriteFile(filepath.Join(dir, "case.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Load(dir)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", text, err, tt.want)
		}
	}
}
