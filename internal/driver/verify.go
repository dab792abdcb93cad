package driver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// variant is one PTX file of one case on its way through verify.
type variant struct {
	c    *casefile.Case
	file string
	m    *ir.Module
	warp warpMode

	forms       []kernelForm // how the threads of its kernels run, in generated code
	contract    pass.Contract
	unsupported []string // forms that keep it out
	err         error    // why it failed
	ran         bool
	took        time.Duration
	vectors     string            // the limit of generated code, "" without one
	launches    casefile.Launched // of the engines go and vector
	found       []*sanitize.Finding
	counts      *counters.Report // nil where nothing was counted
}

func (v *variant) key() string {
	key := v.c.Name + "/" + strings.TrimSuffix(v.file, ".ptx")
	if v.vectors != "" {
		key += " (vectors: " + v.vectors + ")"
	}
	return key
}

// defaultEngine is that of run and verify. The interpreter needs no Go compiler,
// starts at once, and says most about a fault; generated code is what programs use.
const defaultEngine = "interp"

const generatedUsage = "go: generated code, built for the occasion."

// verifyOptions are the flags of verify.
type verifyOptions struct {
	engine    string
	run, skip list // case names
	keep      string
	vectors   list
	allGangs  bool
	json      bool
	verbose   bool
	passes    bool
	warp      warpMode
	model     intrin.Model
	fuse      contractFlags
	timeout   time.Duration
	steps     int64
	debug     bool // -line=ptx
	lanes     int  // of the engine vector
	sanitize  sanitizeFlags
	sched     seeds
	count     countFlags
	std       Stdio

	gpu *gpuInfo // what the engine gpu ran on
}

const verifyHelp = `A DIR is a case folder or holds case folders; docs/CASES.md describes them. Every PTX
file of a case is compiled and run, and the memory afterwards is compared with what
the case expects. Files that need an instruction that is not supported are listed,
and count neither as passed nor as failed. The last line is "N passed, N failed";
the exit status is 1 if anything failed.

-engine=rows runs the interpreter as programs that load PTX do: a value of all lanes of a
warp at once.

-engine=schedule runs a kernel with sync points as the parts that it is cut into for the
Go code, and others as -engine=interp does: what it has in front of the printer.

-engine=vector does the same with the functions with lanes that the threads of each part
become, as far as they do: -dump=vector prints them. Masks, ways back and what lanes must not
use are those of the functions, for any number of -lanes. It counts the launches in which
threads ran as lanes.

-engine=go builds one program for the processor that GOARCH says, and runs it. A program for
another one is run by go_GOOS_GOARCH_exec, if PATH has that, as the go command does.

With -sched=SEED threads take turns in an order that the seed decides, and the case must pass all the
same; with -sched=N..M in the order of each of these seeds. With -count the launches are counted, and a
table goes to standard error.

-engine=gpu compiles nothing: the NVIDIA driver gets the PTX as it is, and runs it.
Files for other GPUs are left out. It takes a ptx2go that was built with -tags cuda.
` + sanitizeHelp

// verify implements ptx2go verify: it compiles every PTX variant of every case
// folder and runs them all, in one built program, in the interpreter, or on a GPU. The
// last line is "N passed, N failed".
func verify(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("verify")
	var opt verifyOptions
	oneOf(fs, &opt.engine, "engine", "what runs the kernels. interp: the reference interpreter, lane by lane. "+generatedUsage+" rows: the interpreter, on whole warps. schedule: the interpreter, on kernels as they are cut between their sync points. vector: the same, with threads as lanes. gpu: an NVIDIA GPU", defaultEngine, "rows", "schedule", "vector", "go", "gpu")
	fs.Var(&opt.run, "run", "run only the cases of these `names`, separated by commas")
	fs.Var(&opt.skip, "skip", "leave out the cases of these `names`")
	fs.StringVar(&opt.keep, "keep", "", "leave the generated program in this `folder` (engine go)")
	fs.Var(&opt.vectors, "vectors", "run the program once for each of these `limits` of vectors, separated by commas: off, 4, 8 or 16 threads at a time (engine go)")
	fs.BoolVar(&opt.allGangs, "all-gangs", false, "vectors too where threads one by one, or fewer at a time, are estimated to take less time (engine go)")
	fs.BoolVar(&opt.json, "json", false, "print JSON, one object a line for each variant and one for the totals")
	fs.BoolVar(&opt.verbose, "v", false, "print every variant with its time, and the stack of internal errors; with -engine=go or vector how many kernels have gangs, and why the others have none")
	fs.BoolVar(&opt.passes, "passes", true, "run the passes over the SSA; -passes=false leaves out those that change no result (engines interp and rows)")
	fs.DurationVar(&opt.timeout, "timeout", 2*time.Minute, "how long the launches of one variant may run")
	fs.Int64Var(&opt.steps, "steps", 0, stepsUsage)
	fs.IntVar(&opt.lanes, "lanes", 8, "how many `threads` a gang has: 2, 4, 8, 16 or 32 (engine vector)")
	var line string
	oneOf(fs, &line, "line", "ptx: run the code that -line=ptx generates, for debuggers (engines go and schedule)", lineOff, linePTX)
	worker := fs.Bool("gpu-worker", false, "run jobs from standard input on the GPU: how -engine=gpu starts the process that does")
	var warp string
	registerWarp(fs, &warp)
	var model modelFlags
	model.register(fs)
	opt.fuse.register(fs)
	opt.sanitize.register(fs)
	opt.count.register(fs)
	fs.Var(&opt.sched, "sched", "run the threads in an order that a `seed` decides; N..M: in those of all these seeds, each of which must pass")
	opt.std = std
	dirs, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	if opt.warp, err = parseWarp(warp); err != nil {
		return err
	}
	if opt.model, err = model.model(); err != nil {
		return err
	}
	if _, err = opt.fuse.contract(); err != nil {
		return err
	}
	opt.debug = line == linePTX
	switch {
	case *worker:
		return gpuWorker(ctx, std)
	case len(dirs) == 0:
		return usagef("no case folder given")
	case !slices.Contains([]string{"interp", "rows", "schedule", "vector", "go", "gpu"}, opt.engine):
		return usagef("-engine=%s: interp, rows, schedule, vector, go or gpu", opt.engine)
	case opt.engine == "gpu" && !cuda.Built:
		return usagef("-engine=gpu: %v", cuda.ErrNotBuilt)
	case opt.engine == "gpu" && opt.fuse.given("contract"):
		return usagef("-contract says what ptx2go does; what a GPU does is for its driver to say")
	case opt.engine != "interp" && opt.engine != "rows" && !opt.passes:
		return usagef("-passes=false is for -engine=interp and -engine=rows")
	case line != lineOff && line != linePTX:
		return usagef("-line=%s: off or ptx", line)
	case opt.debug && opt.engine != "go" && opt.engine != "schedule":
		return usagef("-line is for -engine=go and -engine=schedule")
	case opt.timeout <= 0 || opt.steps < 0:
		return usagef("-timeout must be positive, -steps cannot be negative")
	case opt.engine == "gpu" && (given(fs)["gpu"] || given(fs)["approx"] || given(fs)["mma"] || given(fs)["warp"]):
		return usagef("-gpu, -approx, -mma and -warp are for the other engines: a GPU has its own")
	case opt.engine == "gpu" && opt.steps != 0:
		return usagef("-steps is for the other engines")
	case opt.engine != "vector" && given(fs)["lanes"]:
		return usagef("-lanes is for -engine=vector")
	case opt.lanes < 2 || opt.lanes > ir.MaxLanes || opt.lanes&(opt.lanes-1) != 0:
		return usagef("-lanes=%d: 2, 4, 8, 16 or 32", opt.lanes)
	case opt.engine != "go" && opt.keep != "":
		return usagef("-keep is for -engine=go")
	case opt.engine != "go" && len(opt.vectors) > 0:
		return usagef("-vectors is for -engine=go")
	case opt.engine != "go" && opt.allGangs:
		return usagef("-all-gangs is for -engine=go")
	case slices.ContainsFunc(opt.vectors, func(v string) bool { return !slices.Contains(asm.Limits, v) }):
		return usagef("-vectors=%s: %s", strings.Join(opt.vectors, ","), strings.Join(asm.Limits, ", "))
	}
	if err := opt.sanitize.check(fs, opt.engine); err != nil {
		return err
	}
	if err := opt.checkTelling(); err != nil {
		return err
	}
	cases, err := findCases(dirs, opt.run, opt.skip)
	if err != nil {
		return err
	}
	all := variantsOf(cases)
	if opt.engine != "gpu" {
		compile(all, opt)
	}
	switch opt.engine {
	case "gpu":
		opt.gpu, err = runOnGPU(ctx, all, opt)
	case "go":
		all, err = runGenerated(ctx, all, opt)
	default:
		runInterpreted(ctx, runnable(all), opt)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	summary := summarise
	if opt.json {
		summary = summariseJSON
	}
	err = summary(all, opt, std)
	if opt.count.on {
		err = cmp.Or(err, opt.count.tell(countsOf(all), std))
	}
	if err != nil || !opt.sanitize.on() {
		return err
	}
	return opt.sanitize.tell(findingsOf(all), std)
}

// findingsOf are the findings in all variants. Faults that a case expects are none.
func findingsOf(all []*variant) (list []*sanitize.Finding) {
	for _, v := range all {
		for _, f := range v.found {
			if !f.Fault || !v.c.Faults() {
				list = append(list, f)
			}
		}
	}
	return list
}

// findCases returns the case folders at or right below the given folders.
func findCases(dirs []string, names, skip list) ([]*casefile.Case, error) {
	var out []*casefile.Case
	found := map[string]bool{}
	for _, d := range dirs {
		paths, err := filepath.Glob(filepath.Join(d, "*", "case.json"))
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(filepath.Join(d, "case.json")); err == nil {
			paths = append(paths, filepath.Join(d, "case.json"))
		}
		if len(paths) == 0 {
			return nil, fmt.Errorf("%s: no case.json in it or in a folder of it", d)
		}
		sort.Strings(paths)
		for _, p := range paths {
			c, err := casefile.Load(filepath.Dir(p))
			if err != nil {
				return nil, err
			}
			found[c.Name] = true
			if (len(names) == 0 || slices.Contains(names, c.Name)) && !slices.Contains(skip, c.Name) {
				out = append(out, c)
			}
		}
	}
	for _, n := range slices.Concat(names, skip) {
		if !found[n] {
			return nil, fmt.Errorf("there is no case %s", n)
		}
	}
	return out, nil
}

// variantsOf lists every PTX file of every case.
func variantsOf(cases []*casefile.Case) []*variant {
	var all []*variant
	for _, c := range cases {
		for _, p := range c.PTX {
			all = append(all, &variant{c: c, file: p.File})
		}
	}
	return all
}

// compileCases lowers every variant of the cases.
func compileCases(cases []*casefile.Case, opt verifyOptions) []*variant {
	all := variantsOf(cases)
	compile(all, opt)
	return all
}

// compile lowers the variants, several at a time.
func compile(all []*variant, opt verifyOptions) {
	for _, v := range all {
		if v.contract, v.err = opt.fuse.ofCase(v.c); v.err != nil {
			v.unsupported, v.err = []string{v.err.Error()}, nil
		}
	}
	each(all, func(v *variant) {
		if len(v.unsupported) == 0 {
			v.err = guard(func() error { return v.compile(opt) })
		}
	})
}

func (v *variant) compile(opt verifyOptions) error {
	f, err := loadLinked(fileInputs(v.c.Paths(v.file)), nil)
	if err != nil {
		return err
	}
	l := diag.NewList(f)
	// Kernels that the case does not launch need not be supported.
	v.warp = opt.warp
	for _, x := range v.c.Launches {
		v.warp.anyBlock = v.warp.anyBlock || unusual(x.Block)
	}
	v.m = lowerModule(f, l, compileOptions{verify: true, raw: !opt.passes, debug: opt.debug, warp: v.warp, model: opt.model, contract: v.contract, entries: v.c.Kernels(), sanitize: opt.sanitize.insert(), points: opt.sched.on, count: opt.count.on})
	for _, d := range l.Sorted() {
		if d.Severity != diag.Error {
			continue
		}
		if d.Code != "unsupported" {
			return fmt.Errorf("%s: %s", f.Position(d.Pos), d.Msg)
		}
		if !slices.Contains(v.unsupported, d.Msg) {
			v.unsupported = append(v.unsupported, d.Msg)
		}
	}
	return nil
}

// jobs is how many variants are compiled or interpreted at a time.
const jobs = 2

// each runs fn for every element, several at a time.
func each[T any](list []T, fn func(T)) {
	var wg sync.WaitGroup
	next := make(chan T)
	for range jobs {
		wg.Go(func() {
			for x := range next {
				fn(x)
			}
		})
	}
	for _, x := range list {
		next <- x
	}
	close(next)
	wg.Wait()
}

// runnable lists the variants that compiled.
func runnable(all []*variant) []*variant {
	var out []*variant
	for _, v := range all {
		if v.err == nil && len(v.unsupported) == 0 && v.m != nil {
			out = append(out, v)
		}
	}
	return out
}

// The outcomes of a variant.
const (
	outcomePass        = "pass"
	outcomeFail        = "fail"
	outcomeUnsupported = "unsupported"
)

func (v *variant) outcome() string {
	switch {
	case v.err == nil && len(v.unsupported) > 0:
		return outcomeUnsupported
	case v.err == nil && !v.ran:
		v.err = errors.New("did not run")
		fallthrough
	case v.err != nil:
		return outcomeFail
	}
	return outcomePass
}

// tally counts outcomes.
type tally struct {
	Engine      string `json:"engine"`
	Passed      int    `json:"passed"`
	Failed      int    `json:"failed"`
	Unsupported int    `json:"unsupported"`
	Folders     int    `json:"folders"`
	Whole       int    `json:"whole_folders"` // every variant passed

	casefile.Launched          // of the engines go and vector
	GPU               *gpuInfo `json:"gpu,omitempty"`            // of the engine gpu
	Bytes             int      `json:"bytes_compared,omitempty"` // of the variants that passed, on a GPU
}

func count(all []*variant, opt verifyOptions) tally {
	t := tally{Engine: opt.engine, GPU: opt.gpu}
	whole := map[string]bool{}
	for _, v := range all {
		t.Launched.Add(v.launches)
		if _, ok := whole[v.c.Dir]; !ok {
			whole[v.c.Dir] = true
		}
		switch v.outcome() {
		case outcomePass:
			t.Passed++
			if t.GPU != nil {
				t.Bytes += v.c.Compared()
			}
			continue
		case outcomeFail:
			t.Failed++
		default:
			t.Unsupported++
		}
		whole[v.c.Dir] = false
	}
	t.Folders = len(whole)
	for _, ok := range whole {
		if ok {
			t.Whole++
		}
	}
	return t
}

// summarise prints the findings and the closing lines.
func summarise(all []*variant, opt verifyOptions, std Stdio) error {
	std.Out = diag.PrintableWriter{W: std.Out} // names are those of folders and files
	for _, v := range all {
		switch v.outcome() {
		case outcomeFail:
			fmt.Fprintf(std.Out, "FAIL %s: %v\n", v.key(), v.err)
			var bug *internalFailure
			if opt.verbose && errors.As(v.err, &bug) {
				fmt.Fprintf(std.Out, "%s\n", bug.stack)
			}
		case outcomeUnsupported:
			fmt.Fprintf(std.Out, "left out %s: %s\n", v.key(), strings.Join(v.unsupported, "; "))
		default:
			if opt.verbose {
				fmt.Fprintf(std.Out, "ok   %s %v%s\n", v.key(), v.took.Round(10*time.Microsecond), formsText(v.forms))
			}
		}
	}
	t := count(all, opt)
	if opt.engine == "go" || opt.engine == "vector" {
		if opt.verbose {
			gangTable(all[:len(all)/max(1, len(opt.vectors))], std.Out)
		}
		launchTable(all, std.Out)
	}
	why := "for instructions that are not supported"
	if t.GPU != nil {
		fmt.Fprintf(std.Out, "%s; %s compared\n", t.GPU, diag.Count(t.Bytes, "byte"))
		why = "which this GPU does not run"
	}
	pass := "pass"
	if t.Whole == 1 || t.Folders == 1 {
		pass = "passes"
	}
	fmt.Fprintf(std.Out, "%d of %s %s in every variant (%s)", t.Whole, diag.Count(t.Folders, "case folder"), pass, opt.engine)
	if t.Unsupported > 0 {
		fmt.Fprintf(std.Out, "; %s left out, %s", diag.Count(t.Unsupported, "variant"), why)
	}
	fmt.Fprintf(std.Out, "\n%d passed, %d failed\n", t.Passed, t.Failed)
	if t.Failed > 0 {
		return errFailed
	}
	return nil
}

// jsonVariant is the machine form of a variant's outcome.
type jsonVariant struct {
	Case        string       `json:"case"`
	PTX         string       `json:"ptx"`
	Vectors     string       `json:"vectors,omitempty"` // what -vectors limits it to
	Outcome     string       `json:"outcome"`
	Error       string       `json:"error,omitempty"`
	Unsupported []string     `json:"unsupported_forms,omitempty"`
	Micros      int64        `json:"micros"`
	Kernels     []kernelForm `json:"kernels,omitempty"` // of generated code
}

func summariseJSON(all []*variant, opt verifyOptions, std Stdio) error {
	enc := json.NewEncoder(std.Out)
	for _, v := range all {
		j := jsonVariant{Case: v.c.Name, PTX: v.file, Vectors: v.vectors, Outcome: v.outcome(), Unsupported: v.unsupported, Micros: v.took.Microseconds(), Kernels: v.forms}
		if v.err != nil {
			j.Error = v.err.Error()
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	t := count(all, opt)
	if err := enc.Encode(t); err != nil {
		return err
	}
	if t.Failed > 0 {
		return errFailed
	}
	return nil
}
