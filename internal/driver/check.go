package driver

import (
	"context"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// check implements ptx2go check: every finding about every file, nothing
// written.
func check(ctx context.Context, args []string, std Stdio) error {
	fs := flagSet("check")
	asJSON := fs.Bool("json", false, "print diagnostics as JSON, one object a line, on standard output")
	var externs externFlags
	fs.Var(&externs, "extern", externUsage)
	limit := fs.Int("limit", diag.DefaultLimit, "show at most `n` errors of each file, those that come first in it")
	link := fs.Bool("link", false, linkUsage)
	var cc ccFlags
	cc.register(fs)
	files, err := parseFlags(fs, args, std)
	if err != nil {
		return err
	}
	switch {
	case len(files) == 0:
		return usagef("no PTX file given")
	case *limit < 1:
		return usagef("-limit=%d: at least 1", *limit)
	}
	inputs, err := finderFor(cc, std).inputs(ctx, files)
	if err != nil {
		return err
	}
	failed := false
	for _, ins := range grouped(inputs, *link) {
		f, err := loadLinked(ins, std.In)
		if err != nil {
			return err
		}
		l := diag.NewList(f)
		l.Limit = *limit
		lowerModule(f, l, compileOptions{externs: externs})
		bad, err := report(l, *asJSON, std)
		if err != nil {
			return err
		}
		failed = failed || bad
	}
	if failed {
		return errFailed
	}
	return nil
}
