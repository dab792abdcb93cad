package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/page"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/texthash"
)

// result is what one PTX file, or several that are linked, become.
type result struct {
	input string
	pkg   string
	files []outFile // the first one has the launch functions
	html  []byte    // the page of -html, nil for none
}

// results translates PTX files, and the texts of -from-go. Mistakes in them have been reported where
// the error is errFailed.
func (opt *generateOptions) results(ctx context.Context, files []input, std Stdio) ([]result, error) {
	texts, err := opt.texts()
	if err != nil {
		return nil, err
	}
	var list []result
	var waiting []*module // not printed yet
	failed, size := false, 0
	print := func() error {
		batch := waiting
		waiting, size = nil, 0
		if failed {
			return nil // nothing will be written
		}
		if err := printAll(ctx, batch, opt.asm == asmRequire); err != nil {
			return err
		}
		for _, m := range batch {
			if err := m.finish(std); err != nil {
				return err
			}
			list = append(list, m.result)
		}
		return nil
	}
	one := func(opt *generateOptions, ins []input) error {
		m, err := opt.one(ins, std)
		if err != nil {
			return err
		}
		if m == nil {
			failed = true
			return nil
		}
		waiting = append(waiting, m)
		// Many files are compiled at once, where there is assembly to make, but not so many that their
		// modules fill the memory.
		const most = 1 << 20
		if size += len(m.file.Src); size < most && asksAsm(&m.opt) && m.stages.stats == nil {
			return nil
		}
		return print()
	}
	for _, ins := range grouped(files, opt.link) {
		if err := one(opt, ins); err != nil {
			return nil, err
		}
	}
	for _, t := range texts {
		of := *opt
		of.text = t
		if err := one(&of, []input{constInput(t)}); err != nil {
			return nil, err
		}
	}
	if err := print(); err != nil {
		return nil, err
	}
	if failed {
		return nil, errFailed
	}
	return list, nil
}

// module is a module on its way to its files.
type module struct {
	gen    *generateOptions
	file   *diag.File
	sched  *schedule.Schedule
	opt    codegen.Options
	path   string // of the Go file, "-" for standard output
	note   string // says which builds have no assembly that one would expect to
	stages compileOptions
	code   code
	result result
}

// one translates one file, or several that are linked, but for the printing. The module is nil when
// the PTX is wrong, which has then been reported.
func (opt *generateOptions) one(ins []input, std Stdio) (*module, error) {
	f, err := loadLinked(ins, std.In)
	if err != nil {
		return nil, err
	}
	d, err := newDumper(opt.dump, std.Err)
	if err != nil {
		return nil, err
	}
	l := diag.NewList(f)
	co := compileOptions{entries: opt.entries, warp: opt.mode, model: opt.model, contract: opt.fuse, externs: opt.externs, debug: opt.debug(), sanitize: opt.sanitize.insertCode(), count: opt.count, points: opt.sched, dump: d}
	if opt.html != "" {
		co.page = page.New(f)
	}
	if opt.stats {
		fmt.Fprintf(std.Err, "%s: %s\n", strings.Join(pathsOf(ins), ", "), diag.Count(len(f.Src), "byte"))
		co.stats = newStopwatch(std.Err, len(f.Src))
	}
	m := lowerModule(f, l, co)
	opt.noteLine(f, l)
	var s *schedule.Schedule
	var params kernelParams
	if m != nil {
		if params, err = opt.paramsOf(m); err != nil {
			return nil, err
		}
		if err := opt.declare(m, params); err != nil {
			return nil, err
		}
		s = pipeline.Schedule(m, co.stages(l))
		co.stats.lap("schedule")
		if !opt.sched {
			noteCoroutines(s, l)
		}
		noteTypes(s, params, l)
		d.schedule(s)
		notePage(co.page, s)
		codegen.NoteLarge(m, l)
	}
	if bad, err := report(l, opt.json, std); bad || err != nil {
		return nil, err
	}
	if err := codegen.CheckExterns(m, opt.externs); err != nil {
		return nil, fmt.Errorf("-extern: %w", err)
	}
	mod, err := opt.module(ins, f, s, co)
	if err == nil {
		mod.opt.Params = params
	}
	return mod, err
}

// module decides on the files that a module becomes.
func (opt *generateOptions) module(ins []input, f *diag.File, s *schedule.Schedule, co compileOptions) (*module, error) {
	parts := f.Parts()
	m := &module{gen: opt, file: f, sched: s, stages: co, path: opt.output}
	m.result.input = ins[0].path
	file := opt.output // where the source will lie, as far as that is known
	hash := texthash.Of(f.Text(parts[0]))
	if opt.text != nil {
		hash = texthash.Of(opt.text.Value)
	}
	if file == "" || file == "-" {
		file = ins[0].base + outputSuffix
	}
	if m.path == "" {
		m.path = file
	}
	if !utf8.ValidString(filepath.Base(m.path)) {
		return nil, fmt.Errorf("the output %s: tools for Go take no file whose name is not UTF-8\n    hint: -o names another", diag.Shown(m.path))
	}
	m.result.pkg = opt.packageName(filepath.Dir(file))
	m.opt = codegen.Options{
		Package:  m.result.pkg,
		Source:   sourceName(parts, 0, filepath.Dir(file)),
		Output:   filepath.Base(file),
		Command:  opt.command(pathsOf(ins)),
		Hash:     hash,
		Accurate: opt.model.IsAccurate(),
		Tags:     opt.tags,
		Comments: opt.comments == "ptx",
		Prefix:   opt.prefix,
		Externs:  opt.externs,
		After:    co.stats.lap,
	}
	m.opt.Sanitize = opt.sanitize.options(opt.mode)
	m.opt.Independent = opt.mode.independent
	if opt.line != lineOff {
		m.opt.Line = relative(filepath.Dir(file), f.Name)
	}
	if opt.line == lineCUDA {
		m.opt.Origin = originPath(filepath.Dir(f.Name), filepath.Dir(file))
	}
	if opt.simd && builtWith(file, opt.tags, harvest.AMD64.Constraint()) {
		m.opt.Leaves = append(m.opt.Leaves, "amd64")
	}
	if opt.simd && builtWith(file, opt.tags, "arm64") {
		m.opt.Leaves = append(m.opt.Leaves, "arm64")
	}
	for i, p := range parts[1:] {
		x := codegen.Linked{Name: sourceName(parts, i+1, filepath.Dir(file)), Hash: texthash.Of(f.Text(p))}
		if opt.line != lineOff {
			x.Line = relative(filepath.Dir(file), p.Name)
		}
		m.opt.Linked = append(m.opt.Linked, x)
	}
	m.note = opt.askAsm(&m.opt, file)
	return m, nil
}

// finish says what is to be said of a module that was printed, and makes its files.
func (m *module) finish(std Stdio) error {
	if m.gen.verbose && (len(m.opt.Leaves) > 0 || asksAsm(&m.opt)) {
		l := diag.NewList(m.file)
		noteGangs(m.sched, m.code.file.Reports, l)
		m.code.noteRefused(m.sched, l)
		if _, err := report(l, m.gen.json, std); err != nil {
			return err
		}
	}
	m.code.say(m.path, m.note, m.gen.check, std.Err)
	m.result.files = m.code.outFiles(m.path)
	m.stages.stats.total()
	var err error
	if m.stages.page != nil {
		m.result.html, err = renderPage(m.stages.page, filepath.Dir(m.file.Name), m.code.file, m.code.vector)
	}
	return err
}
