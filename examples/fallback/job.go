package fallback

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// block is the number of threads of a CTA.
const block = 128

// ScaleAndCount multiplies the elements of x by f on the device and returns how
// many of them are then above limit. It knows nothing about the device.
func ScaleAndCount(ctx context.Context, d Device, x []float32, f, limit float32) (count uint32, err error) {
	if len(x) == 0 || len(x) > math.MaxInt32 {
		return 0, fmt.Errorf("%d elements", len(x))
	}
	data, err := d.Alloc(4 * len(x))
	if err != nil {
		return 0, err
	}
	defer d.Free(data)
	result, err := d.Alloc(4)
	if err != nil {
		return 0, err
	}
	defer d.Free(result)

	buf := make([]byte, 4*len(x))
	for i, v := range x {
		binary.NativeEndian.PutUint32(buf[4*i:], math.Float32bits(v))
	}
	if err := d.Write(data, buf); err != nil {
		return 0, err
	}
	if err := d.Write(result, make([]byte, 4)); err != nil {
		return 0, err
	}

	n := int32(len(x))
	grid := ptx.D1((len(x) + block - 1) / block)
	err = d.Launch(ctx, "scale", grid, ptx.D1(block), unsafe.Pointer(&data), unsafe.Pointer(&f), unsafe.Pointer(&n))
	if err != nil {
		return 0, err
	}
	err = d.Launch(ctx, "count_above", grid, ptx.D1(block),
		unsafe.Pointer(&data), unsafe.Pointer(&limit), unsafe.Pointer(&n), unsafe.Pointer(&result))
	if err != nil {
		return 0, err
	}

	if err := d.Read(buf, data); err != nil {
		return 0, err
	}
	for i := range x {
		x[i] = math.Float32frombits(binary.NativeEndian.Uint32(buf[4*i:]))
	}
	return readUint32(d, result)
}

// Total returns what the module's variable of that name has counted over all
// launches since the program began or Reset was called.
func Total(d Device) (uint32, error) {
	addr, size, err := d.Variable("total")
	if err != nil {
		return 0, err
	}
	if size != 4 {
		return 0, fmt.Errorf("variable total has %d bytes", size)
	}
	return readUint32(d, addr)
}

func readUint32(d Device, addr uint64) (uint32, error) {
	var b [4]byte
	if err := d.Read(b[:], addr); err != nil {
		return 0, err
	}
	return binary.NativeEndian.Uint32(b[:]), nil
}
