//go:build !linux

package driver

import (
	"os"

	"github.com/ptx2go/ptx2go/internal/cuda"
)

// divertStdout is for the worker of the engine gpu, which only Linux has.
func divertStdout() (old, file *os.File, err error) { return nil, nil, cuda.ErrNotBuilt }
