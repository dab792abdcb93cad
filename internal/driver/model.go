package driver

import (
	"flag"

	"github.com/ptx2go/ptx2go/internal/intrin"
)

// modelFlags say whose results the approximate instructions have.
type modelFlags struct {
	gpu, approx string
	set         *flag.FlagSet
}

func (f *modelFlags) register(fs *flag.FlagSet) {
	f.set = fs
	fs.StringVar(&f.gpu, "gpu", intrin.DefaultGPU, "`target` whose bits approximate instructions give, from sm_50 on; an H100, sm_90, gives those of the default")
	fs.StringVar(&f.approx, "approx", "gpu", "`what` approximate instructions give: gpu, the bits of a GPU; accurate, correctly rounded results, or nearly")
}

// model reads the flags.
func (f *modelFlags) model() (intrin.Model, error) {
	switch f.approx {
	case "gpu":
		m, err := intrin.GPU(f.gpu)
		if err != nil {
			return m, usagef("-gpu=%s: %v", f.gpu, err)
		}
		return m, nil
	case "accurate":
		given := false
		f.set.Visit(func(fl *flag.Flag) { given = given || fl.Name == "gpu" })
		if given {
			return intrin.Model{}, usagef("-gpu and -approx=accurate exclude each other")
		}
		return intrin.Accurate, nil
	}
	return intrin.Model{}, usagef("-approx=%s: gpu or accurate", f.approx)
}
