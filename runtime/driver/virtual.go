package driver

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/vmem"
)

// Virtual memory: addresses are reserved, memory is made, and mapped there. Kernels and copies see what is mapped
// side by side, and may be accessed, as one piece of memory.

// MemHandle is a CUmemGenericAllocationHandle: memory that has no address of its own.
type MemHandle uintptr

// MemGranularity is what the sizes of memory without addresses, and of its mappings, are multiples of.
const MemGranularity = 2 << 20

// mostReserved is how many bytes of addresses may be reserved at once.
const mostReserved = 1 << 46

// MemAccess is what kernels and copies may do with memory that is mapped, a CUmemAccess_flags.
type MemAccess uint8

// What may be done.
const (
	MemAccessNone      MemAccess = MemAccess(vmem.None)
	MemAccessRead      MemAccess = MemAccess(vmem.Read)
	MemAccessReadWrite MemAccess = MemAccess(vmem.Write)
)

// physical is memory without an address.
type physical struct {
	handle    MemHandle
	fd        int
	size      uint64
	device    Device
	shareable bool
	imported  bool // another process counts it
	refs      int  // of the program
	mapped    int  // mappings
}

// reservation is addresses.
type reservation struct {
	at, size uint64
	maps     []*mapping // by address
	seen     []*mapping // what kernels know: runs of mappings, each of which is one piece
}

// mapping is a place where memory is mapped.
type mapping struct {
	at, size uint64
	of       *physical
	access   [MaxDevices]MemAccess
}

// allowed is what may be done by any device: the devices share their memory.
func (m *mapping) allowed() (a MemAccess) {
	for _, x := range m.access {
		a = max(a, x)
	}
	return a
}

// virtual has what there is.
var virtual struct {
	sync.Mutex
	memory       table[MemHandle, physical]
	reservations map[uint64]*reservation
}

// virtualBytes is how much memory there is without addresses.
var virtualBytes atomic.Int64

// SupportsVirtualMemory reports whether the system has what virtual memory is made of: it is Linux.
func SupportsVirtualMemory() bool { return vmem.Supported }

func multiple(n uint64) bool { return n != 0 && n%MemGranularity == 0 }

// MemCreate makes memory of a device, zeroed, of a multiple of MemGranularity. If it is shareable, other
// processes may have it (MemExport).
func MemCreate(bytes int64, d Device, shareable bool) (MemHandle, error) {
	const call = "cuMemCreate"
	if err := d.check(call); err != nil {
		return 0, err
	}
	if !vmem.Supported {
		return 0, refuse(call, ErrNotSupported, "%v", vmem.ErrUnsupported)
	}
	if bytes <= 0 || !multiple(uint64(bytes)) {
		return 0, refuse(call, ErrInvalidValue, "%d bytes, which is not a multiple of %d", bytes, MemGranularity)
	}
	if err := room(bytes); err != nil {
		return 0, failed(call, err)
	}
	fd, err := vmem.Create(uint64(bytes))
	if err != nil {
		return 0, refuse(call, ErrOutOfMemory, "%v", err)
	}
	return addPhysical(&physical{fd: fd, size: uint64(bytes), device: d, shareable: shareable, refs: 1}), nil
}

func addPhysical(p *physical) MemHandle {
	virtual.Lock()
	defer virtual.Unlock()
	if !p.imported {
		virtualBytes.Add(int64(p.size))
	}
	p.handle = virtual.memory.add(p)
	return p.handle
}

// drop gives memory back that nobody refers to.
func (p *physical) drop() {
	if p.refs == 0 {
		virtual.memory.drop(p.handle)
	}
	if p.refs == 0 && p.mapped == 0 {
		vmem.Close(p.fd)
		if !p.imported {
			virtualBytes.Add(-int64(p.size))
		}
	}
}

// MemRelease gives up a handle of MemCreate, MemImport or MemRetain. The memory stays where it is mapped.
func MemRelease(h MemHandle) error {
	virtual.Lock()
	defer virtual.Unlock()
	p, err := virtual.memory.find("cuMemRelease", h, "memory", ErrInvalidValue)
	if err != nil {
		return err
	}
	p.refs--
	p.drop()
	return nil
}

// MemRetain returns the handle of the memory that is mapped at an address, which is then to be released once more.
func MemRetain(at DevicePtr) (MemHandle, error) {
	const call = "cuMemRetainAllocationHandle"
	if err := ready(call); err != nil {
		return 0, err
	}
	virtual.Lock()
	defer virtual.Unlock()
	m := mappingAt(uint64(at))
	if m == nil {
		return 0, refuse(call, ErrInvalidValue, "nothing is mapped at %#x", uintptr(at))
	}
	if m.of.refs++; m.of.refs == 1 {
		m.of.handle = virtual.memory.add(m.of)
	}
	return m.of.handle, nil
}

// MemProperties returns of which device memory is, and whether other processes may have it.
func MemProperties(h MemHandle) (d Device, shareable bool, err error) {
	virtual.Lock()
	defer virtual.Unlock()
	p, err := virtual.memory.find("cuMemGetAllocationPropertiesFromHandle", h, "memory", ErrInvalidValue)
	if err != nil {
		return 0, false, err
	}
	return p.device, p.shareable, nil
}

// MemExport returns a file descriptor of memory that is shareable. It is the caller's, to be sent to another
// process and closed.
func MemExport(h MemHandle) (fd int, err error) {
	const call = "cuMemExportToShareableHandle"
	virtual.Lock()
	defer virtual.Unlock()
	p, err := virtual.memory.find(call, h, "memory", ErrInvalidValue)
	if err != nil {
		return 0, err
	}
	if !p.shareable {
		return 0, refuse(call, ErrInvalidValue, "the memory was not made to be shared")
	}
	if fd, err = vmem.Share(p.fd); err != nil {
		return 0, refuse(call, ErrOperatingSystem, "%v", err)
	}
	return fd, nil
}

// MemImport returns the memory of a file descriptor of MemExport, of this process or another one. The file
// descriptor may be closed.
func MemImport(fd int) (MemHandle, error) {
	const call = "cuMemImportFromShareableHandle"
	if err := ready(call); err != nil {
		return 0, err
	}
	own, size, err := vmem.Open(fd)
	if err != nil {
		return 0, refuse(call, ErrInvalidValue, "%v", err)
	}
	return addPhysical(&physical{fd: own, size: size, shareable: true, imported: true, refs: 1}), nil
}

// MemAddressReserve reserves addresses, of a multiple of MemGranularity, at a multiple of align, which is 0 or a
// power of two: at an address if that is free, and else elsewhere.
func MemAddressReserve(bytes int64, align uint64, wanted DevicePtr) (DevicePtr, error) {
	const call = "cuMemAddressReserve"
	if err := ready(call); err != nil {
		return 0, err
	}
	if !vmem.Supported {
		return 0, refuse(call, ErrNotSupported, "%v", vmem.ErrUnsupported)
	}
	if bytes <= 0 || !multiple(uint64(bytes)) || align&(align-1) != 0 {
		return 0, refuse(call, ErrInvalidValue, "%d bytes, a multiple of %d", bytes, align)
	}
	if bytes > mostReserved || align > mostReserved {
		return 0, refuse(call, ErrOutOfMemory, "%d bytes of addresses", bytes)
	}
	at, err := vmem.Reserve(uint64(bytes), max(align, MemGranularity), uint64(wanted))
	if err != nil {
		return 0, refuse(call, ErrOutOfMemory, "%v", err)
	}
	virtual.Lock()
	defer virtual.Unlock()
	if virtual.reservations == nil {
		virtual.reservations = map[uint64]*reservation{}
	}
	virtual.reservations[at] = &reservation{at: at, size: uint64(bytes)}
	return DevicePtr(at), nil
}

// MemAddressFree undoes MemAddressReserve, where nothing is mapped any more.
func MemAddressFree(p DevicePtr, bytes int64) error {
	const call = "cuMemAddressFree"
	if err := ready(call); err != nil {
		return err
	}
	virtual.Lock()
	defer virtual.Unlock()
	r := virtual.reservations[uint64(p)]
	if r == nil || int64(r.size) != bytes || len(r.maps) > 0 {
		return refuse(call, ErrInvalidValue, "%d bytes at %#x were not reserved at once, or something is mapped there", bytes, uintptr(p))
	}
	delete(virtual.reservations, r.at)
	if err := vmem.Release(r.at, r.size); err != nil {
		return refuse(call, ErrOperatingSystem, "%v", err)
	}
	return nil
}

// reservationOf returns the addresses that some lie in.
func reservationOf(at, n uint64) *reservation {
	for _, r := range virtual.reservations {
		if at >= r.at && at-r.at < r.size && n <= r.size-(at-r.at) {
			return r
		}
	}
	return nil
}

func mappingAt(at uint64) *mapping {
	if r := reservationOf(at, 1); r != nil {
		for _, m := range r.maps {
			if at >= m.at && at-m.at < m.size {
				return m
			}
		}
	}
	return nil
}

// whole returns the mappings that addresses consist of, all of each.
func whole(call string, p DevicePtr, bytes int64) (*reservation, []*mapping, error) {
	if err := ready(call); err != nil {
		return nil, nil, err
	}
	at, n := uint64(p), uint64(max(bytes, 0))
	var all []*mapping
	r := reservationOf(at, n)
	if r != nil && n > 0 {
		next := at
		for _, m := range r.maps {
			if m.at == next && m.at-at < n && m.size <= n-(m.at-at) {
				all = append(all, m)
				next += m.size
			}
		}
		if next-at == n {
			return r, all, nil
		}
	}
	return nil, nil, refuse(call, ErrInvalidValue, "%d bytes at %#x are not what was mapped there", bytes, uintptr(p))
}

// MemMap maps the first bytes of memory at addresses that are reserved. What may be done there says MemSetAccess.
func MemMap(p DevicePtr, bytes int64, h MemHandle) error {
	const call = "cuMemMap"
	virtual.Lock()
	defer virtual.Unlock()
	of, err := virtual.memory.find(call, h, "memory", ErrInvalidValue)
	if err != nil {
		return err
	}
	at, n := uint64(p), uint64(max(bytes, 0))
	if !multiple(n) || n > of.size || at%MemGranularity != 0 {
		return refuse(call, ErrInvalidValue, "%d bytes of %d at %#x: sizes and addresses are multiples of %d", bytes, of.size, at, MemGranularity)
	}
	r := reservationOf(at, n)
	if r == nil {
		return refuse(call, ErrInvalidValue, "%d bytes at %#x are not reserved", n, at)
	}
	i, _ := slices.BinarySearchFunc(r.maps, at, func(m *mapping, at uint64) int { return cmp.Compare(m.at, at) })
	if i < len(r.maps) && r.maps[i].at-at < n || i > 0 && at-r.maps[i-1].at < r.maps[i-1].size {
		return refuse(call, ErrInvalidValue, "something is mapped in %d bytes at %#x", n, at)
	}
	if err := vmem.Map(at, n, of.fd); err != nil {
		return refuse(call, ErrOutOfMemory, "%v", err)
	}
	of.mapped++
	r.maps = slices.Insert(r.maps, i, &mapping{at: at, size: n, of: of})
	return nil
}

// MemUnmap undoes MemMap, of one mapping or of several side by side, when nothing runs any more.
func MemUnmap(p DevicePtr, bytes int64) error {
	const call = "cuMemUnmap"
	return change(call, p, bytes, func(r *reservation, all []*mapping) error {
		if err := vmem.Unmap(uint64(p), uint64(bytes)); err != nil {
			return refuse(call, ErrOperatingSystem, "%v", err)
		}
		r.maps = slices.DeleteFunc(r.maps, func(m *mapping) bool { return slices.Contains(all, m) })
		for _, m := range all {
			m.of.mapped--
			m.of.drop()
		}
		return nil
	})
}

// MemSetAccess says what devices may do with memory that is mapped, when nothing runs any more. Devices that are
// not named may do what they could.
func MemSetAccess(p DevicePtr, bytes int64, access map[Device]MemAccess) error {
	const call = "cuMemSetAccess"
	for d := range access {
		if err := d.check(call); err != nil {
			return err
		}
	}
	return change(call, p, bytes, func(r *reservation, all []*mapping) error {
		for _, m := range all {
			for d, a := range access {
				m.access[d] = a
			}
			if err := vmem.Protect(m.at, m.size, vmem.Access(m.allowed())); err != nil {
				return refuse(call, ErrOutOfMemory, "%v", err)
			}
		}
		return nil
	})
}

// change changes whole mappings, and lets kernels know.
func change(call string, p DevicePtr, bytes int64, do func(*reservation, []*mapping) error) error {
	if err := ready(call); err != nil {
		return err
	}
	waitEverywhere()
	virtual.Lock()
	defer virtual.Unlock()
	r, all, err := whole(call, p, bytes)
	if err != nil {
		return err
	}
	for _, piece := range r.seen {
		ptx.FreeAddr(piece.at) // it was registered
	}
	r.seen = nil
	err = do(r, all)
	var last *mapping
	for _, m := range r.maps {
		switch {
		case m.allowed() == MemAccessNone:
			last = nil
		case last != nil && last.at+last.size == m.at:
			last.size += m.size
		default:
			last = &mapping{at: m.at, size: m.size}
			r.seen = append(r.seen, last)
		}
	}
	for _, piece := range r.seen {
		if wrong := ptx.RegisterBuffer(vmem.Bytes(piece.at, piece.size)); wrong != nil && err == nil {
			err = failed(call, wrong)
		}
	}
	return err
}

// waitEverywhere waits for the streams of all contexts.
func waitEverywhere() {
	contexts.mu.RLock()
	var all []*ctx
	for _, c := range contexts.of {
		all = append(all, c)
	}
	contexts.mu.RUnlock()
	for _, c := range all {
		c.waitAll()
	}
}

// MemGetAccess returns what a device may do at an address.
func MemGetAccess(p DevicePtr, d Device) (MemAccess, error) {
	const call = "cuMemGetAccess"
	if err := d.check(call); err != nil {
		return 0, err
	}
	virtual.Lock()
	defer virtual.Unlock()
	m := mappingAt(uint64(p))
	if m == nil {
		return 0, refuse(call, ErrInvalidValue, "nothing is mapped at %#x", uintptr(p))
	}
	return m.access[d], nil
}

// room is the error of an allocation for which there is not enough memory.
func room(bytes int64) error {
	if used, all := memoryInfo(); bytes > all-min(used, all) {
		return fmt.Errorf("%w: %d bytes, where %d of %d are used", ErrOutOfMemory, bytes, used, all)
	}
	return nil
}

// memoryInfo is ptx.MemoryInfo with memory that has no addresses.
func memoryInfo() (used, all int64) {
	u, a := ptx.MemoryInfo()
	const most = 1<<63 - 1
	more, over := bits.Add64(u, uint64(virtualBytes.Load()), 0)
	if over != 0 {
		more = most
	}
	return int64(min(more, most)), int64(min(a, most))
}
