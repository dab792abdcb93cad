package intrin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Model says whose results approximate instructions have, and products of matrices. The zero
// Model is the newest GPU that is known for the former; for the latter it is for each module to
// say.
type Model struct {
	accurate bool
	exact    bool
	arch     int      // 0 where none was chosen
	variants []string // in the order of preference, see Name
}

// Accurate is no GPU: results are correctly rounded, or nearly.
var Accurate = Model{accurate: true}

// Arch returns the architecture of the GPU, 0 where none was chosen.
func (m Model) Arch() int { return m.arch }

// Exact is the model but for products of matrices: each element is the sum of all products, rounded once.
func (m Model) Exact() Model {
	m.exact = true
	return m
}

// IsAccurate reports whether the model is Accurate.
func (m Model) IsAccurate() bool { return m.accurate }

// generations are the GPUs whose approximate unit differs from that of later
// ones, the oldest first. A function with such a suffix is what all GPUs up to
// that generation compute.
var generations = []struct {
	arch   int // the last of the generation
	suffix string
}{
	{59, "Sm50"},
	{69, "Sm60"},
}

// oldest is the first architecture whose approximate unit is known.
const oldest = 50

// DefaultGPU is the target that the zero Model stands for.
const DefaultGPU = "sm_75"

// GPU returns the model of a target architecture such as "sm_61" or "sm_90a".
func GPU(target string) (Model, error) {
	digits, ok := strings.CutPrefix(target, "sm_")
	arch, err := strconv.Atoi(strings.TrimRight(digits, "af"))
	if !ok || err != nil || arch < 10 || arch > 999 {
		return Model{}, fmt.Errorf("%q is no target such as %s", target, DefaultGPU)
	}
	if arch < oldest {
		return Model{}, fmt.Errorf("the approximate unit of %s is not known, the oldest that is known is that of sm_%d", target, oldest)
	}
	m := Model{arch: arch}
	for _, g := range generations {
		if arch <= g.arch {
			m.variants = append(m.variants, g.suffix)
		}
	}
	return m, nil
}

// approximate are the tokens of names of functions that compute what the approximate unit does.
var approximate = []string{"Approx", "Full"}

// Tables reports whether a function looks its results up as the approximate unit does: its twin of
// package runtime/gang8 gathers.
func (f *Func) Tables() bool {
	return slices.ContainsFunc(approximate, func(token string) bool { return strings.Contains(f.Name, token) })
}

// Divides and Roots report whether a function is of the unit that divides, by what its name begins with.
func (f *Func) Divides() bool { return f.begins("Div", "Rcp", "Rem") }
func (f *Func) Roots() bool   { return f.begins("Sqrt", "Rsqrt") }

// Fuses reports whether the function multiplies and adds with one rounding.
func (f *Func) Fuses() bool { return f.begins("Fma") }

// Pairs reports whether the function computes with pairs of numbers of 16 bits, as numbers: a sign is a bit.
func (f *Func) Pairs() bool { return strings.Contains(f.Name, "16x2") && !f.begins("Neg", "Abs") }

// Chooses reports whether the function returns one of its operands.
func (f *Func) Chooses() bool { return f.begins("Min", "Max") }

func (f *Func) begins(with ...string) bool {
	return slices.ContainsFunc(with, func(name string) bool { return strings.HasPrefix(f.Name, name) })
}

// Name returns the function that computes what the naming rule calls name: that
// of the model where it has one of its own. The token that says "approximate"
// names it: RcpApproxF32 is RcpAccurateF32, or SqrtApproxF32 is SqrtApproxSm50F32.
func (m Model) Name(name string) string {
	for _, token := range approximate {
		before, after, ok := strings.Cut(name, token)
		if !ok {
			continue
		}
		if m.accurate {
			return m.existing(name, before+"Accurate"+after)
		}
		for _, v := range m.variants {
			if other := before + token + v + after; m.existing(name, other) == other {
				return other
			}
		}
	}
	return name
}

func (m Model) existing(name, other string) string {
	if _, ok := byName[other]; ok {
		return other
	}
	return name
}
