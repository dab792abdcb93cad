package fatbin

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Image is device code of one target.
type Image struct {
	Group       int    // the images of one container, which are of one source, have the same
	Offset      int64  // where its bytes begin in the file
	Stored      int64  // how many these are
	Size        int64  // and how many when they are not compressed; without padding only where they are
	Compression string // "", LZ4 or Zstd
	Name        string // what the compiler called it, or ""
	Member      string // of the archive in which it lies, or ""

	number  uint16 // of the kind
	arch    uint32
	file    *File
	section section
}

// The ways of compression.
const (
	LZ4            = "lz4"
	Zstd           = "zstd"
	compressionOld = "unknown"
)

// Kind says what the bytes of an image are.
type Kind string

const (
	PTX   Kind = "PTX"
	Cubin Kind = "cubin"
	LTO   Kind = "LTO IR" // of nvcc -dlto: encoded in a way that is not known
)

// kinds are the numbers of kinds that are known.
var kinds = map[uint16]Kind{1: PTX, 2: Cubin, 8: LTO, 16: Cubin}

// Kind is what the header says of the image.
func (i *Image) Kind() Kind {
	if k, ok := kinds[i.number]; ok {
		return k
	}
	return Kind(fmt.Sprintf("kind %d", i.number))
}

// Target is the target that the header names. PTX says more about its own: sm_90a is sm_90 here.
func (i *Image) Target() string { return fmt.Sprintf("sm_%d", i.arch) }

// Arch is the number of the target.
func (i *Image) Arch() int { return int(i.arch) }

// maxImage is what one image may have when it is not compressed.
const maxImage = 1 << 30

// budget is how much memory the images of a file may take together, one after another: what
// compression makes of texts that repeat themselves a lot, and no more.
func budget(size int64) int64 { return 1<<28 + 256*size }

// take takes memory of the budget.
func (i *Image) take(n int64) error {
	if n > i.file.left {
		return i.section.errorf(i.Offset, "the images become more than the %d bytes that ptx2go takes of a file of this size", budget(i.file.size))
	}
	i.file.left -= n
	return nil
}

// Bytes reads an image, and decompresses it.
func (i *Image) Bytes() ([]byte, error) {
	wrong := func(format string, args ...any) error { return i.section.errorf(i.Offset, format, args...) }
	if i.Compression == compressionOld {
		return nil, wrong("the image is compressed as before CUDA 5, which ptx2go cannot read")
	}
	if err := i.take(max(i.Size, i.Stored)); err != nil {
		return nil, err
	}
	data := make([]byte, i.Stored)
	if err := i.section.read(data, i.Offset); err != nil {
		return nil, err
	}
	var err error
	switch i.Compression {
	case LZ4:
		data, err = unLZ4(data, i.Size)
	case Zstd:
		if err := i.take(windowOf(data)); err != nil {
			return nil, err
		}
		data, err = unZstd(data, i.Size)
	}
	if err != nil {
		return nil, wrong("the %s data cannot be decompressed: %v", i.Compression, err)
	}
	return data, nil
}

// Text is the text of PTX, without the zeros behind it.
func (i *Image) Text() (string, error) {
	data, err := i.Bytes()
	return string(bytes.TrimRight(data, "\x00")), err
}

func unLZ4(data []byte, size int64) ([]byte, error) {
	if most := 255 * (int64(len(data)) + 1); size > most {
		return nil, fmt.Errorf("%d bytes become at most %d, not %d", len(data), most, size)
	}
	out := make([]byte, size)
	var n int
	err := guard(func() (err error) {
		n, err = lz4.UncompressBlock(data, out)
		return err
	})
	if err == nil && int64(n) != size {
		err = fmt.Errorf("%d bytes come out, the header says %d", n, size)
	}
	return out, err
}

// maxWindow is the largest window of zstd that is taken: that of its highest level.
const maxWindow = 1 << 27

// windowOf is how much memory decompression takes besides, whatever comes out.
func windowOf(data []byte) int64 {
	var h zstd.Header
	if err := h.Decode(data); err != nil || h.WindowSize > maxWindow {
		return 0 // it fails
	}
	return int64(h.WindowSize)
}

// unZstd decompresses piece by piece: a few bytes can become many, whatever the header says.
func unZstd(data []byte, size int64) ([]byte, error) {
	var out []byte
	err := guard(func() error {
		d, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return err
		}
		defer d.Close()
		var b bytes.Buffer
		limit := &limited{&b, size}
		_, err = d.WriteTo(limit)
		out = b.Bytes()
		return err
	})
	if err == nil && int64(len(out)) != size {
		err = fmt.Errorf("%d bytes come out, the header says %d", len(out), size)
	}
	return out, err
}

// limited is a buffer that takes so many bytes and no more.
type limited struct {
	*bytes.Buffer
	left int64
}

func (l *limited) Write(p []byte) (int, error) {
	if int64(len(p)) > l.left {
		return 0, fmt.Errorf("more comes out than the header says")
	}
	l.left -= int64(len(p))
	return l.Buffer.Write(p)
}

// guard turns a panic of a library, which hostile data may cause, into an error.
func guard(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return fn()
}

// cString is a text up to its first zero.
func cString(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	return s
}
