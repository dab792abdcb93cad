// Package gang4 is package gang8 for gangs of four threads, the lanes of NEON's vectors on arm64: the same
// names compute the same in each lane. Its files whose names end in _neon have the operations of the basis,
// of which package lanes says what they do; all others are copied from there by internal/gen/lanes.
//
// archsimd's vectors of arm64 have no methods of the basis' names where types come in, so the types
// are of this package, with the methods that package lanes calls. Its tests are those of package
// lanes, and run on any machine:
//
//	go run -tags isatable ./internal/gen -tables /tmp/tables
//	GOARCH=arm64 GOEXPERIMENT=simd go test -c -overlay /tmp/tables/overlay.json -o /tmp/gang4.test ./runtime/gang4
//	(cd runtime/gang4 && qemu-aarch64-static /tmp/gang4.test -test.short)
//
// NEON has no gathers, no scatters, and neither products nor quotients of 64 bits: these go lane by lane, through general
// registers.
package gang4
