package gen

import (
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
	"github.com/ptx2go/ptx2go/runtime/internal/module"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// What package runtime does not show to programs.
var (
	newModule  = bridge.NewModule.(func(file, hash string) *ptx.Module)
	foundBy    = bridge.FoundBy.(func(m *ptx.Module, hash string))
	loads      = bridge.Loads.(func(m *ptx.Module, load func(*ptx.Instance)))
	addKernel  = bridge.AddKernel.(func(m *ptx.Module, k *ptx.Kernel))
	setCode    = bridge.SetCode.(func(k *ptx.Kernel, code any))
	launched   = bridge.Plan.(func(k *ptx.Kernel, l ptx.Launch) (bridge.Launched, error))
	stateOf    = bridge.Instance.(func(in *ptx.Instance) *module.Instance)
	sourceText = bridge.SourceText.(func(at []ptx.Place) string)
	newCaller  = bridge.NewThread.(func(a bridge.Access) *ptx.Thread)
)

// face makes what programs see of a kernel.
func (k *Kernel) face() *ptx.Kernel {
	f := &ptx.Kernel{Name: k.Name, File: k.File, Params: k.Params, Shared: k.Shared, MaxShared: k.MaxShared, MaxNTID: k.MaxNTID, ReqNTID: k.ReqNTID,
		RowWarps: k.RowWarps, LayerWarps: k.LayerWarps, MinRow: k.MinRow, MaxRow: k.MaxRow, Addr32: k.Addr32, Spins: k.Spins, Workspace: k.Workspace, Refs: k.Refs, Gangs: k.Gangs}
	if k.Module != nil {
		f.Module = k.Module.Module
	}
	setCode(f, k)
	return f
}

// described returns what programs see of a kernel: of one that no module has, as tests make them, what
// they would see now.
func (k *Kernel) described() *ptx.Kernel {
	if k.shown != nil {
		return k.shown
	}
	return k.face()
}

// Unset returns the error of a launch if the program has not set a function that it supplies.
func (k *Kernel) Unset() error {
	for _, x := range k.Externs {
		if !x.IsSet() {
			return k.refuse(ptx.ErrExtern, "the extern function %s is not set: assign it to the variable %s", x.Name, x.Var)
		}
	}
	return nil
}

// refuse is the error of a launch of the kernel.
func (k *Kernel) refuse(kind ptx.LaunchErrorKind, format string, args ...any) error {
	e := &ptx.LaunchError{Kernel: k.Name, Kind: kind}
	e.Msg, e.Err = wording.Cause(format, args...)
	return e
}
