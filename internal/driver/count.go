package driver

import (
	"flag"
	"io"
	"os"
	"strings"

	"github.com/ptx2go/ptx2go/runtime/counters"
)

// countFlags are the flags of run about what is counted.
type countFlags struct {
	on   bool
	file string // -profile
}

func (f *countFlags) register(fs *flag.FlagSet) {
	fs.BoolVar(&f.on, "count", false, "count how often each instruction is executed, what it asks of memory, and where lanes of warps part; a table goes to standard error")
	fs.StringVar(&f.file, "profile", "", "with -count: write what is counted to this `file` instead, as JSON, or for go tool pprof if its name ends in .pb.gz; - is JSON on standard output")
}

// check finds mistakes in the flags.
func (f *countFlags) check() error {
	if f.file != "" && !f.on {
		return usagef("-profile is for -count")
	}
	return nil
}

// state makes what counts, nil where nothing is counted.
func (f *countFlags) state() *counters.State {
	if f.on {
		return counters.New()
	}
	return nil
}

// tell reports what was counted.
func (f *countFlags) tell(r *counters.Report, std Stdio) error {
	var out strings.Builder
	write := r.WriteJSON
	switch {
	case f.file == "":
		return r.WriteText(std.Err)
	case strings.HasSuffix(f.file, ".pb.gz"):
		write = r.WriteProfile
	}
	if err := write(&out); err != nil {
		return err
	}
	if f.file == "-" {
		_, err := io.WriteString(std.Out, out.String())
		return err
	}
	return os.WriteFile(f.file, []byte(out.String()), 0o644)
}
