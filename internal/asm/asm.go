// Package asm makes assembly of the gangs of a module, for builds of every version of Go: package
// codegen prints their functions, pinned compiles them, and harvest writes what the compiler makes of
// them. It decides what has no gangs where one of its functions is refused. It knows nothing of
// folders, or of flags.
package asm

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime"
)

// ordinary are builds without the experiment, which has the gangs in Go.
const ordinary = "!goexperiment.simd"

// ErrUnavailable is that there is no compiler for it.
var ErrUnavailable = pinned.ErrUnavailable

// Module is a module whose gangs are assembly.
type Module struct {
	// Files are what codegen.Files gives without assembly, whatever has become of the gangs.
	Files []codegen.File
	// Go, of the name in codegen.Options.Asm, and Source, of the same name but .s, are the assembly;
	// nil where no kernel has any.
	Go     *codegen.File
	Source []byte
	// Refused says of gang functions why they are no assembly. Their kernels have none at all.
	Refused []Refusal
	// Unasked are loops of gangs in which nothing asks whether the launch has ended.
	Unasked []harvest.Loop
}

// Refusal is a gang function that is no assembly.
type Refusal struct {
	Kernel string // by its name in the PTX
	harvest.Refusal
}

// Files prints a module. The error is ErrUnavailable where there is no compiler: the module then has
// its Files.
func Files(ctx context.Context, s *schedule.Schedule, opt codegen.Options) (*Module, error) {
	m := &Module{}
	opt.AsmTags = harvest.Constraint + " && " + ordinary
	for again := opt; ; again.After = nil {
		files, err := codegen.Files(s, again)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(files, func(f codegen.File) bool { return f.Name == codegen.Vector })
		if m.Files == nil {
			m.Files = files
			if at >= 0 {
				m.Files = files[:at-1]
			}
		}
		if at < 0 {
			return m, nil
		}
		out, err := assemble(ctx, &files[at], opt.Tags)
		if err != nil {
			return m, err
		}
		if len(out.Refused) == 0 {
			m.Go, m.Source, m.Unasked = &files[at-1], out.Asm, out.Unasked
			return m, nil
		}
		again.NoAsm = m.refuse(&files[at], out.Refused)
	}
}

// refuse notes why functions are refused, and returns the kernels that have any.
func (m *Module) refuse(f *codegen.File, list []harvest.Refusal) map[string]bool {
	for _, r := range list {
		i := slices.IndexFunc(f.Leaves, func(l codegen.Leaf) bool { return l.Name == r.Func })
		m.Refused = append(m.Refused, Refusal{f.Leaves[i].Kernel, r})
	}
	kernels := map[string]bool{}
	for _, r := range m.Refused {
		kernels[r.Kernel] = true
	}
	return kernels
}

// assemble makes assembly of gang functions.
func assemble(ctx context.Context, f *codegen.File, tags string) (*harvest.Output, error) {
	text, err := pinned.Listing(ctx, runtime.Sources(), map[string][]byte{f.Name: f.Source})
	if err != nil {
		return nil, err
	}
	l, err := harvest.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("asm: %w", err)
	}
	also := ordinary
	if tags != "" {
		also = "(" + tags + ") && " + also
	}
	var names []string
	for _, x := range f.Leaves {
		names = append(names, x.Name)
	}
	return harvest.Harvest(l, harvest.Options{
		Package: pinned.Package, File: f.Name, Source: f.Source, Funcs: names,
		Gang: pinned.Runtime + "/gen.CTA", Toolchain: goversion.Pinned, Tags: also,
	})
}

// SourceName is the file of assembly beside a Go file.
func SourceName(goFile string) string { return strings.TrimSuffix(goFile, ".go") + ".s" }
