// Package pack makes fat binaries for tests, as NVIDIA's fatbinary does.
package pack

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Image is to be packed.
type Image struct {
	Kind        uint16 // 1 of PTX, 2 of machine code
	Arch        uint32 // 70 of sm_70
	Data        string
	Compression string // "", lz4 or zstd
	Name        string
	Extra       int // bytes that the header has besides
}

// header is that of an image. It is written down here for a second time: the reader has its own.
type header struct {
	Kind, Version                 uint16
	Size                          uint32
	Padded                        uint64
	Payload, Options              uint32
	Minor, Major                  uint16
	Arch, NameOffset, NameSize    uint32
	Flags, Reserved, Decompressed uint64
}

const least = 64 // bytes of a header

// Container makes a container of images.
func Container(images ...Image) []byte {
	var body bytes.Buffer
	for _, p := range images {
		h := header{Kind: p.Kind, Version: 0x101, Size: least + uint32(p.Extra+len(p.Name)+7)&^7, Arch: p.Arch, Flags: 0x11}
		data := []byte(p.Data)
		switch p.Compression {
		case "lz4":
			h.Flags |= 1 << 13
			data = compressLZ4(data)
		case "zstd":
			h.Flags |= 1 << 15
			data = compressZstd(data)
		default:
			data = append(data, 0)
		}
		if p.Compression != "" {
			h.Payload, h.Decompressed = uint32(len(data)), uint64(len(p.Data))
		}
		if p.Name != "" {
			h.NameOffset, h.NameSize = least+uint32(p.Extra), uint32(len(p.Name))
		}
		data = append(data, make([]byte, -len(data)&7)...)
		h.Padded = uint64(len(data))
		more := make([]byte, h.Size-least)
		copy(more[p.Extra:], p.Name)
		must(binary.Write(&body, binary.LittleEndian, h))
		body.Write(more)
		body.Write(data)
	}
	out := []byte{0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0}
	out = binary.LittleEndian.AppendUint64(out, uint64(body.Len()))
	return append(out, body.Bytes()...)
}

func compressLZ4(data []byte) []byte {
	out := make([]byte, lz4.CompressBlockBound(len(data)))
	var c lz4.Compressor
	n, err := c.CompressBlock(data, out)
	must(err)
	if n == 0 {
		panic("LZ4 makes the data no smaller: take other data")
	}
	return out[:n]
}

func compressZstd(data []byte) []byte {
	w, err := zstd.NewWriter(nil)
	must(err)
	defer w.Close()
	return w.EncodeAll(data, nil)
}

func must(err error) {
	if err != nil {
		panic(err) // nothing that depends on the data
	}
}
