package testmode

import (
	"slices"
	"strconv"
	"testing"
)

func TestLong(t *testing.T) {
	for s, want := range map[string]bool{"": false, "0": false, "1": true, "true": true} {
		t.Setenv("PTX2GO_LONG", s)
		if Long() != want {
			t.Errorf("PTX2GO_LONG=%q: %t", s, Long())
		}
	}
	// What is neither yes nor no must not pass for either.
	t.Setenv("PTX2GO_LONG", "maybe")
	defer func() {
		if recover() == nil {
			t.Error("PTX2GO_LONG=maybe is accepted")
		}
	}()
	Long()
}

func TestSeed(t *testing.T) {
	t.Setenv("PTX2GO_SEED", "")
	if Seed() != 1 {
		t.Errorf("the default is %d", Seed())
	}
	t.Setenv("PTX2GO_SEED", "12345678901")
	if Seed() != 12345678901 {
		t.Errorf("got %d", Seed())
	}
}

// TestSamples checks that samples have their size, depend on the seed, reach
// everything as seeds go on, and are everything in long tests.
func TestSamples(t *testing.T) {
	t.Setenv("PTX2GO_LONG", "")
	var list []int
	for i := range 100 {
		list = append(list, i)
	}
	seen, samples := map[int]bool{}, map[string]bool{}
	one := 0
	for seed := range 100 {
		t.Setenv("PTX2GO_SEED", strconv.Itoa(seed))
		got := Pick(list, 10, strconv.Itoa)
		if len(got) != 10 || !slices.IsSorted(got) {
			t.Fatalf("seed %d: %v", seed, got)
		}
		key := ""
		for _, i := range got {
			seen[i] = true
			key += strconv.Itoa(i) + " "
		}
		samples[key] = true
		for _, i := range list {
			if Sampled(strconv.Itoa(i), 10) {
				one++
			}
		}
	}
	if len(seen) != 100 || len(samples) != 100 {
		t.Errorf("100 seeds reach %d of 100 in %d samples", len(seen), len(samples))
	}
	if one < 800 || one > 1200 {
		t.Errorf("one of 10 is %d of 10,000", one)
	}
	if got := Pick(list, 100, strconv.Itoa); len(got) != 100 {
		t.Errorf("%d of 100 when 100 are wanted", len(got))
	}
	t.Setenv("PTX2GO_LONG", "1")
	if got := Pick(list, 10, strconv.Itoa); len(got) != 100 || !Sampled("x", 1000) {
		t.Errorf("long tests do %d of 100", len(got))
	}
}
