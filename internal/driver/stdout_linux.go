package driver

import (
	"os"
	"syscall"
)

// divertStdout makes file descriptor 1 a temporary file, to which everything is
// appended. It returns what standard output was, and that file.
func divertStdout() (old, file *os.File, err error) {
	fd, err := syscall.Dup(1)
	if err != nil {
		return nil, nil, err
	}
	syscall.CloseOnExec(fd)
	f, err := os.CreateTemp("", "ptx2go-stdout-")
	if err != nil {
		return nil, nil, err
	}
	defer os.Remove(f.Name()) // the open file is enough
	defer f.Close()
	file, err = os.OpenFile(f.Name(), os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, err
	}
	if err := syscall.Dup3(int(file.Fd()), 1, 0); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fd), "stdout"), file, nil
}
