package experiment

import (
	"slices"
	"testing"
)

func TestEnv(t *testing.T) {
	for _, c := range []struct {
		env  []string
		on   string
		off  string
		name string
	}{
		{nil, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "none"},
		{[]string{"GOEXPERIMENT=simd", "A=b"}, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "simd"},
		{[]string{"GOEXPERIMENT=rangefunc,simd,arenas"}, "GOEXPERIMENT=rangefunc,arenas,simd", "GOEXPERIMENT=rangefunc,arenas", "several"},
		{[]string{"GOEXPERIMENT=simd", "GOEXPERIMENT=nosimd"}, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "the last counts"},
		{[]string{"XGOEXPERIMENT=simd"}, "GOEXPERIMENT=simd", "GOEXPERIMENT=", "another variable"},
	} {
		before := slices.Clone(c.env)
		for on, want := range map[bool]string{true: c.on, false: c.off} {
			env := Env(c.env, on)
			if got := env[len(env)-1]; got != want {
				t.Errorf("%s, %v: got %s, want %s", c.name, on, got, want)
			}
			if !slices.Equal(env[:len(env)-1], before) {
				t.Errorf("%s: %v", c.name, env)
			}
		}
	}
}
