package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/argument"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/internal/cxx"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

const runHelp = `The arguments are the kernel's parameters, in order:

  TYPE:NUMBER             a scalar: u32:5, s64:-1, f32:1.5, f32:0f3FC00000 (bits), b8:0xff
  bytes:HEX               a structure by value
  [NAME=]buf:TYPE:N       the address of N elements, all zero
  [NAME=]buf:TYPE:N:FILL  ... filled with FILL: zero, iota (0,1,2...), or numbers such as
                          1,2,3, which repeat; none: zero, but not written, see -sanitize
  [NAME=]buf:TYPE:@FILE   ... with the contents of a file
  ptr:NAME[+BYTES]        an address in a buffer in front of it

Types are ` + runTypes + `. Buffers with a NAME are
printed after the launch, or with -print those that it names; it can name variables
of the module too. For example

  ptx2go run saxpy.ptx -grid 2 -block 128 u32:200 f32:2 buf:f32:200:iota y=buf:f32:200:1

With -link the words in front of the arguments are PTX files that are linked.

With -sched=SEED threads take turns at every access that others may see, in an order that the seed
decides: the same seed gives the same run, and a fault names it. -sched=N..M runs them all, and says
how many come to different buffers, and where the first that does differs. The exit status is 3 then.

With -count the launch is counted, instruction by instruction. docs/COUNTERS.md says what counts.

With a case folder (docs/CASES.md) the launches of the case run, and the buffers are
compared with what it expects. A fault of the kernel is an error: exit status 1.
` + sanitizeHelp

// runOptions are the flags of run.
type runOptions struct {
	kernel      string
	grid, block dims
	shared      int
	engine      string
	print       list
	vars        varFlags
	write       list
	limit       int
	hex         bool
	ptx         string
	trace       bool
	link        bool
	timeout     time.Duration
	steps       int64
	warp        warpMode
	model       intrin.Model
	fuse        contractFlags
	gpu         string
	sanitize    sanitizeFlags
	sched       seeds
	count       countFlags
	cc          ccFlags
	std         Stdio
}

// dims is a flag of one to three numbers.
type dims [3]uint32

func (d *dims) String() string { return fmt.Sprintf("%d,%d,%d", d[0], d[1], d[2]) }

func (d *dims) Set(s string) error {
	words := strings.Split(s, ",")
	if len(words) > 3 {
		return errors.New("more than three dimensions")
	}
	*d = dims{1, 1, 1}
	for i, w := range words {
		n, err := strconv.ParseUint(strings.TrimSpace(w), 10, 32)
		if err != nil || n == 0 {
			return fmt.Errorf("%q is not a dimension", w)
		}
		d[i] = uint32(n)
	}
	return nil
}

// varFlags are the values of -var, which contain commas.
type varFlags []string

func (v *varFlags) String() string     { return strings.Join(*v, " ") }
func (v *varFlags) Set(s string) error { *v = append(*v, s); return nil }

// stepsUsage describes -steps of run and verify.
const stepsUsage = "how many steps a launch may take, 0 for any `number`: values of a warp in the interpreter; rounds of loops in generated code, without vectors"

// runKernel implements ptx2go run.
func runKernel(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("run")
	opt := runOptions{grid: dims{1, 1, 1}, block: dims{1, 1, 1}}
	fs.StringVar(&opt.kernel, "kernel", "", "`name` of the .entry, or what C++ calls it, as far as that tells which (default: the only one)")
	fs.Var(&opt.grid, "grid", "CTAs of the grid: `x[,y[,z]]`")
	fs.Var(&opt.block, "block", "threads of a CTA: `x[,y[,z]]`")
	fs.IntVar(&opt.shared, "shared", 0, "dynamic shared memory in `bytes`")
	oneOf(fs, &opt.engine, "engine", "what runs the kernel. interp: the interpreter. "+generatedUsage, defaultEngine, "go")
	opt.cc.register(fs)
	fs.Var(&opt.print, "print", "print these `buffers` and module variables, separated by commas (default: the buffers with a name; of a case folder those that it compares)")
	fs.Var(&opt.vars, "var", "set a module variable before the launch: `NAME=TYPE:N:FILL`, or NAME=TYPE:@FILE with the contents of a file, as for buffers below; repeatable")
	fs.Var(&opt.write, "write", "write the bytes of buffers and module variables to files: `NAME=FILE`, separated by commas")
	fs.IntVar(&opt.limit, "limit", 64, "print at most `n` elements of a buffer, 0 for all")
	fs.BoolVar(&opt.hex, "hex", false, "print elements as bits")
	fs.StringVar(&opt.ptx, "ptx", "", "which `file` of a case folder to run (default: its first)")
	fs.BoolVar(&opt.link, "link", false, linkUsage+"; they go before the arguments")
	fs.BoolVar(&opt.trace, "trace", false, "print every executed value on standard error (engine interp)")
	fs.DurationVar(&opt.timeout, "timeout", 0, "how long its launches may run, what is built before not counted (default: any time)")
	fs.Int64Var(&opt.steps, "steps", 0, stepsUsage)
	var warp string
	registerWarp(fs, &warp)
	var model modelFlags
	model.register(fs)
	opt.fuse.register(fs)
	opt.sanitize.register(fs)
	opt.count.register(fs)
	fs.Var(&opt.sched, "sched", "run the threads in an order that a `seed` decides; N..M: in those of all these seeds, and compare what comes out")
	words, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	if opt.model, err = model.model(); err != nil {
		return err
	}
	opt.gpu = model.gpu
	if opt.warp, err = parseWarp(warp); err != nil {
		return err
	}
	if _, err = opt.fuse.contract(); err != nil {
		return err
	}
	switch {
	case len(words) == 0:
		return usagef("no PTX file or case folder given")
	case opt.engine != "go" && opt.engine != "interp":
		return usagef("-engine=%s: interp or go", opt.engine)
	case opt.engine == "go" && opt.trace:
		return usagef("-trace is for -engine=interp")
	case opt.sched.on && opt.sanitize.on():
		return usagef("-sched is for launches without -sanitize")
	case opt.count.on && (opt.sched.on || opt.sanitize.on() || opt.trace):
		return usagef("-count is for launches without -sanitize, -sched and -trace")
	case opt.shared < 0 || opt.limit < 0 || opt.steps < 0 || opt.timeout < 0:
		return usagef("-shared, -limit, -steps and -timeout cannot be negative")
	}
	if err := opt.sanitize.check(fs, opt.engine); err != nil {
		return err
	}
	if err := opt.count.check(); err != nil {
		return err
	}
	for _, w := range opt.write {
		if name, file, ok := strings.Cut(w, "="); !ok || name == "" || file == "" {
			return usagef("-write %s: want NAME=FILE", w)
		}
	}
	opt.std = std
	path, words := words[0], words[1:]
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return opt.runCase(ctx, path, words, std)
	}
	paths := []string{path}
	for opt.link && len(words) > 0 && !isRunArg(words[0]) {
		paths, words = append(paths, words[0]), words[1:]
	}
	find := finder{gpu: opt.gpu, cc: opt.cc, std: std}
	ins, err := find.inputs(ctx, paths)
	if err != nil {
		return err
	}
	if ins, err = opt.pick(ins, std); err != nil {
		return err
	}
	return opt.runFile(ctx, ins, words, std)
}

// compile takes the file to SSA. The module is nil if that failed, which has then
// been reported.
func (opt *runOptions) compile(ins []input, entries []string, fuse pass.Contract, std Stdio) (*ir.Module, *diag.File, error) {
	f, err := loadLinked(ins, std.In)
	if err != nil {
		return nil, nil, err
	}
	l := diag.NewList(f)
	warp := opt.warp
	warp.anyBlock = true // one launch, of whatever block
	m := lowerModule(f, l, compileOptions{entries: entries, warp: warp, model: opt.model, contract: fuse, sanitize: opt.sanitize.insert(), points: opt.sched.on, count: opt.count.on})
	bad, err := report(l, false, std)
	if bad && err == nil {
		err = errFailed
	}
	return m, f, err
}

// runFile launches a kernel with arguments from the command line.
func (opt *runOptions) runFile(ctx context.Context, ins []input, words []string, std Stdio) error {
	c, m, shown, err := opt.fileCase(ins, words, std)
	if err != nil {
		return err
	}
	mem, found := opt.execute(ctx, c, m, filepath.Base(m.File.Name))
	if mem == nil || found != nil && !errors.Is(found, errFindings) {
		return found
	}
	if err := opt.show(c, mem, shown, std.Out); err != nil {
		return err
	}
	return found
}

// fileCase makes a case of arguments from the command line, and takes the file to SSA.
func (opt *runOptions) fileCase(ins []input, words []string, std Stdio) (c *casefile.Case, m *ir.Module, shown []string, err error) {
	if opt.ptx != "" {
		return nil, nil, nil, usagef("-ptx is for case folders")
	}
	c = &casefile.Case{Format: 1, Name: "run", PTX: []casefile.PTX{{File: filepath.Base(ins[0].name)}}}
	launch := &casefile.Launch{Grid: opt.grid, Block: opt.block, Shared: opt.shared}
	c.Launches = []*casefile.Launch{launch}
	known := map[string]bool{}
	shown = opt.print
	for i, w := range words {
		a, err := parseRunArg(w, i, known)
		if err != nil {
			return nil, nil, nil, err
		}
		launch.Args = append(launch.Args, a.arg)
		if a.buffer != nil {
			known[a.buffer.Name] = true
			c.Buffers = append(c.Buffers, a.buffer)
			if a.named && len(opt.print) == 0 {
				shown = append(shown, a.buffer.Name)
			}
		}
	}
	var entries []string
	if opt.kernel != "" {
		entries = []string{opt.kernel}
	}
	fuse, err := opt.fuse.contract()
	if err != nil {
		return nil, nil, nil, err
	}
	m, _, err = opt.compile(ins, entries, fuse, std)
	if err != nil {
		return nil, nil, nil, err
	}
	k, err := opt.choose(m)
	if err != nil {
		return nil, nil, nil, err
	}
	launch.Kernel = k.Name
	if err := checkArgs(k, launch.Args); err != nil {
		return nil, nil, nil, err
	}
	if err := opt.addVariables(c, m, shown); err != nil {
		return nil, nil, nil, err
	}
	return c, m, shown, nil
}

// runCase runs the launches of a case folder.
func (opt *runOptions) runCase(ctx context.Context, dir string, words []string, std Stdio) error {
	if len(words) > 0 || opt.kernel != "" || opt.shared != 0 || len(opt.vars) > 0 || opt.grid != (dims{1, 1, 1}) || opt.block != (dims{1, 1, 1}) {
		return usagef("a case folder says itself what to launch: arguments, -kernel, -grid, -block, -shared and -var are for PTX files")
	}
	c, err := casefile.Load(dir)
	if err != nil {
		return err
	}
	file := c.PTX[0].File
	if opt.ptx != "" {
		i := slices.IndexFunc(c.PTX, func(p casefile.PTX) bool { return p.File == opt.ptx })
		if i < 0 {
			return fmt.Errorf("the case has no PTX file %s", opt.ptx)
		}
		file = opt.ptx
	}
	shown := opt.print
	if len(shown) == 0 {
		for _, b := range c.Buffers {
			if b.Expect != "" {
				shown = append(shown, b.Name)
			}
		}
	}
	fuse, err := opt.fuse.ofCase(c)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	m, _, err := opt.compile(fileInputs(c.Paths(file)), c.Kernels(), fuse, std)
	if err != nil {
		return err
	}
	if err := opt.addVariables(c, m, shown); err != nil {
		return err
	}
	mem, found := opt.execute(ctx, c, m, file)
	if mem == nil || found != nil && !errors.Is(found, errFindings) {
		return found
	}
	if err := opt.show(c, mem, shown, std.Out); err != nil {
		return err
	}
	if err := mem.Compare(); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s: %s: as expected\n", c.Name, file)
	return found
}

// choose returns the kernel of -kernel, or the only one.
func (opt *runOptions) choose(m *ir.Module) (*ir.Func, error) {
	var names []string
	kernels := map[string]*ir.Func{}
	for _, f := range m.Funcs {
		if f.Entry {
			names = append(names, f.Name)
			kernels[f.Name] = f
		}
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("%s has no kernel", m.Name)
	case opt.kernel == "" && len(names) > 1:
		return nil, usagef("%s has several kernels, choose one with -kernel: %s", m.Name, cxx.Listed(names))
	case opt.kernel == "":
		return kernels[names[0]], nil
	}
	name, _, _ := cxx.Find(opt.kernel, names) // what is not there has not been built
	return kernels[name], nil
}

// checkArgs compares the arguments with the kernel's parameters.
func checkArgs(k *ir.Func, args []casefile.Arg) error {
	if len(args) != len(k.Params) {
		var list []string
		for _, p := range k.Params {
			list = append(list, describeParam(p))
		}
		return usagef("kernel %s takes %s, given: %d; it is declared (%s)", k.Name, diag.Count(len(k.Params), "argument"), len(args), strings.Join(list, ", "))
	}
	for i, p := range k.Params {
		size := len(args[i].Hex) / 2
		if args[i].Buf != "" {
			size = 8
			if p.Size == 4 && k.Module.Narrow() {
				size, args[i].Bytes = 4, 4
			}
		}
		if int64(size) != p.Size {
			return usagef("kernel %s: argument %d has %s, the parameter %s has %d", k.Name, i, diag.Count(size, "byte"), describeParam(p), p.Size)
		}
	}
	return nil
}

// describeParam spells a parameter as it is declared.
func describeParam(p *ir.Param) string {
	if p.Type == ir.Void {
		return fmt.Sprintf(".%s %s[%d]", p.PTX, p.Name, p.Size)
	}
	return fmt.Sprintf(".%s %s", p.PTX, p.Name)
}

// addVariables makes module variables buffers of the case: those of -var, and
// those that are to be printed or written.
func (opt *runOptions) addVariables(c *casefile.Case, m *ir.Module, shown []string) error {
	variable := func(name string) *ir.Symbol {
		for _, s := range m.Symbols {
			if s.Name == name && (s.Space == ir.Global || s.Space == ir.Const) && !s.Extern {
				return s
			}
		}
		return nil
	}
	has := func(name string) bool {
		return slices.ContainsFunc(c.Buffers, func(b *casefile.Buffer) bool { return b.Name == name })
	}
	for _, v := range opt.vars {
		word, parsed, err := argument.ParseVariable(v)
		if err != nil {
			return usagef("-var %s: %v", v, err)
		}
		name := word.Text
		s := variable(name)
		if s == nil || has(name) {
			return fmt.Errorf("-var %s: %s has no variable %s that its kernel uses, or it is set twice", v, filepath.Base(m.Name), name)
		}
		b, err := newBuffer(v, name, parsed)
		if err != nil {
			return usagef("-var %s: %v", v, err)
		}
		if int64(b.Bytes) > s.Size {
			return fmt.Errorf("-var %s: %s, the variable has %d", v, diag.Count(b.Bytes, "byte"), s.Size)
		}
		b.Symbol = name
		c.Buffers = append(c.Buffers, b)
	}
	names := slices.Clone(shown)
	for _, w := range opt.write {
		name, _, _ := strings.Cut(w, "=")
		names = append(names, name)
	}
	for _, name := range names {
		if has(name) {
			continue
		}
		s := variable(name)
		if s == nil {
			return fmt.Errorf("there is no buffer and no module variable %s", name)
		}
		elem := "b" + strconv.Itoa(s.Elem.Bits())
		if casefile.ElemSize(elem) == 0 || s.Size%int64(casefile.ElemSize(elem)) != 0 {
			elem = "b8"
		}
		c.Buffers = append(c.Buffers, &casefile.Buffer{Name: name, Elem: elem, Bytes: int(s.Size), Count: int(s.Size) / casefile.ElemSize(elem), Symbol: name})
	}
	return nil
}

// execute runs the case on the chosen engine.
func (opt *runOptions) execute(ctx context.Context, c *casefile.Case, m *ir.Module, source string) (*casefile.Memory, error) {
	if opt.engine == "go" && opt.sched.on {
		return opt.interleaveGenerated(ctx, c, m, source)
	}
	if opt.engine == "go" {
		watch := watched{notes: opt.sanitize.options(opt.warp), count: opt.count.on}
		mem, found, counts, err := executeGenerated(ctx, c, m, source, watch, opt.steps, opt.timeout, opt.std)
		if err == nil && counts != nil {
			err = opt.count.tell(counts, opt.std)
		}
		if opt.sanitize.on() && (err == nil || found != nil) {
			if told := opt.sanitize.tell(found, opt.std); told != nil {
				err = told
			}
		}
		return mem, err
	}
	o := interp.Options{MaxSteps: opt.steps, Rows: true, Sanitizer: opt.sanitize.state(opt.warp), Counters: opt.count.state()}
	if opt.trace {
		o.Trace = tracer(opt.std.Err)
	}
	if opt.sched.on {
		return opt.interleave(ctx, c, m, o)
	}
	e, err := caseinterp.New(m, o)
	if err != nil {
		return nil, err
	}
	var mem *casefile.Memory
	err = casefile.Within(ctx, opt.timeout, func(ctx context.Context) error {
		mem, err = casefile.ExecuteTo(ctx, c, e, opt.std.Out)
		if err == nil || isFault(err) {
			err = cmp.Or(opt.sanitize.reorder(ctx, c, m, o), err)
		}
		return err
	})
	if o.Counters != nil && err == nil {
		err = opt.count.tell(o.Counters.Report(), opt.std)
	}
	if o.Sanitizer != nil {
		if told := opt.sanitize.tell(o.Sanitizer.Findings(), opt.std); told != nil && (err == nil || isFault(err)) {
			err = told
		}
	}
	return mem, err
}

// show prints and writes buffers.
func (opt *runOptions) show(c *casefile.Case, mem *casefile.Memory, shown []string, w io.Writer) error {
	w = diag.PrintableWriter{W: w}
	for _, name := range shown {
		i := slices.IndexFunc(c.Buffers, func(b *casefile.Buffer) bool { return b.Name == name })
		opt.printBuffer(w, c.Buffers[i], mem.Bytes(name))
	}
	for _, word := range opt.write {
		name, file, _ := strings.Cut(word, "=")
		if err := replaceFile(file, mem.Bytes(name)); err != nil {
			return err
		}
	}
	return nil
}

// printBuffer prints a head line and eight elements a line behind the index of
// the first.
func (opt *runOptions) printBuffer(w io.Writer, b *casefile.Buffer, data []byte) {
	size := casefile.ElemSize(b.Elem)
	n := len(data) / size
	fmt.Fprintf(w, "%s %s[%d]\n", b.Name, b.Elem, n)
	shown := n
	if opt.limit > 0 {
		shown = min(n, opt.limit)
	}
	width := len(strconv.Itoa(max(shown-1, 0)))
	const perLine = 8
	for i := 0; i < shown; i += perLine {
		fmt.Fprintf(w, "%*d:", width, i)
		for j := i; j < min(i+perLine, shown); j++ {
			e := data[j*size : (j+1)*size]
			if opt.hex {
				fmt.Fprintf(w, " %s", casefile.HexElem(e))
			} else {
				fmt.Fprintf(w, " %s", casefile.FormatElem(b.Elem, e))
			}
		}
		fmt.Fprintln(w)
	}
	if shown < n {
		fmt.Fprintf(w, "... %d more\n", n-shown)
	}
}
