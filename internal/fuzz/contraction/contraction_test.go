package contraction

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the lists of kernels that differ")

// TestWrite makes all questions and some random kernels: that they compile, and that they
// store something that a thread computes.
func TestWrite(t *testing.T) {
	for _, s := range Sets(2, 3) {
		if strings.HasPrefix(s.Name, "questions") && len(s.Kernels) < 100 {
			t.Errorf("%s: %d questions", s.Name, len(s.Kernels))
		}
		dir := t.TempDir()
		if err := s.Write(dir, false); err != nil {
			t.Error(err)
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, s.Name, "kernel.ptx"))
		if err != nil {
			t.Fatal(err)
		}
		// What is a letter or a word of the short form is none of PTX.
		if bad := regexp.MustCompile(`\t\S.*(\.[TB] |\bOUT\b|K\(|SHARED|LOCAL|CALL|LAST|NEXT).*`).FindString(string(text)); bad != "" {
			t.Errorf("%s: %s", s.Name, bad)
		}
	}
}

// chosen are the questions that are conformance cases, too, in the types of chosenTypes.
var chosen = strings.Fields(`one one_sub_second rn_mul rn_add double square dead_use two_sums six_sums sum_and_double kept
	factor_before fma_addend fma_factor chosen neg neg_first neg_sub neg_sub_second neg_neg neg_and_plain neg_two_sums neg_kept
	neg_factor neg_addend neg_sum abs mov_two neg_by_mul by_third add_third constant_product equal commuted equal_rn
	equal_double sat_add sat_mul sat_tie later_block both_sides label empty_branch loop loop_sum barrier fence call_between
	store_between guarded_add guarded_adds guarded_mul guarded_both guarded_store_between guarded_mov_between guarded_tie
	local local_two_loads local_array local_address local_dynamic local_other_block local_tie local_kept dead_store complex
	butterfly butterfly_swapped triangle path path_in star star_second tie_beside tie_beside_first beside_tie beside_first_tie
	beside_both_tie tie_beside_both tie_first_kept tie_second_rn tie_nested tie_add tie_add_late_swap tie_sub_neg0_neg1
	ftz_mul ftz_one_of_two ftz_tie_second div_approx div_approx_two div_approx_kept div_approx_tie div_full rcp_approx between_shuffle
	between_dead_branches between_dead_if_else`)

var chosenTypes = []string{"f32", "ftz.f32", "f64", "f16", "f16x2", "bf16x2", "f32x2"}

// TestCases compares the folders contract_q_TYPE with what this package makes.
func TestCases(t *testing.T) {
	const folders = "../../cases/casefile/testdata/cases"
	for _, typ := range Types {
		if !slices.Contains(chosenTypes, typ.Label) {
			continue
		}
		s := &Set{Name: "contract_q_" + strings.ReplaceAll(typ.Label, ".", "_"), Type: typ}
		for _, k := range Questions(typ) {
			if slices.Contains(chosen, k.Name) {
				s.Kernels = append(s.Kernels, k)
			}
		}
		dir := t.TempDir()
		if *update {
			dir = folders
		}
		if err := s.Write(dir, true); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, s.Name, "*"))
		if err != nil || len(files) < 4 {
			t.Fatal(files, err)
		}
		for _, f := range files {
			got, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(folders, s.Name, filepath.Base(f)))
			if err != nil || string(got) != string(want) {
				t.Errorf("%s is not what is made of it (-update): %v", filepath.Join(s.Name, filepath.Base(f)), err)
			}
		}
	}
}

// TestAnswers compares what the compiler does with what GPUs have done: NAME.txt of testdata
// has their answers to the first seed, NAME.differ the kernels that are known to differ.
func TestAnswers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no answers: %v", err)
	}
	own := []Answer{}
	for _, s := range Sets(1, 40) {
		list, err := Own(s)
		if err != nil {
			t.Fatal(err)
		}
		own = append(own, list...)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		who, gpu, err := ReadAnswers(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list, both := Differ(own, gpu)
		if both < len(gpu)*99/100 {
			t.Errorf("%s: of %d kernels only %d are still made: ask a GPU again", who, len(gpu), both)
		}
		var now []string
		for _, a := range list {
			now = append(now, fmt.Sprintln(a.Set, a.Kernel))
		}
		known := strings.TrimSuffix(file, ".txt") + ".differ"
		if *update {
			if err := os.WriteFile(known, []byte(strings.Join(now, "")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(known)
		if err != nil {
			t.Fatal(err)
		}
		then := strings.SplitAfter(strings.TrimSuffix(string(text), "\n")+"\n", "\n")
		for _, k := range now {
			if !slices.Contains(then, k) {
				t.Errorf("%s: differs: %s", who, k)
			}
		}
		for _, k := range then {
			if k != "\n" && k != "" && !slices.Contains(now, k) {
				t.Errorf("%s: no longer differs (-update): %s", who, k)
			}
		}
	}
}
