package fatbin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The magic numbers at the beginning of a container.
const (
	magic       = 0xba55ed50
	magicOther  = 0x466243b1 // of some relocatable code, and of the wrapper that points to a container
	magicBefore = 0x1ee55a01 // before CUDA 4
)

const (
	containerHeader = 16
	leastHeader     = 64 // of an image
)

// header is that of an image, as it lies in the file.
type header struct {
	Kind         uint16
	_            uint16 // version, 0x101
	Size         uint32 // of this header
	Padded       uint64 // size of the payload with padding behind it
	Payload      uint32 // its size where it is compressed
	_            uint32
	Minor        uint16
	Major        uint16
	Arch         uint32
	NameOffset   uint32 // of the name that the compiler has for the image, from the header's beginning
	NameSize     uint32
	Flags        uint64
	_            uint64
	Decompressed uint64
}

// Bits of the flags.
const (
	flagOld  = 1 << 12 // compressed, as before CUDA 5
	flagLZ4  = 1 << 13
	flagZstd = 1 << 15
)

// section is a part of a file in which containers lie one behind another.
type section struct {
	io.ReaderAt
	name      string
	base, end int64 // in the file
}

// read fills p with what lies at a place of the file.
func (s *section) read(p []byte, at int64) error {
	if at < s.base || at > s.end || int64(len(p)) > s.end-at {
		return s.errorf(at, "%d bytes are expected here, and there are %d", len(p), max(s.end-at, 0))
	}
	if _, err := s.ReadAt(p, at); err != nil && !errors.Is(err, io.EOF) {
		return s.errorf(at, "%v", err)
	}
	return nil
}

func (s *section) errorf(at int64, format string, args ...any) error {
	where := ""
	if s.name != "" {
		where = " in section " + s.name
	}
	return fmt.Errorf("offset %#x%s: %s", at, where, fmt.Sprintf(format, args...))
}

// containers reads the headers of all containers of a section, and of their images.
func (f *File) containers(s section) error {
	at := s.base
	for {
		var err error
		if at, err = s.skipZeros(at); err != nil || at == s.end {
			return err
		}
		if at, err = f.container(s, at); err != nil {
			return err
		}
	}
}

// skipZeros returns where something other than padding begins, at most the end.
func (s *section) skipZeros(at int64) (int64, error) {
	var chunk [1 << 12]byte
	for at < s.end {
		p := chunk[:min(int64(len(chunk)), s.end-at)]
		if err := s.read(p, at); err != nil {
			return at, err
		}
		for _, b := range p {
			if b != 0 {
				return at, nil
			}
			at++
		}
	}
	return at, nil
}

// container reads the headers of a container, and returns where it ends.
func (f *File) container(s section, at int64) (int64, error) {
	var h [containerHeader]byte
	if err := s.read(h[:], at); err != nil {
		return 0, err
	}
	version, size, rest := binary.LittleEndian.Uint16(h[4:]), binary.LittleEndian.Uint16(h[6:]), binary.LittleEndian.Uint64(h[8:])
	switch m := binary.LittleEndian.Uint32(h[:]); {
	case m == magicBefore:
		return 0, s.errorf(at, "a fat binary of a format before CUDA 4, which ptx2go cannot read")
	case m != magic && m != magicOther:
		return 0, s.errorf(at, "no fat binary begins with %#08x", m)
	case version != 1 || size < containerHeader:
		return 0, s.errorf(at, "a fat binary of version %d with a header of %d bytes; version 1 with 16 is what ptx2go can read", version, size)
	}
	begin := at + int64(size)
	if begin > s.end || rest > uint64(s.end-begin) {
		return 0, s.errorf(at, "the fat binary says that it has %d bytes, %d are left: it is cut off", rest, max(s.end-begin, 0))
	}
	part := section{s.ReaderAt, s.name, begin, begin + int64(rest)}
	f.groups++
	for at = begin; at < part.end; {
		if part.end-at < leastHeader { // padding
			return part.end, nil
		}
		var err error
		if at, err = f.image(part, at); err != nil {
			return 0, err
		}
	}
	return part.end, nil
}

// image reads the header of an image, and returns where the image ends.
func (f *File) image(s section, at int64) (int64, error) {
	var b [leastHeader]byte
	if err := s.read(b[:], at); err != nil {
		return 0, err
	}
	var h header
	if _, err := binary.Decode(b[:], binary.LittleEndian, &h); err != nil {
		return 0, err // the sizes are equal
	}
	payload := at + int64(h.Size)
	switch {
	case h.Size < leastHeader:
		return 0, s.errorf(at, "the header of an image has %d bytes, which is less than any has", h.Size)
	case payload > s.end:
		return 0, s.errorf(at, "the header of an image has %d bytes, more than the fat binary", h.Size)
	case h.Padded > uint64(s.end-payload):
		return 0, s.errorf(at, "the image has %d bytes, the fat binary only %d", h.Padded, s.end-payload)
	}
	i := &Image{
		Group: f.groups, Offset: payload, Stored: int64(h.Padded), Size: int64(h.Padded),
		number: h.Kind, arch: h.Arch, file: f, section: s,
	}
	switch {
	case h.Flags&flagOld != 0:
		i.Compression = compressionOld
	case h.Flags&flagLZ4 != 0:
		i.Compression = LZ4
	case h.Flags&flagZstd != 0:
		i.Compression = Zstd
	}
	if i.Compression != "" {
		if uint64(h.Payload) > h.Padded {
			return 0, s.errorf(at, "the compressed image has %d bytes in a place of %d", h.Payload, h.Padded)
		}
		if h.Decompressed > maxImage {
			return 0, s.errorf(at, "the image says that it has %d bytes when it is not compressed, more than the %d that ptx2go takes", h.Decompressed, int64(maxImage))
		}
		i.Stored, i.Size = int64(h.Payload), int64(h.Decompressed)
	}
	if n := int64(h.NameSize); h.NameOffset >= leastHeader && int64(h.NameOffset)+n <= int64(h.Size) && n <= maxName {
		name := make([]byte, n)
		if err := s.read(name, at+int64(h.NameOffset)); err != nil {
			return 0, err
		}
		i.Name = cString(name)
	}
	f.Images = append(f.Images, i)
	return payload + int64(h.Padded), nil
}

// maxName is how long the name of an image may be; of a longer one nothing is taken.
const maxName = 4096
