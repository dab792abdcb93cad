package driver

import (
	"context"
	"flag"
	"go/build/constraint"
	"go/token"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/gotext"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// generateOptions are the flags of the default command.
type generateOptions struct {
	output    string
	pkg       string
	entries   nameList
	tags      string
	params    nameList
	structs   structFlags
	prefix    string
	comments  string
	line      string
	warp      string
	dump      string
	json      bool
	stats     bool
	verbose   bool
	check     bool
	link      bool
	html      string
	externs   externFlags
	simdValue string
	asmValue  string
	fromGo    list

	text     *gotext.Text  // what is translated, of -from-go
	mode     warpMode      // -warp
	model    intrin.Model  // -gpu, -approx
	fuse     pass.Contract // -contract
	sanitize sanitizeFlags // -sanitize, -race
	count    bool          // -count
	sched    bool          // -sched
	names    kernelParams  // -params, by kernel as given
	flags    []string      // those that shape the output, for its header
	simd     bool          // the source of gangs is written too, -simd
	asm      asmMode       // gangs become assembly, -asm
	cgo      cgoFiles      // which may have none beside them
}

const generateHelp = `For go generate:

	//go:generate go tool ptx2go -params saxpy:n,a,x,y saxpy.ptx

writes saxpy_ptx.go with one launch function for each .entry of saxpy.ptx,
and saxpy_ptx_amd64.go and saxpy_ptx_amd64.s with functions that run eight or sixteen threads
at a time, which launches call where the processor has AVX2 and FMA, or AVX-512, with the same
results; saxpy_ptx_arm64.go and saxpy_ptx_arm64.s have functions for four threads. The assembly is
what ` + goversion.Pinned + ` makes of them, which the go command brings. Nothing is written if anything
in any file is wrong, and a file that ptx2go did not write is never overwritten. An output that is
a symbolic link stays one: the file that it stands for is written.

A file may be a pattern, as 'cuda/*.ptx', since go generate runs no shell: it stands for the files
that match it, in the order of their names. A PTX file named - is standard input.

A .cu file is compiled to PTX first, by nvcc or clang (-cc, -cflags), for the GPU of -gpu. Of an
object, a library, a program or a fat binary the PTX that it carries is translated: ptx2go list
says what there is, and a.out#2 names one of several.

-from-go 'cuda/*_wrapper.go' takes the PTX that programs carry in string constants of Go: the
constant axpyPTX is translated to axpy_ptx.go beside its file, where runtime/driver finds it by
its text. Constants that differ in .target only are one module, that of the first.

With -sanitize launches of the code say what the kernel does wrong: accesses that nothing orders,
results of what nobody has written, misuse of barriers. They return an error that has a
*sanitize.Report in it, unless Launch.Sanitizer collects what is found. Such code is slow, and has
no vectors. docs/SANITIZERS.md describes it.

With -count a launch counts into Launch.Counters how often each instruction is executed, what it asks
of memory, and where the lanes of warps part. Such code has no vectors. docs/COUNTERS.md describes it.

With -sched the threads of a launch run in an order that Launch.Seed decides, each on a stack of its
own: the same seed gives the same run, and a fault names it. docs/SCHEDULES.md describes it.

The exit status is 0 for success, 1 for a mistake in a PTX file, or with -check for a file that is
not current, 2 for a wrong command line, and 128 with the number of the signal that ended the command.
`

// shaping are the flags that change the bytes of the output. They stand in its
// header.
var shaping = []string{"approx", "asm", "cc", "cflags", "comments", "contract", "count", "entry", "extern", "gpu", "line", "link", "mma", "o", "params", "pkg", "prefix", "race", "sanitize", "sched", "simd", "tags", "type", "warp"}

// generate implements the default command: one Go file for each PTX file.
// Output is written only if all files are valid.
func generate(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("generate")
	opt := generateOptions{cgo: cgoFiles{}}
	fs.StringVar(&opt.output, "o", "", "output `file`, - for standard output (default: file_ptx.go beside the PTX file)")
	fs.StringVar(&opt.pkg, "pkg", "", "package `name` (default: $GOPACKAGE, else the package of the output's folder, else that folder's name)")
	fs.Var(&opt.entries, "entry", "generate only these `kernels`, by their names in the PTX or in C++, and what they call; separated by commas outside of brackets")
	fs.StringVar(&opt.tags, "tags", "", "build `constraint` of the generated file, such as \"linux && amd64\"")
	fs.Var(&opt.params, "params", "Go names for the parameters of a kernel, all of them in order, perhaps with Go types behind them: `kernel:name,...` or 'kernel:x []float32,n int32'; several kernels separated by commas, or repeat the flag")
	fs.Var(&opt.structs, "type", typeUsage)
	fs.StringVar(&opt.prefix, "prefix", "", "begin exported names with `Name`, where another file of the package has the same: Scale becomes NameScale")
	fs.Var(&opt.externs, "extern", externUsage)
	oneOf(fs, &opt.comments, "comments", "what stands behind each statement: its PTX text, or nothing", "ptx", "none")
	oneOf(fs, &opt.line, "line", lineUsage, lineOff, linePTX, lineCUDA)
	oneOf(fs, &opt.simdValue, "simd", "on: write file_simd_ptx.go too, to read: the Go with simd/archsimd that file_ptx_amd64.s is made of, which no build has. With -o - all files are written as a txtar archive", "off", "on")
	oneOf(fs, &opt.asmValue, "asm", "on: write file_ptx_amd64.go and file_ptx_amd64.s too, and file_ptx_arm64.go and file_ptx_arm64.s, where a kernel has gangs of threads: assembly of them, for every build for amd64 and arm64. require: so, and it is an error where the version of Go that compiles them cannot be had. It is off with -line and with -o - unless it is given; with -o - all files are written as a txtar archive", "on", "off", "require")
	registerWarp(fs, &opt.warp)
	fs.BoolVar(&opt.link, "link", false, linkUsage+"; the output is one file, by default that of the first")
	var model modelFlags
	model.register(fs)
	var fuse contractFlags
	fuse.register(fs)
	opt.sanitize.registerNotes(fs)
	fs.BoolVar(&opt.count, "count", false, "count how often each instruction is executed, what it asks of memory, and where lanes of warps part, in launches that ask for it")
	fs.BoolVar(&opt.sched, "sched", false, "let threads take turns at every access that others may see, in an order that Launch.Seed decides")
	var cc ccFlags
	cc.register(fs)
	fs.StringVar(&opt.dump, "dump", "", "print SSA on standard error after a `stage`: build, ssa (all passes), ssa:PASS (that pass), ssa:all (each pass), schedule (how the threads of each kernel run) or vector (what gangs of 8 do, or vector:N of N)")
	fs.StringVar(&opt.html, "html", "", "write a page to `file` too that shows the PTX, the SSA after each pass and the Go side by side")
	fs.BoolVar(&opt.json, "json", false, "print diagnostics as JSON, one object a line, on standard output")
	fs.BoolVar(&opt.check, "check", false, "write nothing; fail if an output file is not current")
	fs.BoolVar(&opt.stats, "stats", false, "print on standard error what each stage took: time, MB of PTX a second, memory")
	fs.BoolVar(&opt.verbose, "v", false, "name on standard error each file as it is written, and the kernels and regions that are not vectorised, with the reasons")
	fs.Var(&opt.fromGo, "from-go", "translate the PTX in the string constants of Go `files`, patterns among them, separated by commas; file.go#name takes the constants whose names match")
	showVersion := fs.Bool("version", false, "print the version of ptx2go and do nothing else")
	files, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	if *showVersion {
		return printVersion(ctx, nil, std)
	}
	if opt.simd, err = simdModes(opt.simdValue); err != nil {
		return err
	}
	if opt.asm, err = asmModes(opt.asmValue); err != nil {
		return err
	}
	if opt.asm == asmRequire {
		opt.asmValue = string(asmOn) // the same bytes, and so the same header
	}
	if err := opt.sanitize.checkNotes(fs); err != nil {
		return err
	}
	if bare := opt.output == "-" || opt.line != lineOff || opt.sanitize.on() || opt.count || opt.sched; bare && !given(fs)["asm"] {
		opt.asm = noAsm
	}
	if err := opt.validate(files, given(fs)); err != nil {
		return err
	}
	if opt.model, err = model.model(); err != nil {
		return err
	}
	if opt.fuse, err = fuse.contract(); err != nil {
		return err
	}
	fs.Visit(func(f *flag.Flag) {
		if slices.Contains(shaping, f.Name) && f.Value.String() != f.DefValue {
			opt.flags = append(opt.flags, headerFlag(f)...)
		}
	})
	find := finder{gpu: model.gpu, cc: cc, std: std}
	inputs, err := find.inputs(ctx, files)
	if err != nil {
		return err
	}
	if err := opt.validateInputs(inputs); err != nil {
		return err
	}
	results, err := opt.results(ctx, inputs, std)
	if err != nil {
		return err
	}
	if err := collisions(results, std); err != nil {
		return err
	}
	if opt.check {
		return opt.compare(results, std)
	}
	return opt.write(results, std)
}

// validate finds mistakes in the command line, before anything is read.
func (opt *generateOptions) validate(files []string, given map[string]bool) error {
	switch {
	case len(files) == 0 && len(opt.fromGo) == 0:
		return usagef("no PTX file given")
	case len(opt.fromGo) > 0 && opt.output != "":
		return usagef("-o names one file, -from-go writes one for each constant")
	case len(opt.fromGo) > 0 && (opt.link || opt.html != ""):
		return usagef("-link and -html are for PTX files, -from-go has texts of its own")
	case opt.comments != "ptx" && opt.comments != "none":
		return usagef("-comments=%s: ptx or none", opt.comments)
	case opt.line != lineOff && opt.line != linePTX && opt.line != lineCUDA:
		return usagef("-line=%s: off, ptx or cuda", opt.line)
	case opt.simd && opt.debug():
		return usagef("-simd=on: debuggers, for which -line=%s is, see one thread at a time", opt.line)
	case opt.sanitize.on() && (opt.simd || opt.asm != noAsm):
		return usagef("-sanitize: the threads of sanitized code run one at a time, -asm and -simd are for others")
	case opt.count && (opt.simd || opt.asm != noAsm):
		return usagef("-count: the threads of code that counts run one at a time, -asm and -simd are for others")
	case opt.sched && (opt.simd || opt.asm != noAsm):
		return usagef("-sched: a seed decides who of all threads is next, -asm and -simd are for others")
	case opt.count && opt.sanitize.on() || opt.sched && (opt.count || opt.sanitize.on()):
		return usagef("-count, -sanitize and -sched: one of them")
	case opt.pkg != "" && (!token.IsIdentifier(opt.pkg) || opt.pkg == "_"):
		return usagef("-pkg=%s is not a Go package name", opt.pkg)
	case opt.prefix != "" && (!token.IsIdentifier(opt.prefix) || !token.IsExported(opt.prefix)):
		return usagef("-prefix=%s: want letters and digits of a Go name, the first an upper-case letter", opt.prefix)
	case opt.output == "" && slices.Contains(files, stdin):
		return usagef("standard input has no name to derive that of the output from: use -o")
	case opt.html != "" && opt.check:
		return usagef("-html writes a file, -check writes nothing")
	case opt.output == "-" && opt.json:
		return usagef("-o - and -json both write to standard output")
	case opt.output == "-" && opt.check:
		return usagef("-check compares with a file, -o - names none")
	}
	if opt.tags != "" {
		if _, err := constraint.Parse("//go:build " + opt.tags); err != nil || strings.ContainsAny(opt.tags, "\n\r") {
			return usagef("-tags=%q is not a build constraint such as \"linux && amd64\"", opt.tags)
		}
	}
	var err error
	if opt.mode, err = parseWarp(opt.warp); err != nil {
		return err
	}
	if opt.names, err = paramNames(opt.params); err != nil {
		return err
	}
	_, err = newDumper(opt.dump, nil)
	return err
}

// validateInputs finds mistakes in the command line that depend on what its arguments stand for.
func (opt *generateOptions) validateInputs(ins []input) error {
	names := []string{opt.output}
	for _, in := range ins {
		names = append(names, in.path)
	}
	switch several := len(ins) > 1 && !opt.link; {
	case several && opt.output != "":
		return usagef("-o names one file, but %d PTX files are given: %s", len(ins), strings.Join(names[1:], ", "))
	case several && opt.html != "":
		return usagef("-html shows one PTX file, but %d are given: %s", len(ins), strings.Join(names[1:], ", "))
	}
	for _, f := range names {
		if strings.ContainsFunc(f, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return usagef("the file name %q has control characters, which a Go comment cannot hold", f)
		}
	}
	return nil
}

// grouped returns the inputs of each module: one, or all that are linked.
func grouped(ins []input, link bool) [][]input {
	if link {
		return [][]input{ins}
	}
	var list [][]input
	for _, in := range ins {
		list = append(list, []input{in})
	}
	return list
}
