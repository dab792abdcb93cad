package isa

import "testing"

// TestShared compares with the table of the CUDA Programming Guide, in KiB: of the GPU
// itself, and of all that run the module.
func TestShared(t *testing.T) {
	for name, want := range map[string][2]int64{
		"sm_10": {16, 227}, "sm_20": {48, 227}, "sm_52": {48, 227}, "sm_62": {48, 227}, "sm_70": {96, 227}, "sm_72": {96, 227},
		"sm_75": {64, 227}, "sm_80": {163, 227}, "sm_86": {99, 227}, "sm_87": {163, 227}, "sm_89": {99, 227},
		"sm_90": {227, 227}, "sm_90a": {227, 227}, "sm_100": {227, 227}, "sm_100f": {227, 227}, "sm_103a": {227, 227},
		"sm_110": {227, 227}, "sm_110f": {227, 227}, "sm_120": {99, 99}, "sm_120a": {99, 99}, "sm_120f": {99, 99}, "sm_121": {99, 99},
	} {
		x, ok := ParseTarget(name)
		if !ok {
			t.Fatal(name)
		}
		if got := [2]int64{x.SharedPerCTA() >> 10, x.MostShared() >> 10}; got != want {
			t.Errorf("%s: %v KiB, want %v", name, got, want)
		}
	}
}
