package driver

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	space "github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/internal/vmem"
)

// Processes of one user share memory and events by handles, which are bytes to be sent by any way. A handle names the
// process that has made it, which must still run when it is opened, and an object of the system there.

// IPCMemHandle is a CUipcMemHandle.
type IPCMemHandle [64]byte

// IPCEventHandle is a CUipcEventHandle.
type IPCEventHandle [64]byte

// shared is what a handle says.
type shared struct {
	Mark     [8]byte
	Process  int32
	FD       int32
	Identity uint64 // of the object, which another one would not have that has its file descriptor now
	At       uint64 // where the memory is in the object
	Bytes    uint64
}

var (
	markMem   = [8]byte{'p', 't', 'x', '2', 'g', 'o', 'M', 1}
	markEvent = [8]byte{'p', 't', 'x', '2', 'g', 'o', 'E', 1}
)

// handle is the bytes of what is shared.
func (x shared) handle() (h [64]byte) {
	x.Process, x.Identity = int32(os.Getpid()), vmem.Identity(int(x.FD))
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, x)
	copy(h[:], b.Bytes())
	return h
}

// open returns what a handle says, and a file descriptor of its object. It is not opened in the process that has made it,
// as on a GPU.
func open(call string, h [64]byte, mark [8]byte) (x shared, fd int, err error) {
	binary.Read(bytes.NewReader(h[:]), binary.LittleEndian, &x)
	switch {
	case !vmem.Supported:
		return x, 0, refuse(call, ErrNotSupported, "%v", vmem.ErrUnsupported)
	case x.Mark != mark || x.Process <= 0 || x.FD < 0 || x.Bytes == 0:
		return x, 0, refuse(call, ErrInvalidValue, "the handle is not one of another process")
	case int(x.Process) == os.Getpid():
		return x, 0, refuse(call, ErrInvalidContext, "the handle is one of this process")
	}
	fd, size, err := vmem.OpenOf(int(x.Process), int(x.FD))
	if err != nil {
		return x, 0, refuse(call, ErrInvalidValue, "%v", err)
	}
	if vmem.Identity(fd) != x.Identity || x.At > size || x.Bytes > size-x.At {
		vmem.Close(fd)
		return x, 0, refuse(call, ErrInvalidValue, "what the handle names is no longer there")
	}
	return x, fd, nil
}

// IPCGetMemHandle returns a handle of memory of MemAlloc, for other processes. It waits for everything that runs: nobody
// may write to memory meanwhile.
func IPCGetMemHandle(p DevicePtr) (IPCMemHandle, error) {
	const call = "cuIpcGetMemHandle"
	if _, err := begin(call); err != nil {
		return IPCMemHandle{}, err
	}
	if !PointerIsShareable(p) {
		return IPCMemHandle{}, refuse(call, ErrInvalidValue, "the memory at %#x was not allocated by cuMemAlloc", uintptr(p))
	}
	base, size, _ := buffer(p)
	waitEverywhere()
	fd, at, err := space.Share(uint64(base))
	if err != nil {
		return IPCMemHandle{}, refuse(call, ErrNotSupported, "%v", err)
	}
	return shared{Mark: markMem, FD: int32(fd), At: at, Bytes: uint64(size)}.handle(), nil
}

// PointerIsShareable reports whether an address lies in memory that IPCGetMemHandle takes.
func PointerIsShareable(p DevicePtr) bool {
	base, _, ok := buffer(p)
	if c := owner(base); ok && c != nil && vmem.Supported {
		k, _ := c.kindOf(base)
		return k == deviceMemory
	}
	return false
}

// imported is memory of another process.
type imported struct {
	h      IPCMemHandle
	c      *ctx
	refs   int
	from   uint64 // of what is mapped
	mapped uint64
	at     DevicePtr
}

// imports are all such memory.
var imports struct {
	sync.Mutex
	of map[DevicePtr]*imported
}

// IPCMemLazyEnablePeerAccess is the flag that IPCOpenMemHandle is to be called with.
const IPCMemLazyEnablePeerAccess uint32 = 1

// IPCOpenMemHandle returns the address of memory of another process. The same memory has the same address, until
// IPCCloseMemHandle was called as often.
func IPCOpenMemHandle(h IPCMemHandle, flags uint32) (DevicePtr, error) {
	const call = "cuIpcOpenMemHandle"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	if flags != IPCMemLazyEnablePeerAccess {
		return 0, refuse(call, ErrInvalidValue, "flags %#x", flags)
	}
	x, fd, err := open(call, h, markMem)
	if err != nil {
		return 0, err
	}
	defer vmem.Close(fd)
	imports.Lock()
	defer imports.Unlock()
	for _, m := range imports.of {
		if m.h == h && m.c == c {
			m.refs++
			return m.at, nil
		}
	}
	page := uint64(os.Getpagesize())
	m := &imported{h: h, c: c, refs: 1}
	skip := x.At % page
	m.mapped = (skip + x.Bytes + page - 1) &^ (page - 1)
	if m.from, err = vmem.Reserve(m.mapped, page, 0); err != nil {
		return 0, refuse(call, ErrMapFailed, "%v", err)
	}
	err = vmem.Place(m.from, m.mapped, fd, x.At-skip)
	if err == nil {
		err = ptx.RegisterBuffer(vmem.Bytes(m.from+skip, x.Bytes))
	}
	if err != nil {
		vmem.Release(m.from, m.mapped)
		return 0, refuse(call, ErrMapFailed, "%v", err)
	}
	m.at = DevicePtr(m.from + skip)
	if imports.of == nil {
		imports.of = map[DevicePtr]*imported{}
	}
	imports.of[m.at] = m
	return m.at, nil
}

// drop takes the memory away.
func (m *imported) drop() {
	delete(imports.of, m.at)
	freeAddr(uint64(m.at)) // it was registered
	vmem.Release(m.from, m.mapped)
}

// IPCCloseMemHandle undoes IPCOpenMemHandle, when nothing runs any more. The process that has the memory keeps it.
func IPCCloseMemHandle(p DevicePtr) error {
	const call = "cuIpcCloseMemHandle"
	if _, err := begin(call); err != nil {
		return err
	}
	waitEverywhere()
	imports.Lock()
	defer imports.Unlock()
	m := imports.of[p]
	if m == nil {
		return refuse(call, ErrInvalidValue, "no memory of another process is at %#x", uintptr(p))
	}
	if m.refs--; m.refs == 0 {
		m.drop()
	}
	return nil
}

// dropImports takes away what a context has opened, when that ends.
func (c *ctx) dropImports() {
	imports.Lock()
	defer imports.Unlock()
	for _, m := range imports.of {
		if m.c == c {
			m.drop()
		}
	}
}

// sharedEvent is an event that several processes have: how often it was recorded, and how many of these have happened.
// It is memory that all of them see.
type sharedEvent struct {
	fd             int // -1: of another process, or closed
	from           int // that process, 0 for this one
	recorded, done *atomic.Uint64
}

// newSharedEvent makes one of an object, by a file descriptor of it.
func newSharedEvent(fd, from int) (*sharedEvent, error) {
	size := uint64(os.Getpagesize())
	at, err := vmem.Reserve(size, size, 0)
	if err != nil {
		return nil, err
	}
	if err := vmem.Place(at, size, fd, 0); err != nil {
		vmem.Release(at, size)
		return nil, err
	}
	words := unsafe.Slice((*atomic.Uint64)(unsafe.Pointer(unsafe.SliceData(vmem.Bytes(at, size)))), 2)
	e := &sharedEvent{fd: fd, from: from, recorded: &words[0], done: &words[1]}
	runtime.AddCleanup(e, func(at uint64) { vmem.Release(at, size) }, at)
	return e, nil
}

// madeSharedEvent makes one of this process.
func madeSharedEvent() (*sharedEvent, error) {
	fd, err := vmem.Create(uint64(os.Getpagesize()))
	if err != nil {
		return nil, err
	}
	e, err := newSharedEvent(fd, 0)
	if err != nil {
		vmem.Close(fd)
	}
	return e, err
}

// record says that the event is recorded, and returns what is to be called when it happens.
func (e *sharedEvent) record() (reach func()) {
	n := e.recorded.Add(1)
	return func() {
		for was := e.done.Load(); was < n && !e.done.CompareAndSwap(was, n); was = e.done.Load() {
		}
	}
}

// reached returns what reports whether the event has happened, as it was recorded last.
func (e *sharedEvent) reached() func() (bool, error) {
	n := e.recorded.Load()
	return func() (bool, error) {
		if e.done.Load() >= n {
			return true, nil
		}
		if e.from != 0 && !vmem.Runs(e.from) {
			return true, fmt.Errorf("%w: process %d, which has made the event, has ended", ErrUnknown, e.from)
		}
		return false, nil
	}
}

// close gives the file descriptor back.
func (e *sharedEvent) close() {
	if e != nil && e.fd >= 0 {
		vmem.Close(e.fd)
		e.fd = -1
	}
}

// IPCGetEventHandle returns a handle of an event that was made with EventInterprocess, for other processes.
func IPCGetEventHandle(h Event) (IPCEventHandle, error) {
	const call = "cuIpcGetEventHandle"
	_, e, err := onEvent(call, h)
	if err != nil {
		return IPCEventHandle{}, err
	}
	switch {
	case !vmem.Supported:
		return IPCEventHandle{}, refuse(call, ErrNotSupported, "%v", vmem.ErrUnsupported)
	case e.shared == nil || e.shared.fd < 0:
		return IPCEventHandle{}, refuse(call, ErrInvalidValue, "event %#x was not made to be shared, or not by this process", uintptr(h))
	}
	return shared{Mark: markEvent, FD: int32(e.shared.fd), Bytes: 1}.handle(), nil
}

// IPCOpenEventHandle returns an event of another process, which both record and wait for.
func IPCOpenEventHandle(h IPCEventHandle) (Event, error) {
	const call = "cuIpcOpenEventHandle"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	x, fd, err := open(call, h, markEvent)
	if err != nil {
		return 0, err
	}
	defer vmem.Close(fd)
	s, err := newSharedEvent(fd, int(x.Process))
	if err != nil {
		return 0, refuse(call, ErrMapFailed, "%v", err)
	}
	s.fd = -1
	return c.addEvent(&event{c: c, shared: s}), nil
}
