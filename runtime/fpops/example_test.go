package fpops_test

import (
	"fmt"
	"math"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// One rounding keeps the tail that a separate multiplication loses.
func ExampleFmaRnF32() {
	a := float32(1 + 0x1p-12)
	fmt.Println(fpops.FmaRnF32(a, a, -1) == fpops.SubRnF32(fpops.MulRnF32(a, a), 1))
	fmt.Printf("%x\n", fpops.FmaRnF32(a, a, -1))
	// Output:
	// false
	// 0x1.0008p-11
}

// Conversions to integers clamp; a NaN becomes 0 or, from f64 and to 64 bits,
// the top bit.
func ExampleCvtRziS32F32() {
	nan := float32(math.NaN())
	fmt.Println(fpops.CvtRziS32F32(-1.9), fpops.CvtRziS32F32(3e9), fpops.CvtRziS32F32(nan))
	fmt.Println(fpops.CvtRziU32F32(-1), fpops.CvtRziS32F64(math.NaN()))
	// Output:
	// -1 2147483647 0
	// 0 -2147483648
}

// The first operand goes into the high half.
func ExampleCvtRnF16x2F32() {
	fmt.Printf("%#08x\n", fpops.CvtRnF16x2F32(1, -2))
	// Output: 0x3c00c000
}

// A number beats a NaN, and -0 is less than +0.
func ExampleMinF32() {
	nan, negZero := float32(math.NaN()), float32(math.Copysign(0, -1))
	fmt.Println(fpops.MinF32(nan, 1), fpops.MinF32(0, negZero))
	fmt.Printf("%#x\n", math.Float32bits(fpops.MinF32(nan, nan)))
	// Output:
	// 1 -0
	// 0x7fffffff
}

func ExampleAddRnSatF32() {
	fmt.Println(fpops.AddRnSatF32(0.75, 0.75), fpops.AddRnSatF32(0.25, -0.5))
	// Output: 1 0
}

func ExampleAddRpF64() {
	fmt.Println(fpops.AddRpF64(1, 0x1p-80) > 1, fpops.AddRmF64(1, 0x1p-80) > 1)
	// Output: true false
}

func ExampleCanonF32() {
	fmt.Printf("%#x\n", math.Float32bits(fpops.CanonF32(math.Float32frombits(0xffc12345))))
	// Output: 0x7fffffff
}
