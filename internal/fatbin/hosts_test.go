package fatbin

import (
	"bytes"
	"debug/elf"
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/fatbin/pack"
)

// workshop is a folder in which files are made with tools for objects.
type workshop struct {
	*testing.T
	dir string
}

func (w *workshop) path(name string) string { return filepath.Join(w.dir, name) }

func (w *workshop) write(name string, data []byte) {
	if err := os.WriteFile(w.path(name), data, 0o644); err != nil {
		w.Fatal(err)
	}
}

func (w *workshop) read(name string) []byte {
	data, err := os.ReadFile(w.path(name))
	if err != nil {
		w.Fatal(err)
	}
	return data
}

func (w *workshop) command(name string, args ...string) {
	w.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = w.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		w.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// needs skips a test without a tool.
func needs(t *testing.T, tool string) *workshop {
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("SKIPPED: no %s", tool)
	}
	return &workshop{t, t.TempDir()}
}

// TestHosts finds containers in what gcc and ar make.
func TestHosts(t *testing.T) {
	const cc = "gcc"
	w := needs(t, cc)
	for i, section := range []string{".nv_fatbin", "__nv_relfatbin"} {
		name := fmt.Sprintf("unit%d", i)
		w.write(name+".fatbin", pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70") + name, Compression: []string{LZ4, Zstd}[i]}))
		w.write(name+".s", fmt.Appendf(nil, ".section %s,\"a\"\n.p2align 3\n.incbin %q\n.section .note.GNU-stack\n", section, name+".fatbin"))
		w.command(cc, "-c", name+".s", "-o", name+".o")
	}
	w.write("main.c", []byte("int main(void) { return 0; }\n"))
	w.command(cc, "main.c", "unit0.o", "unit1.o", "-o", "program")
	w.command(cc, "-shared", "unit0.o", "unit1.o", "-o", "library.so")
	w.command("ar", "rcs", "library.a", "unit0.o", "unit1.o")
	w.command(cc, "-c", "main.c", "-o", "plain_with_a_long_name_in_archives.o")
	w.command("ar", "rcs", "more.a", "plain_with_a_long_name_in_archives.o", "unit1.o")
	for _, c := range []struct {
		name, format string
		units        string
	}{
		{"unit0.o", "ELF file", "0"}, {"unit1.o", "ELF file", "1"}, {"program", "ELF file", "01"},
		{"library.so", "ELF file", "01"}, {"library.a", "archive", "01"}, {"more.a", "archive", "1"},
	} {
		f, texts := open(t, w.read(c.name))
		got := ""
		for i, s := range texts {
			unit := s[len(s)-1:]
			got += unit
			if s != text("sm_70")+"unit"+unit {
				t.Errorf("%s: image %d is %.40q", c.name, i, s)
			}
			if c.format == "archive" && f.Images[i].Member != "unit"+unit+".o" {
				t.Errorf("%s: image %d is of member %s", c.name, i, f.Images[i].Member)
			}
		}
		if got != c.units && got != reversed(c.units) || f.Format != c.format {
			t.Errorf("%s is an %s with units %q, want %s with %q", c.name, f.Format, got, c.format, c.units)
		}
	}
	data := w.read("plain_with_a_long_name_in_archives.o")
	if _, err := Open(bytes.NewReader(data), int64(len(data))); !errors.Is(err, ErrNoCode) || !strings.Contains(err.Error(), "no device code in the ELF file") {
		t.Errorf("an object without device code: %v", err)
	}
}

// TestOtherHosts finds containers in objects for Windows and macOS.
func TestOtherHosts(t *testing.T) {
	const clang = "clang-19"
	w := needs(t, clang)
	w.write("unit.fatbin", pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70"), Compression: Zstd}))
	for _, c := range []struct{ target, section, format string }{
		{"x86_64-pc-windows-msvc", `.nv_fatb,"dr"`, "COFF file"},
		{"x86_64-pc-windows-msvc", `.nv_fatbin,"dr"`, "COFF file"},
		{"aarch64-pc-windows-msvc", `.nv_fatb,"dr"`, "COFF file"},
		{"x86_64-apple-darwin", `__NV_CUDA,__nv_fatbin`, "Mach-O file"},
		{"arm64-apple-darwin", `__NV_CUDA,__nv_relfatbin`, "Mach-O file"},
	} {
		w.write("unit.s", fmt.Appendf(nil, ".section %s\n.p2align 3\n.incbin \"unit.fatbin\"\n", c.section))
		w.command(clang, "--target="+c.target, "-c", "unit.s", "-o", "unit.o")
		data := w.read("unit.o")
		f, texts := open(t, data)
		if len(texts) != 1 || texts[0] != text("sm_70") || f.Format != c.format {
			t.Errorf("%s is a %s with %.40q", c.target, f.Format, texts)
		}
		if !strings.HasPrefix(c.section, "__NV") {
			continue
		}
		fat := binary.BigEndian.AppendUint32(nil, 0xcafebabe)
		for _, n := range []uint32{1, binary.LittleEndian.Uint32(data[4:]), binary.LittleEndian.Uint32(data[8:]), 4096, uint32(len(data)), 12} {
			fat = binary.BigEndian.AppendUint32(fat, n)
		}
		fat = append(append(fat, make([]byte, 4096-len(fat))...), data...)
		if f, texts := open(t, fat); len(texts) != 1 || texts[0] != text("sm_70") || f.Format != "universal Mach-O file" {
			t.Errorf("the universal file is a %s with %.40q", f.Format, texts)
		}
	}
}

// TestPE finds a container in a program for Windows, of which there is no linker here.
func TestPE(t *testing.T) {
	code := pack.Container(pack.Image{Kind: 1, Arch: 70, Data: text("sm_70")})
	b := append([]byte("MZ"), make([]byte, 58)...)
	b = append(binary.LittleEndian.AppendUint32(b, 64), "PE\x00\x00"...)
	section := pe.SectionHeader32{VirtualSize: uint32(len(code)), SizeOfRawData: uint32(len(code)+511) &^ 511, PointerToRawData: 1024}
	copy(section.Name[:], ".nv_fatb")
	for _, part := range []any{
		pe.FileHeader{Machine: pe.IMAGE_FILE_MACHINE_AMD64, NumberOfSections: 1, SizeOfOptionalHeader: uint16(binary.Size(pe.OptionalHeader64{}))},
		pe.OptionalHeader64{Magic: 0x20b, NumberOfRvaAndSizes: 16}, section,
	} {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	b = append(append(b, make([]byte, 1024-len(b))...), code...)
	b = append(b, make([]byte, int(section.SizeOfRawData)-len(code))...)
	if f, texts := open(t, b); len(texts) != 1 || texts[0] != text("sm_70") || f.Format != "PE file" {
		t.Errorf("a %s with %.40q", f.Format, texts)
	}
}

// TestCubin reads the kernels and the target of machine code.
func TestCubin(t *testing.T) {
	const cc = "gcc"
	w := needs(t, cc)
	w.write("code.s", []byte(".globl kernel, helper\n.type kernel,@function\n.type helper,@function\nkernel: .long 0\nhelper: .long 0\n"))
	w.command(cc, "-c", "code.s", "-o", "code.o")
	data := w.read("code.o")
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	n := slices.IndexFunc(symbols, func(s elf.Symbol) bool { return s.Name == "kernel" })
	data[int(f.SectionByType(elf.SHT_SYMTAB).Offset)+(n+1)*elf.Sym64Size+5] |= entry
	binary.LittleEndian.PutUint16(data[18:], uint16(emCUDA))
	for _, c := range []struct {
		abi   byte
		flags uint32
		want  string
	}{{7, 0x560556, "sm_86"}, {8, 0x6007802, "sm_120"}} {
		data[8] = c.abi
		binary.LittleEndian.PutUint32(data[48:], c.flags)
		got, _ := open(t, data)
		i := got.Images[0]
		if b, err := i.Bytes(); i.Kind() != Cubin || i.Target() != c.want || !bytes.Equal(b, data) {
			t.Errorf("a %s of %s with %d bytes (%v), want a cubin of %s with %d", i.Kind(), i.Target(), len(b), err, c.want, len(data))
		}
	}
	if names, err := CubinKernels(data); err != nil || !slices.Equal(names, []string{"kernel"}) {
		t.Errorf("kernels %q, %v", names, err)
	}
	if _, err := CubinKernels(data[:100]); err == nil {
		t.Error("a cubin that is cut off has kernels")
	}
}

func reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// TestNVCC reads what NVIDIA's compiler made.
func TestNVCC(t *testing.T) {
	for name, want := range map[string]string{
		"ptxonly.fatbin": "PTX sm_80 zstd",
		"size.fatbin":    "cubin sm_80 zstd|PTX sm_80 zstd",
		"lto.o":          "PTX sm_80 zstd|LTO IR sm_80 zstd",
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "nvcc", name))
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, image := range f.Images {
			got = append(got, fmt.Sprintf("%s %s %s", image.Kind(), image.Target(), image.Compression))
			if image.Kind() != PTX {
				continue
			}
			text, err := image.Text()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text, "\n.version 9.0\n.target sm_80\n") || !strings.Contains(text, ".entry _ZN3sim4stepEPNS_4BodyENS_6ParamsENS_4ModeE(") || !strings.HasSuffix(strings.TrimRight(text, "\n\x00"), "}") {
				t.Errorf("%s: the PTX is %.200q", name, text)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, "|"), want)
		}
	}
}
