package cuda

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// ErrNotBuilt is what Open returns in a program that was built without the tag
// cuda, or for another system than Linux.
var ErrNotBuilt = errors.New("this ptx2go was built without GPU support: build with -tags cuda (on Linux)")

// Results of the API that callers treat specially.
const (
	success               = 0
	NoBinaryForGPU        = 209 // the PTX is for other GPUs
	InvalidPTX            = 218 // the PTX does not compile
	UnsupportedPTXVersion = 222 // the PTX is newer than the driver
	notReady              = 600 // a kernel is still running
)

// lost are the results after which every call of the process fails: uncorrectable
// memory errors, faults of a kernel, its assert, its time limit, unknown errors.
var lost = []int{214, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 999}

// Error is a call of the driver that failed.
type Error struct {
	Call string // "cuLaunchKernel"
	Code int    // CUresult
	Name string // "CUDA_ERROR_INVALID_PTX"
	Text string // what the driver says about it
	Log  string // of the compiler of PTX, where one ran
}

// Error words the failure in one line, or more where there is a log.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s (%d)", e.Call, e.Name, e.Code)
	if e.Text != "" {
		s += ": " + e.Text
	}
	if e.Log != "" {
		s += "\n" + e.Log
	}
	return s
}

// Code returns the CUresult behind an error, 0 where there is none.
func Code(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

// Lost reports whether the error has made the context unusable: every later
// call fails, and only a new process can go on.
func Lost(err error) bool { return slices.Contains(lost, Code(err)) }

// result turns a CUresult into an error, nil for success.
func (a *api) result(call string, code int32) error {
	if code == success {
		return nil
	}
	e := &Error{Call: call, Code: int(code), Name: "CUDA_ERROR"}
	var text *byte
	if a.getErrorName(code, &text) == success && text != nil {
		e.Name = goString(text)
	}
	text = nil
	if a.getErrorString(code, &text) == success && text != nil {
		e.Text = goString(text)
	}
	return e
}

// goString copies a string of C, of at most 4 KiB.
func goString(p *byte) string {
	var b strings.Builder
	for i := range 4 << 10 {
		c := *(*byte)(unsafe.Add(unsafe.Pointer(p), i))
		if c == 0 {
			break
		}
		b.WriteByte(c)
	}
	return b.String()
}

// cString returns the bytes of a string with a zero behind.
func cString(s string) []byte { return append([]byte(s), 0) }
