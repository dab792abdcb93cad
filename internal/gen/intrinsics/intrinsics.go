// Package intrinsics writes the lists of the functions that compute instructions (package
// intrin) and the tables by which they are called, from the source of runtime/fpops,
// runtime/intops, runtime/warpops and runtime/lanes; the functions of lanes that compute
// lane by lane what has no vector form; and those that apply the interpreter's scalar functions to the lanes
// of a warp.
package intrinsics

import (
	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// Write writes all of them.
func Write(v *tree.View) error {
	var funcs []function
	for _, pkg := range []string{"fpops", "intops"} {
		f, err := readPackage(v, "runtime/"+pkg)
		if err != nil {
			return err
		}
		funcs = append(funcs, f...)
	}
	if err := sortUnique(v, funcs); err != nil {
		return err
	}
	twins, err := readTwins(v, funcs)
	if err != nil {
		return err
	}
	warps, err := readWarps(v)
	if err != nil {
		return err
	}
	rows, err := writeRows(v)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		text []byte
	}{
		{"internal/intrin/zintrin.go", writeList(funcs)},
		{"internal/intrin/zwarps.go", writeWarps(warps)},
		{"lower/interp/zcalls.go", writeCalls(funcs)},
		{"lower/interp/zrows.go", rows},
		{"runtime/warpops/zcalls.go", writeWarpCalls(warps)},
		{"runtime/gen/zwarps.go", writeThreadMethods(warps)},
		{"runtime/lanes/zlanes.go", writeLanewise(twins)},
		{"runtime/lanes/ztwins_test.go", writeTwins(twins)},
	} {
		if err := v.WriteGo(f.name, f.text); err != nil {
			return err
		}
	}
	return nil
}
