package probe

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Machine runs PTX.
type Machine interface {
	// Arch is its compute capability: 90 for 9.0.
	Arch() int
	// Load compiles a module. Several goroutines may do so at a time.
	Load(text string) (Module, error)
	// Alloc returns memory.
	Alloc(bytes int) (Memory, error)
}

// Module is compiled PTX.
type Module interface {
	// Launch runs a kernel to its end. args holds the bytes of each parameter.
	Launch(kernel string, grid, block [3]uint32, args ...[]byte) error
	Unload() error
}

// Memory is memory of a Machine.
type Memory interface {
	Address() uint64
	Write(data []byte) error // to its beginning
	Read(data []byte) error  // from its beginning
	Clear() error            // to zeros
	Free() error
}

func u32(x uint32) []byte { return binary.LittleEndian.AppendUint32(nil, x) }
func u64(x uint64) []byte { return binary.LittleEndian.AppendUint64(nil, x) }

// pack returns values as elements of 4 or 8 bytes.
func pack(values []uint64, size int) []byte {
	data := make([]byte, len(values)*size)
	for i, v := range values {
		if size == 8 {
			binary.LittleEndian.PutUint64(data[8*i:], v)
		} else {
			binary.LittleEndian.PutUint32(data[4*i:], uint32(v))
		}
	}
	return data
}

// unpack reverses pack.
func unpack(values []uint64, data []byte, size int) {
	for i := range values {
		if size == 8 {
			values[i] = binary.LittleEndian.Uint64(data[8*i:])
		} else {
			values[i] = uint64(binary.LittleEndian.Uint32(data[4*i:]))
		}
	}
}

// launchShape is the shape of launches: threads in a CTA, and CTAs that share a group.
type launchShape struct{ threads, shares uint32 }

// shapeOf fits a launch to the machine: an interpreter gains nothing from
// threads.
func shapeOf(n uint32) launchShape {
	s := launchShape{threads: 256, shares: 64}
	for s.threads > 32 && n < s.threads*s.shares {
		if s.shares > 2 {
			s.shares /= 2
		} else {
			s.threads /= 2
		}
	}
	return s
}

// hashOn lets a machine hash n members of each group in [first, first+len(sums)).
func hashOn(m Machine, mod Module, first uint32, sums []uint64, n uint32) (err error) {
	out, err := m.Alloc(8 * len(sums))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Free()) }()
	if err := out.Clear(); err != nil {
		return err
	}
	s := shapeOf(n)
	grid, block := [3]uint32{s.shares, uint32(len(sums)), 1}, [3]uint32{s.threads, 1, 1}
	if err := mod.Launch(hashKernel, grid, block, u64(out.Address()), u32(first), u32(n)); err != nil {
		return err
	}
	data := make([]byte, 8*len(sums))
	if err := out.Read(data); err != nil {
		return err
	}
	unpack(sums, data, 8)
	return nil
}

// operands are tuples in the memory of a machine: one array for each source.
type operands struct {
	args   [][]uint64 // as the model takes them
	arrays []Memory
}

// upload copies the arguments of a head to a machine.
func upload(m Machine, h *Head, args [][]uint64) (*operands, error) {
	o := &operands{args: args}
	for i, a := range args {
		size := h.src[i].words()
		mem, err := m.Alloc(size * max(len(a), 1))
		if err != nil {
			return nil, errors.Join(err, o.free())
		}
		o.arrays = append(o.arrays, mem)
		if err := mem.Write(pack(a, size)); err != nil {
			return nil, errors.Join(err, o.free())
		}
	}
	return o, nil
}

func (o *operands) free() error {
	var errs []error
	for _, a := range o.arrays {
		errs = append(errs, a.Free())
	}
	o.arrays = nil
	return errors.Join(errs...)
}

// applyOn lets a machine apply the instruction to the operands and returns the
// bits of the results.
func applyOn(m Machine, mod Module, h *Head, o *operands) (results []uint64, err error) {
	n := len(o.args[0])
	size := operand{bits: h.Bits()}.words()
	out, err := m.Alloc(size * max(n, 1))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, out.Free()) }()
	args := [][]byte{u64(out.Address())}
	for _, a := range o.arrays {
		args = append(args, u64(a.Address()))
	}
	args = append(args, u32(uint32(n)))
	threads := uint32(256)
	if n < 4096 {
		threads = 32
	}
	grid := [3]uint32{(uint32(n) + threads - 1) / threads, 1, 1}
	if err := mod.Launch(tupleKernel, grid, [3]uint32{threads, 1, 1}, args...); err != nil {
		return nil, err
	}
	data := make([]byte, size*n)
	if err := out.Read(data); err != nil {
		return nil, err
	}
	results = make([]uint64, n)
	unpack(results, data, size)
	return results, nil
}

// apply uploads the operands, applies the instruction and frees everything.
func apply(m Machine, mod Module, h *Head, args [][]uint64) (results []uint64, err error) {
	if len(args) != len(h.src) {
		return nil, fmt.Errorf("%s takes %d operands, not %d", h.Name, len(h.src), len(args))
	}
	o, err := upload(m, h, args)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, o.free()) }()
	return applyOn(m, mod, h, o)
}
