//go:build !linux

package devmem

import "math/bits"

// machineMemory is as much memory as a large GPU has, or half of a small address space:
// how much the machine has is not known.
func machineMemory() uint64 {
	if bits.UintSize == 32 {
		return 1 << 30
	}
	return 64 << 30
}
