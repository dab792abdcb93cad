// Package pipeline strings the stages of the compiler together, from a PTX text to SSA
// and to the schedule of its kernels: for the command, for tests and for the programs
// that compare one stage with another. It holds no knowledge of PTX or SSA itself, reads
// and writes no file, and leaves the printing to package codegen, which takes a schedule.
package pipeline

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/counters"
	"github.com/ptx2go/ptx2go/lower/interleave"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Options are what the stages are told.
type Options struct {
	Build  builder.Options
	Passes pass.List // in the place of pass.Standard, where not nil
	Pass   pass.Options

	// Sanitize is what a sanitizer is to look for: notes are inserted in front of the passes.
	Sanitize sanitize.Options

	// Interleave inserts the points of launches whose order a seed decides, as Sanitize does its notes.
	Interleave bool

	// Count inserts what counts executions and accesses.
	Count bool

	// After, where not nil, is called behind each stage of Lower: parse, check, link where
	// there are several modules, build, passes. The module is nil in front of SSA.
	After func(stage string, m *ir.Module)
}

func (o *Options) after(stage string, m *ir.Module) {
	if o.After != nil {
		o.After(stage, m)
	}
}

// Lower takes a PTX text, or several that are joined to be linked, to SSA behind the
// passes. Mistakes are in the list; the module is nil if there are any.
func Lower(f *diag.File, l *diag.List, o Options) *ir.Module {
	mods := frontend.ParseAll(f, l)
	o.after("parse", nil)
	// Names and forms are checked even after syntax errors, so that one run
	// shows all mistakes.
	for _, ast := range mods {
		frontend.Check(ast, l)
	}
	o.after("check", nil)
	if len(mods) > 1 {
		frontend.Link(mods, l)
		o.after("link", nil)
	}
	if l.Errors() > 0 {
		for _, ast := range mods {
			unsupported(ast, l, o.Build.Entries)
		}
		return nil
	}
	o.Build.Notes, o.Build.Count = o.Sanitize.Any() || o.Count, o.Count
	m := builder.Module(mods, l, o.Build)
	if l.Errors() > 0 {
		return nil
	}
	o.after("build", m)
	list := o.Passes
	if list == nil {
		list = pass.Standard
	}
	if o.Sanitize.Any() || o.Interleave || o.Count {
		// What a kernel computes is decided without them; what does not change that comes after them.
		n := 0
		if len(list) >= len(pass.Meaning) {
			n = len(pass.Meaning)
		}
		pass.Run(m, list[:n], o.Pass)
		if o.Interleave {
			interleave.Insert(m)
		}
		if o.Count {
			counters.Insert(m)
		}
		if o.Sanitize.Any() {
			o.Sanitize.Lockstep = !o.Pass.Independent
			sanitize.Insert(m, o.Sanitize)
		}
		list = list[n:]
	}
	pass.Run(m, list, o.Pass)
	o.after("passes", m)
	return m
}

// Schedule decides how the threads of the kernels of a module run that Lower has made
// with the same options.
func Schedule(m *ir.Module, o Options) *schedule.Schedule {
	return schedule.New(m, schedule.Options{AnyShape: o.Pass.AnyShape, Debug: o.Pass.Debug, Verify: o.Pass.Verify})
}
