//go:build unix

package cache

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Lock is a file that one process at a time has locked, until it closes it or ends.
type Lock struct{ f *os.File }

// ErrLocked is the error of a lock that another process has.
var ErrLocked = errors.New("another process has the lock")

// NewLock locks a file in a folder, which it makes. wait: as soon as no other process has it.
func NewLock(dir, name string, wait bool) (*Lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err = syscall.Flock(int(f.Fd()), how)
		switch {
		case err == nil:
			return &Lock{f}, nil
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			err = ErrLocked
		}
		f.Close()
		return nil, err
	}
}

// Release lets other processes have it.
func (l *Lock) Release() { l.f.Close() }

// File is the file, for a process that inherits it, and the lock with it.
func (l *Lock) File() *os.File { return l.f }

// inherit is a lock that this process was started with. Those that it starts have no part in it.
func inherit(fd int) *Lock {
	syscall.CloseOnExec(fd)
	return &Lock{os.NewFile(uintptr(fd), Waiting)}
}
