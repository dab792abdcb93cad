package driver

import (
	"fmt"
	"os"
	"slices"
	"sync"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/vmem"
)

// A node may allocate memory. Its address is known when the node is made, and stays the same. Memory is there from
// when a launch comes to the node until a node of the same graph, another graph, or the program frees it.

// graphMemory is the memory of such a node.
type graphMemory struct {
	at     DevicePtr
	size   uint64 // of the addresses that are reserved
	bytes  int64  // that were asked for
	device Device
	object UserObject // by which graphs, and executable ones, refer to it

	// In the order of calls: the context of the launch that has allocated it, nil where it was freed since, or a node
	// of the same graph frees it. launches counts those that allocate it.
	live     *ctx
	launches int

	// As streams come to it: whether it is there, and how many launches have allocated it.
	there bool
	done  int

	unused bool // nothing refers to it
}

// graphMem has the memory of all nodes, by address. Its lock is taken last.
var graphMem struct {
	sync.Mutex
	of  map[DevicePtr]*graphMemory
	use [MaxDevices]bytesOf
}

// newGraphMemory reserves addresses.
func newGraphMemory(call string, bytes int64, d Device) (*graphMemory, error) {
	if err := d.check(call); err != nil {
		return nil, err
	}
	if !vmem.Supported {
		return nil, refuse(call, ErrNotSupported, "%v", vmem.ErrUnsupported)
	}
	if bytes <= 0 {
		return nil, refuse(call, ErrInvalidValue, "%d bytes", bytes)
	}
	if bytes > mostReserved {
		return nil, refuse(call, ErrOutOfMemory, "%d bytes", bytes)
	}
	page := uint64(os.Getpagesize())
	size := (uint64(bytes+granule.Load()) + page - 1) &^ (page - 1)
	at, err := vmem.Reserve(size, page, 0)
	if err != nil {
		return nil, refuse(call, ErrOutOfMemory, "%v", err)
	}
	m := &graphMemory{at: DevicePtr(at), size: size, bytes: bytes, device: d}
	m.object = userObjects.add(&userObject{destroy: m.forget, inside: true})
	graphMem.Lock()
	defer graphMem.Unlock()
	if graphMem.of == nil {
		graphMem.of = map[DevicePtr]*graphMemory{}
	}
	graphMem.of[m.at] = m
	return m, nil
}

// ofGraphs returns the memory of a node that begins at an address, nil if there is none.
func ofGraphs(p DevicePtr) *graphMemory {
	graphMem.Lock()
	defer graphMem.Unlock()
	return graphMem.of[p]
}

// promised returns the memory of a graph that an address lies in, and the offset there: of a graph that was launched, or
// of any. Nothing is to be accessed before a stream has come to where it is allocated.
func promised(p DevicePtr, any bool) (b ptx.Buffer, off uint64, ok bool) {
	graphMem.Lock()
	defer graphMem.Unlock()
	for _, m := range graphMem.of {
		if off := uint64(p - m.at); off < uint64(m.bytes) && (any || m.live != nil) {
			return vmem.Bytes(uint64(m.at), uint64(m.bytes)), off, true
		}
	}
	return nil, 0, false
}

// forget says that no graph refers to the memory any more.
func (m *graphMemory) forget() {
	graphMem.Lock()
	defer graphMem.Unlock()
	m.unused = true
	m.tidy()
}

// tidy gives the addresses back of what is neither referred to nor used.
func (m *graphMemory) tidy() {
	if m.unused && m.live == nil && !m.there {
		delete(graphMem.of, m.at)
		vmem.Release(uint64(m.at), m.size)
	}
}

// allocate is what the node does.
func (m *graphMemory) allocate() error {
	graphMem.Lock()
	defer graphMem.Unlock()
	m.done++
	if m.there {
		return nil // a stream that nothing orders has not come to where it is freed
	}
	if err := room(int64(m.size)); err != nil {
		return err
	}
	if err := vmem.Commit(uint64(m.at), m.size); err != nil {
		return fmt.Errorf("%w: %v", ErrOutOfMemory, err)
	}
	if err := register(vmem.Bytes(uint64(m.at), m.size), m.bytes); err != nil {
		return err
	}
	m.there = true
	virtualBytes.Add(int64(m.size))
	graphMem.use[m.device].add(int64(m.size))
	return nil
}

// free undoes allocate, of the launches until one of a number.
func (m *graphMemory) free(until int) {
	graphMem.Lock()
	defer graphMem.Unlock()
	if m.there && m.done <= until {
		m.drop()
	}
}

// drop frees what is there.
func (m *graphMemory) drop() {
	freeAddr(uint64(m.at)) // it was registered
	vmem.Unmap(uint64(m.at), m.size)
	virtualBytes.Add(-int64(m.size))
	graphMem.use[m.device].add(-int64(m.size))
	m.there = false
	m.tidy()
}

// take says that the program frees the memory, or a launch, and returns the number of launches that have allocated it
// so far. ok is false where none has, or it was freed since.
func (m *graphMemory) take() (until int, ok bool) {
	ok = m.live != nil
	m.live = nil
	return m.launches, ok
}

// dropGraphMemory frees what launches in a context have allocated, when that ends.
func (c *ctx) dropGraphMemory() {
	graphMem.Lock()
	defer graphMem.Unlock()
	for _, m := range graphMem.of {
		if m.live == c {
			m.live = nil
			if m.there {
				m.drop()
			}
		}
	}
}

// freeGraphMemory frees memory that a launch has allocated, in the order of a stream, or when everything is done where
// now is true.
func (c *ctx) freeGraphMemory(call string, m *graphMemory, s *stream, now bool) error {
	graphMem.Lock()
	of := m.live
	until, ok := m.take()
	graphMem.Unlock()
	switch {
	case !ok:
		return refuse(call, ErrInvalidValue, "the memory at %#x is a graph's: no launch has allocated it, or it was freed", uintptr(m.at))
	case now:
		of.waitAll()
		m.free(until)
	default:
		c.put(s, false, func() { m.free(until) })
	}
	return nil
}

// memoryUse says what steps do with memory.
type memoryUse struct {
	allocates, frees []*graphMemory
}

// useOf returns what steps do with memory, or the error where some is freed that is not allocated before.
func useOf(call string, steps []*step) (u memoryUse, err error) {
	at := map[*graphMemory]int{}
	for i, s := range steps {
		m := s.work.memory
		switch s.work.kind {
		case NodeMemAlloc:
			u.allocates = append(u.allocates, m)
			at[m] = i
		case NodeMemFree:
			u.frees = append(u.frees, m)
		}
	}
	for i, s := range steps {
		if from, here := at[s.work.memory]; here && s.work.kind == NodeMemFree && !before(steps, from, i) {
			return u, refuse(call, ErrInvalidValue, "the node that frees memory does not depend on the one that allocates it")
		}
	}
	return u, nil
}

// before reports whether a step depends on another one, through others too.
func before(steps []*step, first, then int) bool {
	return slices.ContainsFunc(steps[then].deps, func(d int) bool { return d == first || d > first && before(steps, first, d) })
}

// launch says that what is allocated and freed will be, by a launch in a context, and returns what is to be freed first.
func (u memoryUse) launch(call string, c *ctx, autoFree bool) (first []func() error, err error) {
	graphMem.Lock()
	defer graphMem.Unlock()
	for _, m := range u.allocates {
		if m.live != nil && !autoFree {
			return nil, refuse(call, ErrInvalidValue, "the memory at %#x that the launch before has allocated was not freed", uintptr(m.at))
		}
	}
	for _, m := range u.frees {
		if m.live == nil && !slices.Contains(u.allocates, m) {
			return nil, refuse(call, ErrInvalidValue, "the memory at %#x that the graph frees is not allocated", uintptr(m.at))
		}
	}
	for _, m := range u.allocates {
		if until, was := m.take(); was {
			first = append(first, func() error {
				m.free(until)
				return nil
			})
		}
		m.launches++
		m.live = c
	}
	for _, m := range u.frees {
		m.live = nil
	}
	return first, nil
}

// allocWork makes a node that allocates.
func allocWork(call string, bytes int64, d Device) (work, error) {
	m, err := newGraphMemory(call, bytes, d)
	if err != nil {
		return work{}, err
	}
	return work{kind: NodeMemAlloc, memory: m, run: m.allocate}, nil
}

// freeWork makes a node of a graph that frees memory of this or another graph.
func freeWork(call string, g *graph, p DevicePtr) (work, error) {
	m := ofGraphs(p)
	if m == nil {
		return work{}, refuse(call, ErrInvalidValue, "no node of a graph allocates memory at %#x", uintptr(p))
	}
	if slices.ContainsFunc(g.nodes, func(n *node) bool { return n.work.kind == NodeMemFree && n.work.memory == m }) {
		return work{}, refuse(call, ErrInvalidValue, "the graph frees the memory at %#x already", uintptr(p))
	}
	return work{kind: NodeMemFree, memory: m, run: func() error {
		graphMem.Lock()
		until := m.done
		graphMem.Unlock()
		m.free(until)
		return nil
	}}, nil
}

// remembers reports whether the graph has nodes that allocate or free memory. It keeps its nodes and dependencies then, is
// not copied, and is instantiated once at a time.
func (g *graph) remembers() bool {
	return slices.ContainsFunc(g.nodes, func(n *node) bool { return n.work.memory != nil })
}

// fixed is the error of a call that removes something of a graph that allocates or frees memory.
func (g *graph) fixed(call string) error {
	if g.remembers() {
		return refuse(call, ErrNotSupported, "a graph that allocates or frees memory keeps its nodes and dependencies")
	}
	return nil
}

// MemAllocNodeParams are what a node allocates.
type MemAllocNodeParams struct {
	Bytes  int64
	Device Device
	Ptr    DevicePtr // where it is
}

// GraphAddMemAllocNode adds a node that allocates memory of a device, and returns the address that it has each time the
// graph runs.
func GraphAddMemAllocNode(h Graph, deps []GraphNode, bytes int64, d Device) (GraphNode, DevicePtr, error) {
	const call = "cuGraphAddMemAllocNode"
	var p DevicePtr
	n, err := addTo(call, h, deps, func() (work, error) {
		w, err := allocWork(call, bytes, d)
		if err == nil {
			p = w.memory.at
		}
		return w, err
	})
	return n, p, err
}

// GraphMemAllocNodeGetParams returns what a node allocates.
func GraphMemAllocNodeGetParams(n GraphNode) (MemAllocNodeParams, error) {
	w, err := n.get("cuGraphMemAllocNodeGetParams", NodeMemAlloc)
	if err != nil {
		return MemAllocNodeParams{}, err
	}
	return MemAllocNodeParams{w.memory.bytes, w.memory.device, w.memory.at}, nil
}

// GraphAddMemFreeNode adds a node that frees memory which a node of this graph allocates, or which a launch of another one
// has allocated.
func GraphAddMemFreeNode(h Graph, deps []GraphNode, p DevicePtr) (GraphNode, error) {
	const call = "cuGraphAddMemFreeNode"
	return addTo(call, h, deps, func() (work, error) { return freeWork(call, graphs.get(h), p) })
}

// GraphMemFreeNodeGetParams returns the address of what a node frees.
func GraphMemFreeNodeGetParams(n GraphNode) (DevicePtr, error) {
	w, err := n.get("cuGraphMemFreeNodeGetParams", NodeMemFree)
	if err != nil {
		return 0, err
	}
	return w.memory.at, nil
}

// GraphMemAttribute is a CUgraphMem_attribute.
type GraphMemAttribute int32

// How much memory launches have allocated on a device, in bytes. Nothing is kept that was freed, so that what is reserved
// is what is used.
const (
	GraphMemUsedCurrent     GraphMemAttribute = 0
	GraphMemUsedHigh        GraphMemAttribute = 1
	GraphMemReservedCurrent GraphMemAttribute = 2
	GraphMemReservedHigh    GraphMemAttribute = 3
)

// DeviceGraphMemTrim does nothing: a device keeps no memory of graphs that was freed.
func DeviceGraphMemTrim(d Device) error { return d.check("cuDeviceGraphMemTrim") }

// DeviceGetGraphMemAttribute returns how much memory graphs have on a device.
func DeviceGetGraphMemAttribute(d Device, a GraphMemAttribute) (uint64, error) {
	const call = "cuDeviceGetGraphMemAttribute"
	if err := d.check(call); err != nil {
		return 0, err
	}
	graphMem.Lock()
	defer graphMem.Unlock()
	switch use := graphMem.use[d]; a {
	case GraphMemUsedCurrent, GraphMemReservedCurrent:
		return uint64(use.now), nil
	case GraphMemUsedHigh, GraphMemReservedHigh:
		return uint64(use.high), nil
	}
	return 0, refuse(call, ErrInvalidValue, "attribute %d", int32(a))
}

// DeviceSetGraphMemAttribute sets one of the highest numbers of bytes to 0, which begins to count anew.
func DeviceSetGraphMemAttribute(d Device, a GraphMemAttribute, value uint64) error {
	const call = "cuDeviceSetGraphMemAttribute"
	if err := d.check(call); err != nil {
		return err
	}
	if value != 0 || a != GraphMemUsedHigh && a != GraphMemReservedHigh {
		return refuse(call, ErrInvalidValue, "attribute %d of %d", int32(a), value)
	}
	graphMem.Lock()
	defer graphMem.Unlock()
	use := &graphMem.use[d]
	use.high = use.now
	return nil
}

// register makes memory known to launches, of which so many bytes were asked for.
func register(b []byte, bytes int64) error {
	n := granule.Load()
	b = b[:(bytes+n-1)/n*n]
	if int64(len(b)) != bytes {
		exact.Store(ptx.AddrOf(b), bytes)
	}
	return ptx.RegisterBuffer(b)
}
