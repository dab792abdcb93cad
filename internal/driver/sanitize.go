package driver

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/caseinterp"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// sanitizeFlags are the flags of run and verify about what they look for beside running.
type sanitizeFlags struct {
	what     list
	policy   string
	suppress string
	report   string
	orders   int

	rules sanitize.Suppressions
}

// The checks of -sanitize.
const (
	sanitizeRace = "race"
	sanitizeInit = "init"
	sanitizeSync = "sync"
)

const sanitizeHelp = `
With -sanitize the launch is watched, and what is found goes to standard error: race, accesses
that nothing orders, in shared and global memory; init, results computed from memory or registers
that nobody has written; sync, misuse of barriers and of masks of warps. docs/SANITIZERS.md says what
counts. The exit status is 3 if there are errors or warnings, and 1 if the kernel could not be run.
`

func (f *sanitizeFlags) register(fs *flag.FlagSet) {
	f.registerNotes(fs)
	fs.StringVar(&f.suppress, "suppress", "", "leave out the findings that this `file` names: a line for each, such as kind=race kernel=k line=12")
	fs.IntVar(&f.orders, "orders", 3, "run the launches this `number` of times, with warps and CTAs in other orders, and report what is found in any (engine interp)")
	fs.StringVar(&f.report, "report", "", "write the findings as JSON to this `file`, - for standard output")
}

// registerNotes registers what generated code has in it.
func (f *sanitizeFlags) registerNotes(fs *flag.FlagSet) {
	fs.Var(&f.what, "sanitize", "look for these `mistakes`, separated by commas: race, init, sync")
	oneOf(fs, &f.policy, "race", "cuda: reading a flag orders what follows behind what was released with it, and volatile accesses that nothing orders are listed. ptx: the memory model by the letter", "cuda", "ptx")
}

// on reports whether anything is looked for.
func (f *sanitizeFlags) on() bool { return len(f.what) > 0 }

// checkNotes finds mistakes in what generated code has in it.
func (f *sanitizeFlags) checkNotes(fs *flag.FlagSet) error {
	all := []string{sanitizeRace, sanitizeInit, sanitizeSync}
	switch i := slices.IndexFunc(f.what, func(w string) bool { return !slices.Contains(all, w) }); {
	case i >= 0:
		return usagef("-sanitize=%s: %s", f.what[i], strings.Join(all, ", "))
	case f.policy != "cuda" && f.policy != "ptx":
		return usagef("-race=%s: cuda or ptx", f.policy)
	case !f.on() && given(fs)["race"]:
		return usagef("-race is for -sanitize")
	}
	return nil
}

// check reads the flags.
func (f *sanitizeFlags) check(fs *flag.FlagSet, engine string) error {
	if err := f.checkNotes(fs); err != nil {
		return err
	}
	switch {
	case !f.on() && (given(fs)["suppress"] || given(fs)["report"] || given(fs)["orders"]):
		return usagef("-suppress, -report and -orders are for -sanitize")
	case f.orders < 1:
		return usagef("-orders=%d: at least 1", f.orders)
	case f.on() && engine != "interp" && engine != "go":
		return usagef("-sanitize is for -engine=interp and -engine=go")
	case engine == "go" && given(fs)["orders"]:
		return usagef("-orders is for -engine=interp")
	}
	if f.suppress == "" {
		return nil
	}
	text, err := os.ReadFile(f.suppress)
	if err != nil {
		return err
	}
	f.rules, err = sanitize.ParseSuppressions(f.suppress, string(text))
	return err
}

func (f *sanitizeFlags) has(what string) bool { return slices.Contains(f.what, what) }

// insert says which notes the compiler inserts.
func (f *sanitizeFlags) insert() insert.Options {
	return insert.Options{Race: f.has(sanitizeRace), Init: f.has(sanitizeInit), Sync: f.has(sanitizeSync)}
}

// insertCode returns those of modules that are printed, and not interpreted.
func (f *sanitizeFlags) insertCode() insert.Options {
	o := f.insert()
	o.Apart = o.Race || o.Init
	return o
}

// state makes the state of a program, nil where nothing is looked for.
func (f *sanitizeFlags) state(warp warpMode) *sanitize.State {
	if o := f.options(warp); o != nil {
		return sanitize.New(*o)
	}
	return nil
}

// options say what is looked for, nil where nothing is.
func (f *sanitizeFlags) options(warp warpMode) *sanitize.Options {
	if !f.on() {
		return nil
	}
	return &sanitize.Options{Race: f.has(sanitizeRace), Init: f.has(sanitizeInit), Sync: f.has(sanitizeSync),
		Strict: f.policy == "ptx", Independent: warp.independent}
}

// reorder runs a case again in the other orders. How it ends there is for the findings to tell.
func (f *sanitizeFlags) reorder(ctx context.Context, c *casefile.Case, m *ir.Module, o interp.Options) error {
	if o.Sanitizer == nil {
		return nil
	}
	for seed := 1; seed < f.orders && ctx.Err() == nil; seed++ {
		o.Sanitizer.Restart()
		o.Seed = uint64(seed)
		e, err := caseinterp.New(m, o)
		if err != nil {
			return err
		}
		if _, err := casefile.ExecuteTo(ctx, c, e, io.Discard); err != nil && !isFault(err) {
			return err
		}
	}
	return ctx.Err()
}

// errFindings says that a sanitizer has found something, and the user knows.
var errFindings = errors.New("findings")

// tell reports findings. The error is errFindings where there is one beside infos.
func (f *sanitizeFlags) tell(found []*sanitize.Finding, std Stdio) error {
	kept, dropped := f.rules.Filter(found)
	if f.report != "" {
		var out strings.Builder
		if err := sanitize.WriteJSON(&out, kept); err != nil {
			return err
		}
		if f.report == "-" {
			if _, err := io.WriteString(std.Out, out.String()); err != nil {
				return err
			}
		} else if err := os.WriteFile(f.report, []byte(out.String()), 0o644); err != nil {
			return err
		}
	}
	sanitize.WriteText(std.Err, kept, dropped)
	if e, w, _ := sanitize.Totals(kept); e+w > 0 {
		return errFindings
	}
	return nil
}

// isFault reports whether a launch has ended because of what a thread did.
func isFault(err error) bool {
	var f *interp.Fault
	return errors.As(err, &f) && f.Kind != interp.FaultLimit
}
