package fatbin

import (
	"bytes"
	"cmp"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// File is a file with device code.
type File struct {
	Format string // what it is, for people
	Images []*Image

	groups int
	toLink bool // there is code for a linker of clang
	size   int64
	left   int64 // how many bytes its images may still become
}

// ErrNoCode says that a file has no device code.
var ErrNoCode = errors.New("no device code")

// formats are what a file can be, by how it begins.
var formats = []struct {
	name   string
	begins []string
}{
	{fatBinary, []string{"\x50\xed\x55\xba", "\xb1\x43\x62\x46", "\x01\x5a\xe5\x1e"}},
	{elfFile, []string{"\x7fELF"}},
	{archive, []string{"!<arch>\n"}},
	{peFile, []string{"MZ"}},
	{coffFile, []string{"\x64\x86", "\x64\xaa"}},
	{machO, []string{"\xcf\xfa\xed\xfe", "\xfe\xed\xfa\xcf"}},
	{universal, []string{"\xca\xfe\xba\xbe"}},
}

// The names of the formats.
const (
	fatBinary = "fat binary"
	elfFile   = "ELF file"
	archive   = "archive"
	peFile    = "PE file"
	coffFile  = "COFF file"
	machO     = "Mach-O file"
	universal = "universal Mach-O file"
)

// Known reports whether a file that begins so is of a format that can carry device code. No text
// begins so.
func Known(begin []byte) bool { return formatOf(begin) != "" }

// formatOf is the name of a format, or "".
func formatOf(begin []byte) string {
	for _, f := range formats {
		for _, m := range f.begins {
			if bytes.HasPrefix(begin, []byte(m)) && (len(m) > 2 || bytes.IndexByte(begin, 0) >= 0) {
				return f.name
			}
		}
	}
	return ""
}

// beginning is how much of a file tells its format.
const beginning = 64

// Open finds the images of a file. Where something is wrong in the middle, the File has those that
// were found before. A file that has none is ErrNoCode.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{size: size, left: budget(size)}
	err := f.open(section{ReaderAt: r, end: size})
	if err == nil && len(f.Images) == 0 {
		err = fmt.Errorf("%w in the %s", ErrNoCode, f.Format)
		if f.toLink {
			err = fmt.Errorf("%w but what its section %s has for clang's linker: link the program, or compile without -fgpu-rdc", err, offloading)
		}
	}
	return f, err
}

func (f *File) open(s section) error {
	begin := make([]byte, min(beginning, s.end-s.base))
	if err := s.read(begin, s.base); err != nil {
		return err
	}
	format := formatOf(begin)
	if f.Format == "" {
		f.Format = format
	}
	switch format {
	case fatBinary:
		return f.containers(s)
	case elfFile:
		return f.elf(s)
	case archive:
		return f.archive(s)
	case peFile, coffFile:
		return f.pe(s)
	case machO:
		return f.macho(s)
	case universal:
		return f.universal(s)
	}
	return fmt.Errorf("%w: the format is unknown", ErrNoCode)
}

// sections are the names of sections with fat binaries: of what is complete, and of what is still
// to be linked. Windows has no more than eight letters.
var sections = []string{".nv_fatbin", "__nv_relfatbin", "__nv_fatbin", ".nv_fatb", "__nv_rel"}

// offloading is the section in which clang keeps what is still to be linked by a linker of its own.
const offloading = ".llvm.offloading"

// place is where a section lies, from the beginning of its file.
type place struct {
	name     string
	at, size uint64
}

// carried reads the containers in sections of a file that lies at s.
func (f *File) carried(s section, all []place) error {
	slices.SortFunc(all, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	end := uint64(0)
	for _, p := range all {
		if p.name == offloading {
			f.toLink = true
		}
		if !slices.Contains(sections, p.name) || p.size == 0 {
			continue
		}
		if room := uint64(s.end - s.base); p.at > room || p.size > room-p.at {
			return s.errorf(s.base, "the section %s lies behind the end of the file", p.name)
		}
		if p.at < end {
			return s.errorf(s.base+int64(p.at), "the section %s lies in another one", p.name)
		}
		end = p.at + p.size
		at := s.base + int64(p.at)
		if err := f.containers(section{s.ReaderAt, p.name, at, at + int64(p.size)}); err != nil {
			return err
		}
	}
	return nil
}

// reader is a file as the packages of the standard library want it.
func (s *section) reader() *io.SectionReader { return io.NewSectionReader(s, s.base, s.end-s.base) }

// emCUDA is the machine of ELF files with code for NVIDIA's GPUs.
const emCUDA = elf.Machine(190)

func (f *File) elf(s section) error {
	var all []place
	cubin := false
	err := guard(func() error {
		file, err := elf.NewFile(s.reader())
		if err != nil {
			return err
		}
		for _, x := range file.Sections {
			if x.Type != elf.SHT_NOBITS {
				all = append(all, place{x.Name, x.Offset, x.FileSize})
			}
		}
		if cubin = file.Machine == emCUDA; cubin {
			begin := make([]byte, 52)
			if err := s.read(begin, s.base); err != nil {
				return err
			}
			f.groups++
			f.Images = append(f.Images, &Image{
				Group: f.groups, Offset: s.base, Stored: s.end - s.base, Size: s.end - s.base,
				number: 2, arch: cubinArch(begin), file: f, section: s,
			})
		}
		return nil
	})
	if err != nil || cubin {
		return err
	}
	return f.carried(s, all)
}

// cubinArch is the number of the target in the flags of a cubin.
func cubinArch(begin []byte) uint32 {
	at := 36 // of 32 bits
	if begin[4] == byte(elf.ELFCLASS64) {
		at = 48
	}
	flags := binary.LittleEndian.Uint32(begin[at:])
	if begin[8] >= 8 { // the version of the ABI
		return flags >> 8 & 0xff
	}
	return flags & 0xff
}

func (f *File) pe(s section) error {
	var all []place
	err := guard(func() error {
		file, err := pe.NewFile(s.reader())
		if err != nil {
			return err
		}
		for _, x := range file.Sections {
			size := x.Size
			if x.VirtualSize > 0 {
				size = min(size, x.VirtualSize) // the rest is padding
			}
			all = append(all, place{x.Name, uint64(x.Offset), uint64(size)})
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.carried(s, all)
}

func (f *File) macho(s section) error {
	var all []place
	err := guard(func() error {
		file, err := macho.NewFile(s.reader())
		if err != nil {
			return err
		}
		for _, x := range file.Sections {
			all = append(all, place{x.Name, uint64(x.Offset), x.Size})
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.carried(s, all)
}

func (f *File) universal(s section) error {
	var parts []place
	err := guard(func() error {
		file, err := macho.NewFatFile(s.reader())
		if err != nil {
			return err
		}
		for _, a := range file.Arches {
			parts = append(parts, place{at: uint64(a.Offset), size: uint64(a.Size)})
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range parts {
		at := s.base + int64(p.at)
		if at+int64(p.size) > s.end {
			return s.errorf(s.base, "a part lies behind the end of the file")
		}
		if err := f.macho(section{s.ReaderAt, s.name, at, at + int64(p.size)}); err != nil {
			return err
		}
	}
	return nil
}
