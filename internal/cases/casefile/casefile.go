// Package casefile reads conformance cases and runs them on an engine: kernels
// in PTX, inputs, launches and the bytes that memory must hold after them.
// docs/CASES.md describes the folders. The package knows no engine; the
// reference interpreter and the generated code each stand behind Engine.
package casefile

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Case is one folder.
type Case struct {
	Dir       string     `json:"-"`
	Format    int        `json:"format"`
	Name      string     `json:"name"`
	Tolerance string     `json:"tolerance,omitempty"` // "bits", or "abs:X,rel:Y" for float elements
	Notes     string     `json:"notes,omitempty"`
	Stdout    string     `json:"stdout,omitempty"` // file with the expected printf output
	PTX       []PTX      `json:"ptx"`
	Buffers   []*Buffer  `json:"buffers"`
	Images    []*Image   `json:"images,omitempty"`
	Samplers  []*Sampler `json:"samplers,omitempty"`
	Launches  []*Launch  `json:"launches"`

	// Contract is the setting of contraction that the expectations hold for, "" where
	// they hold for both.
	Contract string `json:"contract,omitempty"`

	// Open says what the expected bytes rest on that the manual leaves open, "" where there
	// is nothing: an order of threads that ptx2go promises and a GPU does not.
	Open string `json:"open,omitempty"`

	// Rounded is set by whoever runs the case without contraction. Compare then takes
	// no notice of Buffer.Contracted.
	Rounded bool `json:"-"`
}

// The settings of contraction, see package lower/pass.
const (
	ContractPtxas = "ptxas" // products are fused as an assembler does
	ContractNone  = "none"
)

// PTX is one variant of the kernels; all variants share the expectations.
type PTX struct {
	File     string   `json:"file"`
	Link     []string `json:"link,omitempty"` // the files that it is linked with
	Target   string   `json:"target,omitempty"`
	Version  string   `json:"version,omitempty"`
	Opt      string   `json:"opt,omitempty"`
	Producer string   `json:"producer,omitempty"`
}

// Buffer is global memory, or with Symbol a variable of the module.
type Buffer struct {
	Name   string `json:"name"`
	Elem   string `json:"elem"`
	Count  int    `json:"count"`
	Bytes  int    `json:"bytes"`
	Init   string `json:"init,omitempty"`   // "zero", a file, or "" where the contents do not matter
	Expect string `json:"expect,omitempty"` // file, "" where the contents do not matter
	// Contracted is the file with the contents where products are fused, if these are
	// not those of Expect.
	Contracted string    `json:"contracted,omitempty"`
	Symbol     string    `json:"symbol,omitempty"`
	Unwritten  bool      `json:"-"` // nobody has written to it, for a sanitizer
	Ptrs       []Pointer `json:"ptrs,omitempty"`

	// Contents are the initial bytes of a case that was made in memory, in
	// place of the file Init. Save writes them to a file.
	Contents []byte `json:"-"`
}

// Pointer is an address stored in memory: 8 bytes at At, or 4 if Bytes says so, are
// the address of buffer Buf plus Offset.
type Pointer struct {
	At     int    `json:"at"`
	Buf    string `json:"buf"`
	Offset int    `json:"offset"`
	Bytes  int    `json:"bytes,omitempty"`
}

// Launch is one kernel launch.
type Launch struct {
	Kernel string    `json:"kernel"`
	Grid   [3]uint32 `json:"grid"`
	Block  [3]uint32 `json:"block"`
	Shared int       `json:"dynamic_shared"` // bytes
	Args   []Arg     `json:"args"`
	Fault  *Fault    `json:"fault,omitempty"` // how it must end; nil where it must not fault

	// Stdout is where the engine puts what the kernel prints.
	Stdout io.Writer `json:"-"`
}

// Arg is one kernel parameter: the address of a buffer, or literal bytes.
type Arg struct {
	Buf     string    `json:"buf,omitempty"`
	Offset  int       `json:"offset,omitempty"`
	Bytes   int       `json:"bytes,omitempty"`   // of the address: 4, else 8
	Texture string    `json:"texture,omitempty"` // handle of the texture of an image
	Surface string    `json:"surface,omitempty"`
	Sampler string    `json:"sampler,omitempty"`
	Type    string    `json:"type,omitempty"`
	Hex     string    `json:"hex,omitempty"`
	Value   string    `json:"value,omitempty"` // Hex for people
	Align   int       `json:"align,omitempty"`
	Ptrs    []Pointer `json:"ptrs,omitempty"`
}

// maxMemory bounds what all buffers of a case may take together.
const maxMemory = 1 << 30

// Load reads a case folder. What the folder says is checked as far as it can be
// without running it.
func Load(dir string) (*Case, error) {
	path := filepath.Join(dir, "case.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Case{Dir: dir}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(c)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("unexpected text after the case")
		}
	}
	if err == nil {
		err = c.validate()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// Paths returns the paths of a PTX variant's files: its own, and those that it is
// linked with.
func (c *Case) Paths(file string) []string {
	paths := []string{filepath.Join(c.Dir, file)}
	for _, p := range c.PTX {
		if p.File == file {
			for _, other := range p.Link {
				paths = append(paths, filepath.Join(c.Dir, other))
			}
		}
	}
	return paths
}

// Save writes the case to a folder: case.json, and a file for each buffer with
// initial contents. PTX files and expectations are not written. The buffers then
// hold their contents, and name the new files.
func (c *Case) Save(dir string) error {
	for i, b := range c.Buffers {
		data, err := c.contents(b)
		if err != nil {
			return err
		}
		if data == nil {
			continue
		}
		b.Contents, b.Init = data, fmt.Sprintf("in_%d.bin", i)
		if err := os.WriteFile(filepath.Join(dir, b.Init), data, 0o644); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "case.json"), append(data, '\n'), 0o644)
}

// expectation returns the file with the expected contents of a buffer, "" where these
// do not matter.
func (c *Case) expectation(b *Buffer) string {
	if b.Contracted != "" && !c.Rounded {
		return b.Contracted
	}
	return b.Expect
}

// contents returns the initial bytes of a buffer, nil where they are all zero or
// do not matter.
func (c *Case) contents(b *Buffer) ([]byte, error) {
	data := b.Contents
	if data == nil && (b.Init == "" || b.Init == "zero") {
		return nil, nil
	}
	if data == nil {
		var err error
		if data, err = os.ReadFile(filepath.Join(c.Dir, b.Init)); err != nil {
			return nil, err
		}
	}
	if len(data) != b.Bytes {
		return nil, fmt.Errorf("%d initial bytes for buffer %s, which has %d", len(data), b.Name, b.Bytes)
	}
	return data, nil
}

// validate finds mistakes that would otherwise show up as wrong results.
func (c *Case) validate() error {
	if c.Format != 1 {
		return fmt.Errorf("format %d, this program reads format 1", c.Format)
	}
	if _, err := parseTolerance(c.Tolerance); err != nil {
		return err
	}
	if c.Contract != "" && c.Contract != ContractPtxas && c.Contract != ContractNone {
		return fmt.Errorf("contract %q: %s or %s", c.Contract, ContractPtxas, ContractNone)
	}
	if len(c.PTX) == 0 || len(c.Launches) == 0 {
		return errors.New("no PTX file or no launch")
	}
	files := []string{c.Stdout}
	for _, p := range c.PTX {
		if p.File == "" {
			return errors.New("a PTX variant without a file")
		}
		files = append(append(files, p.File), p.Link...)
		if slices.Contains(p.Link, "") {
			return errors.New("a PTX variant is linked with a file without a name")
		}
	}
	names := map[string]bool{}
	total := 0
	for _, b := range c.Buffers {
		if b.Name == "" || names[b.Name] {
			return fmt.Errorf("two buffers are named %q, or one has no name", b.Name)
		}
		names[b.Name] = true
		size, ok := elemSizes[b.Elem]
		if !ok {
			return fmt.Errorf("buffer %s: unknown element type %q", b.Name, b.Elem)
		}
		if b.Bytes < 0 || b.Bytes > maxMemory-total || b.Elem != "bytes" && b.Bytes/size != b.Count || b.Bytes%size != 0 {
			return fmt.Errorf("buffer %s: %d elements %s in %d bytes", b.Name, b.Count, b.Elem, b.Bytes)
		}
		total += b.Bytes
		if b.Init != "zero" {
			files = append(files, b.Init)
		}
		if b.Contracted != "" && (b.Expect == "" || c.Contract != "") {
			return fmt.Errorf("buffer %s: contents with contraction are for a buffer that has an expectation without, in a case for both", b.Name)
		}
		files = append(files, b.Expect, b.Contracted)
	}
	for _, f := range files {
		if f != "" && !filepath.IsLocal(f) {
			return fmt.Errorf("file %q is not in the folder", f)
		}
	}
	if err := c.validateImages(); err != nil {
		return err
	}
	if err := c.validateFaults(); err != nil {
		return err
	}
	return c.validateRefs(names)
}

// validateRefs checks what names buffers.
func (c *Case) validateRefs(names map[string]bool) error {
	ptrs := func(list []Pointer, size int) error {
		for _, p := range list {
			if !names[p.Buf] {
				return fmt.Errorf("no buffer %q", p.Buf)
			}
			if p.Bytes != 0 && p.Bytes != 4 && p.Bytes != 8 {
				return fmt.Errorf("a pointer of %d bytes", p.Bytes)
			}
			if p.At < 0 || p.At > size-width(p.Bytes) {
				return fmt.Errorf("pointer at byte %d of %d", p.At, size)
			}
		}
		return nil
	}
	for _, b := range c.Buffers {
		if err := ptrs(b.Ptrs, b.Bytes); err != nil {
			return fmt.Errorf("buffer %s: %w", b.Name, err)
		}
	}
	for _, l := range c.Launches {
		for i, a := range l.Args {
			fail := func(err error) error { return fmt.Errorf("launch of %s, argument %d: %w", l.Kernel, i, err) }
			if a.Texture != "" || a.Surface != "" || a.Sampler != "" {
				continue // see validateImages
			}
			if a.Buf != "" {
				if !names[a.Buf] || a.Hex != "" {
					return fail(fmt.Errorf("no buffer %q, or it has bytes too", a.Buf))
				}
				if a.Bytes != 0 && a.Bytes != 4 && a.Bytes != 8 {
					return fail(fmt.Errorf("an address of %d bytes", a.Bytes))
				}
				continue
			}
			data, err := hex.DecodeString(a.Hex)
			if err != nil {
				return fail(err)
			}
			if size := elemSizes[a.Type]; size == 0 || a.Type != "bytes" && size != len(data) {
				return fail(fmt.Errorf("%d bytes for a %q", len(data), a.Type))
			}
			if err := ptrs(a.Ptrs, len(data)); err != nil {
				return fail(err)
			}
		}
	}
	return nil
}

// Narrow reports whether addresses of 4 bytes are given to kernels.
func (c *Case) Narrow() bool {
	narrow := func(list []Pointer) bool {
		return slices.ContainsFunc(list, func(p Pointer) bool { return p.Bytes == 4 })
	}
	for _, b := range c.Buffers {
		if narrow(b.Ptrs) {
			return true
		}
	}
	for _, l := range c.Launches {
		if slices.ContainsFunc(l.Args, func(a Arg) bool { return a.Bytes == 4 || narrow(a.Ptrs) }) {
			return true
		}
	}
	return false
}

// Kernels lists the kernels that the case launches, each once, in the order of
// their first launch.
func (c *Case) Kernels() []string {
	var out []string
	seen := map[string]bool{}
	for _, l := range c.Launches {
		if !seen[l.Kernel] {
			seen[l.Kernel] = true
			out = append(out, l.Kernel)
		}
	}
	return out
}
