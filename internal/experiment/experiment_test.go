package experiment

import (
	"slices"
	"testing"
)

func TestEnv(t *testing.T) {
	for _, c := range []struct {
		env  []string
		set  bool
		on   string
		off  string
		name string
	}{
		{nil, false, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "none"},
		{[]string{"GOEXPERIMENT=simd", "A=b"}, true, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "simd"},
		{[]string{"GOEXPERIMENT=rangefunc,simd,arenas"}, true, "GOEXPERIMENT=rangefunc,arenas,simd", "GOEXPERIMENT=rangefunc,arenas", "several"},
		{[]string{"GOEXPERIMENT=simd", "GOEXPERIMENT=nosimd"}, false, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "the last counts"},
		{[]string{"XGOEXPERIMENT=simd"}, false, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "another variable"},
	} {
		if got := Set(c.env); got != c.set {
			t.Errorf("%s: set is %v", c.name, got)
		}
		before := slices.Clone(c.env)
		for on, want := range map[bool]string{true: c.on, false: c.off} {
			env := Env(c.env, on)
			if got := env[len(env)-1]; got != want || Set(env) != on {
				t.Errorf("%s, %v: got %s, want %s", c.name, on, got, want)
			}
			if !slices.Equal(env[:len(env)-1], before) {
				t.Errorf("%s: %v", c.name, env)
			}
		}
	}
}
