package main

import "testing"

func TestVariations(t *testing.T) {
	old := *builds
	defer func() { *builds = old }()
	*builds = "v1,v3,v1/16,v1@go1.26.8"
	list, err := variations()
	if err != nil || len(list) != 4 {
		t.Fatalf("%v, %v", list, err)
	}
	want := []variation{{"v1", "v1", "8", ""}, {"v3", "v3", "8", ""}, {"v1/16", "v1", "16", ""}, {"v1@go1.26.8", "v1", "8", "go1.26.8"}}
	for i, v := range list {
		if v != want[i] {
			t.Errorf("got %v, want %v", v, want[i])
		}
	}
	if got := list[2].program(); got != "build/measure.v1" {
		t.Errorf("v1/16 runs %s", got)
	}
	if got := len(programs(list)); got != 3 {
		t.Errorf("%d programs", got)
	}
	for _, wrong := range []string{"", "v5", "v1/4", "v1@1.26", "v1,"} {
		*builds = wrong
		if _, err := variations(); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
