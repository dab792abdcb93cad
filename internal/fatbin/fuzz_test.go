package fatbin

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/fatbin/pack"
)

// FuzzOpen reads hostile files: whatever they hold, the end is an error or images within limits.
func FuzzOpen(f *testing.F) {
	whole := pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70"), Compression: LZ4}, pack.Image{Kind: 2, Arch: 80, Data: text("sm_80"), Compression: Zstd, Name: "x"})
	f.Add(whole)
	f.Add(append(bytes.Clone(whole), whole...))
	f.Add(pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70")}))
	f.Add(wrapped(whole))
	f.Add(overlapping(".nv_fatbin", whole, 50))
	f.Add([]byte("!<arch>\n" + "a.o/            0           0     0     644     8         `\n" + "\x7fELF\x02\x01\x01\x00"))
	f.Add([]byte("!<arch>\n" + "#1/8            0           0     0     644     8         `\n" + "\x7fELF\x02\x01\x01\x00"))
	f.Add([]byte("\xcf\xfa\xed\xfe\x07\x00\x00\x01\x03\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x48\x00\x00\x00"))
	f.Add([]byte("\xca\xfe\xba\xbe\x00\x00\x00\x01\x01\x00\x00\x07\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x30\x00\x00\x00\x00"))
	f.Add([]byte("MZ\x00\x00"))
	f.Add([]byte("\x64\x86\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(bytes.NewReader(data), int64(len(data)))
		if err == nil && len(file.Images) == 0 {
			t.Error("neither images nor an error")
		}
		if !Known(data[:min(len(data), beginning)]) && !errors.Is(err, ErrNoCode) {
			t.Errorf("a file of an unknown format: %v", err)
		}
		if len(file.Images) > len(data)/leastHeader+1 {
			t.Errorf("%d images in %d bytes", len(file.Images), len(data))
		}
		sum := int64(0)
		for _, i := range file.Images {
			b, err := i.Bytes()
			if err != nil {
				continue
			}
			if int64(len(b)) != i.Size {
				t.Errorf("%d bytes, want %d", len(b), i.Size)
			}
			sum += int64(len(b))
			if i.Kind() == Cubin {
				CubinKernels(b) // an error, or names
			}
		}
		if sum > budget(int64(len(data))) {
			t.Errorf("%d bytes become %d", len(data), sum)
		}
	})
}

// TestOffloading refuses what only clang can link.
func TestOffloading(t *testing.T) {
	data := overlapping(offloading, make([]byte, 64), 1)
	_, err := Open(bytes.NewReader(data), int64(len(data)))
	if !errors.Is(err, ErrNoCode) || !strings.Contains(err.Error(), "link the program") {
		t.Error(err)
	}
}

// wrapped is an ELF file with one section of device code.
func wrapped(code []byte) []byte { return overlapping(".nv_fatbin", code, 1) }

// overlapping is an ELF file with n sections of a name, all in one place.
func overlapping(name string, code []byte, n int) []byte {
	const header, entry = 64, 64
	names := "\x00" + name + "\x00"
	at := header + len(names)
	b := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 9)...)
	put := binary.LittleEndian
	for _, v := range []uint16{1, 62} {
		b = put.AppendUint16(b, v)
	}
	b = put.AppendUint32(b, 1)
	for _, v := range []uint64{0, 0, uint64(at + len(code))} {
		b = put.AppendUint64(b, v)
	}
	b = put.AppendUint32(b, 0)
	for _, v := range []uint16{header, 0, 0, entry, uint16(n + 2), 1} {
		b = put.AppendUint16(b, v)
	}
	b = append(append(b, names...), code...)
	section := func(name, kind uint32, at, size int) {
		b = put.AppendUint32(put.AppendUint32(b, name), kind)
		for _, v := range []int{0, 0, at, size, 0, 1, 0} {
			b = put.AppendUint64(b, uint64(v))
		}
	}
	section(0, 0, 0, 0)
	section(0, 3, header, len(names))
	for range n {
		section(1, 1, at, len(code))
	}
	return b
}

// TestOverlapping checks that code in a section is not read as often as sections claim it.
func TestOverlapping(t *testing.T) {
	whole := pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70"), Compression: LZ4})
	if f, texts := open(t, wrapped(whole)); len(texts) != 1 || texts[0] != text("sm_70") || f.Format != "ELF file" {
		t.Errorf("a %s with %.40q", f.Format, texts)
	}
	data := overlapping(".nv_fatbin", whole, 2)
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err == nil || len(f.Images) != 1 {
		t.Errorf("%d images, %v", len(f.Images), err)
	}
}
