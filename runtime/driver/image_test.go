//go:build linux || darwin

package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

// TestReadImage loads files that have no end, or are large.
func TestReadImage(t *testing.T) {
	start(t)
	large := filepath.Join(t.TempDir(), "large.ptx")
	ok(t, os.WriteFile(large, []byte(kernels.PTX), 0o666))
	ok(t, os.Truncate(large, MaxImage+1)) // takes no room
	for _, x := range []struct {
		file string
		want Result
	}{
		{"/dev/zero", ErrInvalidImage}, {large, ErrInvalidImage}, {t.TempDir(), ErrFileNotFound}, {"/dev/null", ErrInvalidImage}, {large + "r", ErrFileNotFound},
	} {
		_, err := ModuleLoad(x.file)
		wants(t, x.file, err, x.want, "cuModuleLoad:")
		_, err = ReadImage(x.file)
		wants(t, x.file, err, x.want, "ReadImage:")
	}
	for _, x := range []struct {
		text string
		want Result
	}{{kernels.PTX, Success}, {strings.Repeat("x", 1<<20), ErrInvalidImage}, {kernels.PTX + "\n// more", ErrInvalidImage}} {
		r, w, err := os.Pipe()
		ok(t, err)
		go func() {
			w.WriteString(x.text)
			w.Close()
		}()
		got, err := readImage("pipe", fmt.Sprintf("/dev/fd/%d", r.Fd()), int64(len(kernels.PTX)))
		wants(t, "a pipe", err, x.want)
		if err == nil && got != x.text {
			t.Errorf("%d bytes through a pipe, want %d", len(got), len(x.text))
		}
		r.Close()
	}
	_, err := ModuleLoadData(strings.Repeat("x", MaxImage+1))
	wants(t, "a long text", err, ErrInvalidImage)
}
