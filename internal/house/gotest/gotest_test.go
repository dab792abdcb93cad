package gotest

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

const events = `{"Action":"start","Package":"m/a"}
{"Action":"run","Package":"m/a","Test":"TestGood"}
{"Action":"output","Package":"m/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"m/a","Test":"TestGood","Output":"    a_test.go:9: SKIPPED: engine go: no compiler\n"}
{"Action":"pass","Package":"m/a","Test":"TestGood","Elapsed":0.1}
{"Action":"run","Package":"m/a","Test":"TestLong"}
{"Action":"output","Package":"m/a","Test":"TestLong","Output":"    a_test.go:5: exhaustive: needs PTX2GO_LONG=1\n"}
{"Action":"skip","Package":"m/a","Test":"TestLong","Elapsed":0}
{"Action":"run","Package":"m/a","Test":"TestGPU/sm_90"}
{"Action":"output","Package":"m/a","Test":"TestGPU/sm_90","Output":"    a_test.go:7: SKIPPED: no GPU\n"}
{"Action":"skip","Package":"m/a","Test":"TestGPU/sm_90","Elapsed":0}
{"Action":"pass","Package":"m/a","Test":"TestGPU/sm_80","Elapsed":9}
{"Action":"pass","Package":"m/a","Test":"TestGPU","Elapsed":9}
{"Action":"pass","Package":"m/a","Test":"TestAll","Elapsed":31}
{"Action":"output","Package":"m/a","Output":"PASS\n"}
{"Action":"pass","Package":"m/a","Elapsed":0.5}
{"Action":"run","Package":"m/b","Test":"TestBad"}
{"Action":"output","Package":"m/b","Test":"TestBad","Output":"    b_test.go:3: 1, want 2\n"}
{"Action":"fail","Package":"m/b","Test":"TestBad","Elapsed":0}
{"Action":"output","Package":"m/b","Test":"TestHangs","Output":"panic: test timed out\n"}
{"Action":"output","Package":"m/b","Output":"FAIL\n"}
{"Action":"fail","Package":"m/b","Elapsed":0.2}
{"ImportPath":"m/c [m/c.test]","Action":"build-output","Output":"c.go:1:1: undefined: x\n"}
{"ImportPath":"m/c [m/c.test]","Action":"build-fail"}
{"Action":"output","Package":"m/d","Output":"SKIPPED: this machine has no AVX2\n"}
{"Action":"pass","Package":"m/d","Elapsed":0}
{"Action":"output","Package":"m/e","Output":"?   \tm/e\t[no test files]\n"}
{"Action":"skip","Package":"m/e","Elapsed":0}
go: something that is no event
`

func TestRead(t *testing.T) {
	var out bytes.Buffer
	rep, err := Read(strings.NewReader(events), &out)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Packages != 2 || !slices.Equal(rep.Failed, []string{"m/b"}) || rep.Tests != 4 || rep.LeftOut != 1 {
		t.Errorf("%+v", rep)
	}
	want := []string{"m/a TestGood: engine go: no compiler", "m/a TestGPU/sm_90: no GPU", "m/d: this machine has no AVX2"}
	if !slices.Equal(rep.Skipped, want) {
		t.Errorf("skipped %q, want %q", rep.Skipped, want)
	}
	if slow := []Slow{{"m/a", "TestAll", 31}, {"m/a", "TestGPU", 9}}; !slices.Equal(rep.Slow, slow) {
		t.Errorf("slow %v, want %v", rep.Slow, slow)
	}
	for _, text := range []string{"ok  \tm/a\t", "1, want 2", "panic: test timed out", "c.go:1:1: undefined: x", "go: something that is no event"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("%q is not printed:\n%s", text, &out)
		}
	}
	if strings.Contains(out.String(), "=== RUN") {
		t.Errorf("what tests print that pass is printed:\n%s", &out)
	}
}

func TestMissing(t *testing.T) {
	rep := &Report{ran: map[string]bool{"TestDigest": true, "TestScript": true, "TestScript/run": true, "TestScript/check": true, "TestHeat": true}}
	for pattern, want := range map[string][]string{
		"^TestDigest$":                     nil,
		"^TestDigests$":                    {"TestDigests"},
		"^(TestDigest|TestCallers)$":       {"TestCallers"},
		"^Test(Digest|Bits|Plate)$":        {"TestBits", "TestPlate"},
		"^TestScript$/^(run|check|dump)$":  {"dump"},
		"^TestScript$/^(run|check)$":       nil,
		"Digest|SIMD":                      {"SIMD"},
		"Test.*":                           nil,
		"^TestScript$/^(run|ruin|check)$":  {"ruin"},
		"^Test(Heats?|Plates?)$":           {"TestHeats", "TestPlate", "TestPlates"},
		"^TestHeat$/^small$":               {"small"},
		"^TestScript$/^(check|checks|run)": {"checks"},
	} {
		got, err := rep.Missing(pattern)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	if _, err := rep.Missing("("); err == nil {
		t.Error("no error for a pattern that is none")
	}
}
