//go:build linux || darwin

package gen

import "syscall"

// newReadOnly returns a copy that cannot be written, nil where there is no memory.
func newReadOnly(b []byte) []byte {
	mem, err := syscall.Mmap(-1, 0, len(b), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	copy(mem, b)
	if syscall.Mprotect(mem, syscall.PROT_READ) != nil {
		freeReadOnly(mem)
		return nil
	}
	return mem
}

func freeReadOnly(mem []byte) { syscall.Munmap(mem) }
