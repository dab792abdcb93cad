package fatbin

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// packed is an image to be packed into a container.
type packed struct {
	kind  uint16
	arch  uint32
	data  string
	how   string // of compression
	extra int    // bytes that the header has besides
	name  string
}

// pack makes a container of images, as NVIDIA's fatbinary does.
func pack(t testing.TB, images ...packed) []byte {
	t.Helper()
	var body bytes.Buffer
	for _, p := range images {
		h := header{Kind: p.kind, Size: leastHeader + uint32(p.extra+len(p.name)+7)&^7, Arch: p.arch, Flags: 0x11}
		data := []byte(p.data)
		switch p.how {
		case LZ4:
			h.Flags |= flagLZ4
			data = compressLZ4(t, data)
		case Zstd:
			h.Flags |= flagZstd
			data = compressZstd(t, data)
		default:
			data = append(data, 0)
		}
		if p.how != "" {
			h.Payload, h.Decompressed = uint32(len(data)), uint64(len(p.data))
		}
		if p.name != "" {
			h.NameOffset, h.NameSize = leastHeader+uint32(p.extra), uint32(len(p.name))
		}
		for len(data)%8 != 0 {
			data = append(data, 0)
		}
		h.Padded = uint64(len(data))
		begin := body.Len()
		if err := binary.Write(&body, binary.LittleEndian, h); err != nil {
			t.Fatal(err)
		}
		body.Write(make([]byte, p.extra))
		body.WriteString(p.name)
		body.Write(make([]byte, int(h.Size)-(body.Len()-begin)))
		body.Write(data)
	}
	out := binary.LittleEndian.AppendUint32(nil, magic)
	out = binary.LittleEndian.AppendUint16(out, 1)
	out = binary.LittleEndian.AppendUint16(out, containerHeader)
	out = binary.LittleEndian.AppendUint64(out, uint64(body.Len()))
	return append(out, body.Bytes()...)
}

func compressLZ4(t testing.TB, data []byte) []byte {
	t.Helper()
	out := make([]byte, lz4.CompressBlockBound(len(data)))
	var c lz4.Compressor
	n, err := c.CompressBlock(data, out)
	if err != nil || n == 0 {
		t.Fatalf("LZ4: %d bytes, %v", n, err)
	}
	return out[:n]
}

func compressZstd(t testing.TB, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}
