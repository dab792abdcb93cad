package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
)

// unitGo is the first file of a unit's package.
const unitGo = "kernel_ptx.go"

// writePackages writes the packages of units into a folder, as ordinary builds have them: with gangs in
// assembly, which is made for all of them at once. What is wrong with a unit is noted in it. Without the
// compiler of the assembly the packages have none, and stderr gets a line that says so.
func writePackages(ctx context.Context, units []*unit, dir string, stderr io.Writer) error {
	var requests []asm.Request
	for _, u := range units {
		requests = append(requests, asm.Request{Schedule: u.sched, Options: u.options(), Guard: guard})
	}
	modules, err := asm.All(ctx, requests)
	if errors.Is(err, asm.ErrUnavailable) {
		fmt.Fprintf(stderr, "ptx2go: SKIPPED: threads run one at a time, not in vectors: %v\n", err)
	} else if err != nil {
		return err
	}
	for i, u := range units {
		m := modules[i]
		if u.err = m.Err; u.err != nil {
			continue
		}
		if u.err = u.write(dir, m.All()); u.err == nil && u.forms != nil {
			setGangs(u.forms, u.sched, m.Files[0].Reports[builtFor()])
			setRefused(u.forms, m.Refused)
		}
	}
	return nil
}

// setRefused says which kernels have no gangs in assembly, and why.
func setRefused(forms []kernelForm, list []asm.Refusal) {
	for _, r := range list {
		i := slices.IndexFunc(forms, func(f kernelForm) bool { return f.Kernel == r.Kernel })
		if forms[i].NoGangs == "" {
			forms[i].NoGangs = "machine code that is not taken for assembly: " + r.Why
		}
	}
}

// options are those that the code of a unit is printed with.
func (u *unit) options() codegen.Options {
	opt := codegen.Options{
		Package: u.pkg, Source: u.source, Output: unitGo, Comments: true,
		Command: "ptx2go " + shellWord(u.source), ModuleVar: "Module", Linked: linkedNames(u.sched.Module),
		Widest: u.allGangs,
	}
	opt.Sanitize, opt.Independent = u.notes, u.independent
	for _, t := range targets {
		if t.Arch() != builtFor() || u.sched.Debug || u.any() { // with notes threads run one at a time
			continue
		}
		name, _ := asmOptions(&opt, t)
		*name = asmName(unitGo, t)
	}
	if u.sched.Debug {
		opt.Line = opt.Source
		for i := range opt.Linked {
			opt.Linked[i].Line = opt.Linked[i].Name
		}
	}
	return opt
}

// write writes files of a unit's package, and removes those of an earlier run with -keep.
func (u *unit) write(dir string, files []codegen.File) error {
	d := filepath.Join(dir, u.pkg)
	if err := os.MkdirAll(d, 0o755); err != nil {
		return err
	}
	names := []string{unitGo}
	for _, t := range targets {
		names = append(names, asmName(unitGo, t), asm.SourceName(asmName(unitGo, t)))
	}
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(d, name)); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(d, f.Name), f.Source, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// packageFor names the folder of a unit's code. The number keeps apart what
// letters that no package has make equal.
func packageFor(i int, name string) string {
	return fmt.Sprintf("k%d_", i) + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '_'
	}, name)
}
