//go:build !unix

package cache

import (
	"errors"
	"os"
)

// Lock is a file that one process at a time has locked.
type Lock struct{}

// ErrLocked is the error of a lock that another process has.
var ErrLocked = errors.New("another process has the lock")

// NewLock fails: there is no libcuda.so.1 on other systems.
func NewLock(string, string, bool) (*Lock, error) { return nil, errors.ErrUnsupported }

// Release lets other processes have it.
func (l *Lock) Release() {}

// File is the file.
func (l *Lock) File() *os.File { return nil }

func inherit(int) *Lock { return &Lock{} }
