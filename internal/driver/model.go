package driver

import (
	"cmp"
	"flag"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// modelFlags say whose results approximate instructions and products of matrices have.
type modelFlags struct {
	gpu, approx, mma string
	set              *flag.FlagSet
}

func (f *modelFlags) register(fs *flag.FlagSet) {
	f.registerGPU(fs)
	fs.Lookup("gpu").Usage = "`target` whose bits approximate instructions and products of matrices give, from sm_50 on; an H100, sm_90, gives those of the default for the former. Without it products of matrices are those of the module's .target. Of PTX for several targets it says which is taken, and for what .cu files are compiled"
	oneOf(fs, &f.approx, "approx", "what approximate instructions give. gpu: the bits of a GPU. accurate: correctly rounded results, or nearly", approxGPU, approxAccurate)
	oneOf(fs, &f.mma, "mma", "how products of matrices are added. gpu: as a GPU does. exact: each element is the sum of all products, rounded once", "gpu", "exact")
}

// What approximate instructions give.
const (
	approxGPU      = "gpu"
	approxAccurate = "accurate"
)

// approxFlag registers -approx for a command that builds a library, and returns what reads it.
func approxFlag(fs *flag.FlagSet) func() (accurate bool, err error) {
	var approx string
	oneOf(fs, &approx, "approx", "what approximate instructions give in programs whose environment does not say it, as of ptx2go generate; the texts are translated so", approxGPU, approxAccurate)
	return func() (bool, error) {
		if approx != approxGPU && approx != approxAccurate {
			return false, badApprox(approx)
		}
		return approx == approxAccurate, nil
	}
}

func badApprox(word string) error { return usagef("-approx=%s: gpu or accurate", word) }

// registerGPU registers -gpu for a command that only chooses.
func (f *modelFlags) registerGPU(fs *flag.FlagSet) {
	f.set, f.approx, f.mma = fs, approxGPU, "gpu"
	fs.StringVar(&f.gpu, "gpu", intrin.DefaultGPU, "`target` that says which PTX is taken where there is some for several, and for what .cu files are compiled")
}

// model reads the flags.
func (f *modelFlags) model() (intrin.Model, error) {
	m, err := f.approximate()
	switch f.mma {
	case "gpu":
	case "exact":
		m = m.Exact()
	default:
		return m, usagef("-mma=%s: gpu or exact", f.mma)
	}
	return m, err
}

// approximate is the model of approximate instructions.
func (f *modelFlags) approximate() (intrin.Model, error) {
	given := false
	f.set.Visit(func(fl *flag.Flag) { given = given || fl.Name == "gpu" })
	switch f.approx {
	case approxGPU:
		if !given {
			return intrin.Model{}, nil
		}
		if err := knownTarget(f.gpu); err != nil {
			return intrin.Model{}, err
		}
		m, err := intrin.GPU(f.gpu)
		if err != nil {
			return m, usagef("-gpu=%s: %v", f.gpu, err)
		}
		return m, nil
	case approxAccurate:
		if given {
			return intrin.Model{}, usagef("-gpu and -approx=accurate exclude each other")
		}
		return intrin.Accurate, nil
	}
	return intrin.Model{}, badApprox(f.approx)
}

// knownTarget refuses what is no target of any GPU.
func knownTarget(name string) error {
	if t, ok := isa.ParseTarget(name); ok && t.Known() && strings.HasPrefix(name, "sm_") {
		return nil
	}
	var known []string
	for _, t := range isa.TargetNames() {
		if _, err := intrin.GPU(t); err == nil {
			known = append(known, t)
		}
	}
	slices.SortStableFunc(known, func(a, b string) int { // sm_88 is younger than sm_100a
		x, _ := isa.ParseTarget(a)
		y, _ := isa.ParseTarget(b)
		return cmp.Or(cmp.Compare(x.Arch, y.Arch), cmp.Compare(x.Suffix, y.Suffix))
	})
	return usagef("-gpu=%s: there is no such target; there are %s", name, strings.Join(known, ", "))
}
