package intops_test

import (
	"fmt"

	"github.com/ptx2go/ptx2go/runtime/intops"
)

func ExampleBfeS32() {
	// The four bits at position 4, with their sign.
	fmt.Println(intops.BfeS32(0x5f3, 4, 4))
	// Output: -1
}

func ExampleShfLWrapB32() {
	// A rotation: both words are the same.
	x := uint32(0x12345678)
	fmt.Printf("%#x\n", intops.ShfLWrapB32(x, x, 8))
	// Output: 0x34567812
}

func ExampleDivS32() {
	fmt.Println(intops.DivS32(-7, 2), intops.RemS32(-7, 2), intops.DivS32(7, 0))
	// Output: -3 -1 -1
}
