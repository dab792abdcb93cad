//go:build linux && (amd64 || arm64)

package vmem

import (
	"fmt"
	"syscall"
	"unsafe"
)

// Supported says whether there are objects.
const Supported = true

// Numbers of Linux that package syscall does not have.
const (
	createCloseOnExec = 1         // MFD_CLOEXEC
	createSealable    = 2         // MFD_ALLOW_SEALING
	addSeals          = 1033      // F_ADD_SEALS
	getSeals          = 1034      // F_GET_SEALS
	seals             = 1 | 2 | 4 // F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW

	fixed   = 0x10     // MAP_FIXED
	private = 0x2      // MAP_PRIVATE
	anon    = 0x20     // MAP_ANONYMOUS
	lazy    = 0x4000   // MAP_NORESERVE
	exactly = 0x100000 // MAP_FIXED_NOREPLACE
)

var protections = [...]uintptr{None: syscall.PROT_NONE, Read: syscall.PROT_READ, Write: syscall.PROT_READ | syscall.PROT_WRITE}

func call(what string, number uintptr, a ...uintptr) (uintptr, error) {
	var all [6]uintptr
	copy(all[:], a)
	r, _, errno := syscall.Syscall6(number, all[0], all[1], all[2], all[3], all[4], all[5])
	if errno != 0 {
		return 0, fmt.Errorf("%s: %w", what, errno)
	}
	return r, nil
}

// Reserve reserves n bytes of addresses at a multiple of align, a power of two and of a page's size: at the
// address that is wanted, if that is free and not 0, and else anywhere. Nothing may be accessed there.
func Reserve(n, align, wanted uint64) (at uint64, err error) {
	if wanted != 0 && wanted%align == 0 {
		r, err := call("mmap", syscall.SYS_MMAP, uintptr(wanted), uintptr(n), syscall.PROT_NONE, private|anon|lazy|exactly, ^uintptr(0), 0)
		if err == nil && uint64(r) == wanted {
			return wanted, nil
		}
		if err == nil {
			Release(uint64(r), n)
		}
	}
	r, err := call("mmap", syscall.SYS_MMAP, 0, uintptr(n+align), syscall.PROT_NONE, private|anon|lazy, ^uintptr(0), 0)
	if err != nil {
		return 0, err
	}
	from := uint64(r)
	at = (from + align - 1) &^ (align - 1)
	if at > from {
		Release(from, at-from)
	}
	if end := from + align; end > at {
		Release(at+n, end-at)
	}
	return at, nil
}

// Release undoes Reserve, of all of it or a part.
func Release(at, n uint64) error {
	_, err := call("munmap", syscall.SYS_MUNMAP, uintptr(at), uintptr(n))
	return err
}

// Create makes an object of n bytes, which are 0, and returns a file descriptor of it. Its size does not change.
func Create(n uint64) (fd int, err error) {
	name := [...]byte{'p', 't', 'x', '2', 'g', 'o', 0}
	r, err := call("memfd_create", memfdCreate, uintptr(unsafe.Pointer(&name)), createCloseOnExec|createSealable)
	if err != nil {
		return 0, err
	}
	if err = syscall.Ftruncate(int(r), int64(n)); err == nil {
		_, err = call("fcntl", syscall.SYS_FCNTL, r, addSeals, seals)
	}
	if err != nil {
		syscall.Close(int(r))
		return 0, err
	}
	return int(r), nil
}

// Share returns another file descriptor of an object, for another process.
func Share(fd int) (int, error) { return syscall.Dup(fd) }

// Open returns a file descriptor, and the size, of the object of a file descriptor that came from Share, in this
// process or in another one. It is an error if it is of something else.
func Open(fd int) (own int, n uint64, err error) {
	if r, err := call("fcntl", syscall.SYS_FCNTL, uintptr(fd), getSeals); err != nil || r&seals != seals {
		return 0, 0, fmt.Errorf("file descriptor %d is not one of memory that was shared", fd)
	}
	r, err := call("fcntl", syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return 0, 0, err
	}
	var stat syscall.Stat_t
	if err := syscall.Fstat(int(r), &stat); err != nil {
		syscall.Close(int(r))
		return 0, 0, err
	}
	return int(r), uint64(stat.Size), nil
}

// Close gives a file descriptor back. Memory that is mapped stays.
func Close(fd int) { syscall.Close(fd) }

// Map maps n bytes of an object at addresses that are reserved. Nothing may be accessed there yet.
func Map(at, n uint64, fd int) error {
	_, err := call("mmap", syscall.SYS_MMAP, uintptr(at), uintptr(n), syscall.PROT_NONE, syscall.MAP_SHARED|fixed, uintptr(fd), 0)
	return err
}

// Place maps n bytes of an object from an offset on, at addresses that are the program's, to be read and written.
func Place(at, n uint64, fd int, offset uint64) error {
	_, err := call("mmap", syscall.SYS_MMAP, uintptr(at), uintptr(n), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED|fixed, uintptr(fd), uintptr(offset))
	return err
}

// OpenOf is Open of a file descriptor of another process.
func OpenOf(process, fd int) (own int, n uint64, err error) {
	own, err = syscall.Open(fmt.Sprintf("/proc/%d/fd/%d", process, fd), syscall.O_RDWR|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err != nil {
		return 0, 0, fmt.Errorf("file descriptor %d of process %d: %w", fd, process, err)
	}
	defer syscall.Close(own)
	return Open(own)
}

// Identity is different for each object.
func Identity(fd int) uint64 {
	var stat syscall.Stat_t
	if syscall.Fstat(fd, &stat) != nil {
		return 0
	}
	return stat.Ino
}

// Runs reports whether there is a process.
func Runs(process int) bool { return syscall.Kill(process, 0) != syscall.ESRCH }

// Commit puts memory, which is 0, at addresses that are reserved. It may be read and written.
func Commit(at, n uint64) error {
	_, err := call("mmap", syscall.SYS_MMAP, uintptr(at), uintptr(n), syscall.PROT_READ|syscall.PROT_WRITE, private|anon|lazy|fixed, ^uintptr(0), 0)
	return err
}

// Unmap undoes Map and Commit: the addresses stay reserved.
func Unmap(at, n uint64) error {
	_, err := call("mmap", syscall.SYS_MMAP, uintptr(at), uintptr(n), syscall.PROT_NONE, private|anon|lazy|fixed, ^uintptr(0), 0)
	return err
}

// Protect says what may be done with memory that is mapped.
func Protect(at, n uint64, a Access) error {
	_, err := call("mprotect", syscall.SYS_MPROTECT, uintptr(at), uintptr(n), protections[a])
	return err
}

// Bytes is memory that is mapped.
func Bytes(at, n uint64) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), n)
}
