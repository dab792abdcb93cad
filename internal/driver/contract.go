package driver

import (
	"flag"
	"fmt"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// contractFlags say which products are fused with additions. The zero value has the
// defaults.
type contractFlags struct {
	mode string
	set  *flag.FlagSet
}

func (f *contractFlags) register(fs *flag.FlagSet) {
	f.set = fs
	oneOf(fs, &f.mode, "contract", "ptxas: mul and add or sub without a rounding modifier become fma where a GPU's assembler makes one. none: each is rounded", casefile.ContractPtxas, casefile.ContractNone)
}

// contract reads the flags.
func (f *contractFlags) contract() (pass.Contract, error) {
	if f.set == nil {
		return pass.Contract{}, nil
	}
	if f.mode != casefile.ContractPtxas && f.mode != casefile.ContractNone {
		return pass.Contract{}, usagef("-contract=%s: ptxas or none", f.mode)
	}
	return pass.Contract{Off: f.mode == casefile.ContractNone}, nil
}

func (f *contractFlags) given(name string) bool {
	found := false
	if f.set == nil {
		return false
	}
	f.set.Visit(func(fl *flag.Flag) { found = found || fl.Name == name })
	return found
}

// ofCase makes a case expect what the flags ask for, and returns that. Without
// -contract it is what the case asks for itself. The error says that the case has no
// expectations for the flags.
func (f *contractFlags) ofCase(c *casefile.Case) (pass.Contract, error) {
	o, err := f.contract()
	if err != nil {
		return o, err
	}
	if c.Contract != "" && (c.Contract == casefile.ContractNone) != o.Off {
		if f.given("contract") {
			return o, fmt.Errorf("what it expects holds for -contract=%s", c.Contract)
		}
		o.Off = c.Contract == casefile.ContractNone
	}
	c.Rounded = o.Off
	return o, nil
}

// noteContracted reports what contraction did to a function.
func noteContracted(l *diag.List) func(*ir.Func, pass.Contracted) {
	return func(f *ir.Func, n pass.Contracted) {
		what, products, fma := "function", "products become", "fma's"
		if f.Entry {
			what = "kernel"
		}
		if n.Products == 1 {
			products, fma = "product becomes", "an fma"
		}
		msg := fmt.Sprintf("%s %s: %d %s part of %s, as the PTX has no rounding modifier there (-contract=none rounds each)", what, f.Name, n.Products, products, fma)
		l.Add(diag.Diagnostic{Pos: f.Pos, Len: 1, Severity: diag.Note, Code: "contract", Msg: msg})
	}
}
