package probe

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/intrin"
)

// TestGolden compares fpops with what GPUs have answered: what was equal then must
// be equal now. By default it takes one group each of some heads, and all heads
// with narrow sources; with PTX2GO_LONG=1 all groups, and tuples.
func TestGolden(t *testing.T) {
	files, err := golden.Committed()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("SKIPPED: no GPU has been asked yet: internal/cuda/golden/testdata has no file")
	}
	for name, f := range files {
		for _, finding := range checkGolden(t, f) {
			t.Errorf("%s: %s", name, finding)
		}
	}
}

// quickHeads is how many Unary heads a file is compared for without PTX2GO_LONG=1.
const quickHeads = 30

// checkGolden returns what fpops computes otherwise than the GPU did, apart from
// the differences that the file lists.
func checkGolden(t *testing.T, f *golden.File) (findings []string) {
	t.Helper()
	arch, err := strconv.Atoi(strings.TrimPrefix(f.Header.Target, "sm_"))
	if err != nil {
		t.Fatal(err)
	}
	gpu, err := intrin.GPU(f.Header.Target)
	if err != nil {
		t.Fatal(err)
	}
	heads := map[string]*Head{}
	for name, h := range HeadsOf(arch) {
		heads[name] = h
	}
	add := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }
	unary := 0
	for _, e := range f.Entries {
		h := heads[e.Head]
		if h == nil || !e.HasSums {
			continue
		}
		model, _ := h.Model(gpu)
		switch {
		case model == nil:
		case e.Kind == golden.Unary:
			if !testmode.Long() && (unary >= quickHeads || e.Class != "approximate" && seed(e.Head)%8 != 0) {
				continue
			}
			unary++
			groups := sampleGroups(e)
			sums, _ := hashGroups(h, model, groups, f.Header.Fractions, nil)
			for i, g := range groups {
				if uint16(sums[i]>>48) != e.Sums[g] {
					add("%s differs for inputs from %08x on", e.Head, g<<fractionBits)
				}
			}
		case e.Verdict != golden.Equal:
		case e.Kind == golden.Small:
			if tupleHash(evaluate(model, allOf(h))) != e.Sum {
				add("%s differs", e.Head)
			}
		case testmode.Long():
			if tupleHash(evaluate(model, tuplesOf(h, f.Header.Tuples))) != e.Sum {
				add("%s differs", e.Head)
			}
		}
	}
	for _, a := range f.Answers {
		h, err := headNamed(a.Head, len(a.Args))
		if err != nil || !a.HasModel || a.GPU != a.Model {
			continue
		}
		model, _ := h.Model(gpu)
		if h.body != nil {
			if model, err = h.interpreted(arch, gpu); err != nil {
				add("question %s: %s: %v", a.Question, a.Head, err)
			}
		}
		if model != nil {
			if got := evaluate(model, h.columns([][]uint64{a.Args})); got[0] != a.GPU {
				add("question %s: %s of %x is %x, the GPU says %x", a.Question, a.Head, a.Args, got[0], a.GPU)
			}
		}
	}
	return findings
}

// seed is a number that depends on a name.
func seed(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}

// sampleGroups returns the groups to compare: those that did not differ.
func sampleGroups(e *golden.Entry) []uint32 {
	var all []uint32
	for g := range uint32(Groups) {
		if !slices.Contains(e.Groups, int(g)) {
			all = append(all, g)
		}
	}
	if testmode.Long() || len(all) == 0 {
		return all
	}
	// Near the exponent of 1, where most of the interesting results are, on either
	// side of zero.
	g := 256*(seed(e.Head)%2) + 120 + seed(e.Head)/2%14
	if slices.Contains(all, g) {
		return []uint32{g}
	}
	return all[:1]
}

// TestCheckGolden checks the check: on a file of a machine that is right, and on
// one that says something else.
func TestCheckGolden(t *testing.T) {
	opt := small(`^((rcp|ex2)\.approx\.f32|neg\.f16|cvt\.f32\.f16|neg-abs-nan)$`)
	opt.Fractions = 1 << 10
	f, err := Run(t.Context(), newOracle(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if findings := checkGolden(t, f); len(findings) > 0 {
		t.Errorf("%q", findings)
	}
	rcp := f.Lookup("rcp.approx.f32")
	for g := range rcp.Sums {
		rcp.Sums[g]++
	}
	f.Lookup("cvt.f32.f16").Sum++
	for i := range f.Answers {
		if a := &f.Answers[i]; a.Head == "abs.f32" && a.Args[0] == 0xffc12345 {
			a.GPU, a.Model = 0x7fc12345, 0x7fc12345
		}
	}
	findings := strings.Join(checkGolden(t, f), "\n")
	for _, want := range []string{`^rcp\.approx\.f32 differs for inputs from`, `^cvt\.f32\.f16 differs$`, `^question neg-abs-nan: abs\.f32 of \[ffc12345\] is 7fffffff, the GPU says 7fc12345$`} {
		if !regexp.MustCompile(`(?m)` + want).MatchString(findings) {
			t.Errorf("%s is not found:\n%s", want, findings)
		}
	}
	// A finding for each group that is compared: all of them in the long mode, where the
	// list is too long to print.
	if n, want := strings.Count(findings, "\n")+1, len(sampleGroups(rcp))+2; n != want {
		t.Errorf("%d findings, want %d:\n%.2000s", n, want, findings)
	}
}

// TestRecheck takes a file in which two heads differ, of which one has been mended.
func TestRecheck(t *testing.T) {
	x := newOracle()
	for _, name := range []string{"cvt.rzi.s32.f32", "cvt.rzi.u32.f32", "cvt.f32.f16", "fma.rn.f32"} {
		h, err := headNamed(name, 3)
		if err != nil {
			t.Fatal(err)
		}
		model, _ := h.Model(intrin.Model{})
		x.wrong[name] = func(dst []uint64, args [][]uint64) {
			model(dst, args)
			for i := range dst {
				if args[0][i]>>23 == 127 || args[0][i] < 2 {
					dst[i]++
				}
			}
		}
	}
	opt := small(`^(cvt\.rzi\.[us]32\.f32|cvt\.f32\.f16|fma\.rn\.f32)$`)
	f, err := Run(t.Context(), x, opt)
	if err != nil {
		t.Fatal(err)
	}
	if n := f.Counts()[golden.Differs]; n != 4 {
		t.Fatalf("%d heads differ", n)
	}
	// What the machine did wrong becomes right where its hashes are those of a
	// machine that is.
	right, err := Run(t.Context(), newOracle(), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, head := range []string{"cvt.rzi.s32.f32", "cvt.f32.f16", "fma.rn.f32"} {
		f.Lookup(head).Sum, f.Lookup(head).Sums = right.Lookup(head).Sum, right.Lookup(head).Sums
	}
	if err := Recheck(t.Context(), f, nil, t.Output()); err != nil {
		t.Fatal(err)
	}
	for _, e := range f.Entries {
		want := golden.Equal
		if e.Head == "cvt.rzi.u32.f32" {
			want = golden.Differs
		}
		if e.Verdict != want || (want == golden.Equal) != (len(e.Groups)+len(e.Details)+len(e.Examples) == 0) {
			t.Errorf("%s: %s, groups %v", e.Head, e.Verdict, e.Groups)
		}
	}
	if g := f.Lookup("cvt.rzi.u32.f32").Groups; fmt.Sprint(g) != "[0 127]" {
		t.Errorf("groups %v", g)
	}
}

// TestRecheckAnswers takes answers of which this program has changed its mind, and one that
// the interpreter gives.
func TestRecheckAnswers(t *testing.T) {
	f := &golden.File{Header: golden.Header{Target: "sm_90"}, Answers: []golden.Answer{
		{Question: "neg-abs-nan", Head: "neg.f32", Args: []uint64{0xffc12345}, GPU: 0x7fffffff, Model: 1, HasModel: true},
		{Question: "borrow", Head: "sub.cc+addc", Args: []uint64{5, 3}, GPU: 1},
		{Question: "sat-zero", Head: "add.rn.sat.f32", Args: []uint64{0x80000000, 0x80000000}, GPU: 0, Model: 1, HasModel: true},
	}}
	if err := Recheck(t.Context(), f, regexp.MustCompile(`^(neg|borrow$)`), t.Output()); err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint64{0x7fffffff, 1, 1} {
		if a := f.Answers[i]; a.Model != want || !a.HasModel {
			t.Errorf("%s: %x, %t", a.Head, a.Model, a.HasModel)
		}
	}
}
