package libcuda

// #include <stdlib.h>
// #include "types.h"
import "C"

import (
	"strings"
	"sync"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// What a program loads as machine code after it has linked PTX are the texts. Whether they
// fit is found out then.

// link is a CUlinkState.
type link struct {
	texts []string
	bytes int     // of the texts
	c     *C.char // what cuLinkComplete has returned
}

var links struct {
	sync.Mutex
	of   map[uintptr]*link
	last uintptr
}

func onLink(h C.CUlinkState) *link { return links.of[uintptr(unsafe.Pointer(h))] }

//export cuLinkCreate_v2
func cuLinkCreate_v2(n C.uint, options *C.CUjit_option, values *unsafe.Pointer, to *C.CUlinkState) C.CUresult {
	if !writable(to) {
		return invalidValue
	}
	j, r := jitOptions(n, options, values)
	if r == 0 {
		r = onCurrent()
	}
	if r != 0 {
		return r
	}
	j.report(nil)
	links.Lock()
	defer links.Unlock()
	if links.of == nil {
		links.of = map[uintptr]*link{}
	}
	links.last += 0x10
	links.of[links.last] = new(link)
	return giveHandle(unsafe.Pointer(to), links.last, nil)
}

//export cuLinkAddData_v2
func cuLinkAddData_v2(h C.CUlinkState, kind C.CUjitInputType, data unsafe.Pointer, size C.size_t, _ *C.const_char, n C.uint, options *C.CUjit_option, values *unsafe.Pointer) C.CUresult {
	if size == 0 || size > driver.MaxImage {
		return invalidValue
	}
	text, ok := list((*byte)(data), int(size), hostmem.Read)
	if !ok {
		return invalidValue
	}
	return add(h, kind, string(text), n, options, values)
}

//export cuLinkAddFile_v2
func cuLinkAddFile_v2(h C.CUlinkState, kind C.CUjitInputType, path *C.const_char, n C.uint, options *C.CUjit_option, values *unsafe.Pointer) C.CUresult {
	name, ok := text(path)
	if !ok {
		return invalidValue
	}
	data, err := driver.ReadImage(name)
	if err != nil {
		return result(err)
	}
	return add(h, kind, data, n, options, values)
}

func add(h C.CUlinkState, kind C.CUjitInputType, text string, n C.uint, options *C.CUjit_option, values *unsafe.Pointer) C.CUresult {
	if _, r := jitOptions(n, options, values); r != 0 {
		return r
	}
	links.Lock()
	defer links.Unlock()
	l := onLink(h)
	switch {
	case l == nil:
		return C.CUresult(driver.ErrInvalidHandle)
	case l.c != nil:
		return invalidValue
	}
	switch kind {
	case C.CU_JIT_INPUT_PTX:
	case C.CU_JIT_INPUT_CUBIN, C.CU_JIT_INPUT_FATBINARY, C.CU_JIT_INPUT_OBJECT, C.CU_JIT_INPUT_LIBRARY:
		var err error
		if !driver.IsBinary(text) {
			return C.CUresult(driver.ErrInvalidImage)
		}
		if text, err = driver.ImagePTX(text); err != nil {
			return result(err)
		}
	default:
		return notSupported
	}
	if text = strings.TrimRight(text, "\x00"); text == "" || strings.Contains(text, "\x00") {
		return C.CUresult(driver.ErrInvalidPTX)
	}
	if l.bytes += len(text); l.bytes > driver.MaxImage {
		return C.CUresult(driver.ErrInvalidImage)
	}
	l.texts = append(l.texts, text)
	return 0
}

//export cuLinkComplete
func cuLinkComplete(h C.CUlinkState, to *unsafe.Pointer, size *C.size_t) C.CUresult {
	if !writable(to) || !optional(size) {
		return invalidValue
	}
	links.Lock()
	defer links.Unlock()
	l := onLink(h)
	switch {
	case l == nil:
		return C.CUresult(driver.ErrInvalidHandle)
	case len(l.texts) == 0:
		return invalidValue
	}
	image := driver.Link(l.texts...)
	if l.c == nil {
		l.c = C.CString(image)
	}
	store(to, unsafe.Pointer(l.c))
	if size != nil {
		*size = C.size_t(len(image) + 1)
	}
	return 0
}

//export cuLinkDestroy
func cuLinkDestroy(h C.CUlinkState) C.CUresult {
	links.Lock()
	defer links.Unlock()
	l := onLink(h)
	if l == nil {
		return C.CUresult(driver.ErrInvalidHandle)
	}
	delete(links.of, uintptr(unsafe.Pointer(h)))
	C.free(unsafe.Pointer(l.c))
	return 0
}
