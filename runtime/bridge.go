package runtime

import (
	"github.com/ptx2go/ptx2go/runtime/internal/bridge"
	"github.com/ptx2go/ptx2go/runtime/internal/module"
)

// init gives package gen what programs do not see.
func init() {
	bridge.NewModule = newModule
	bridge.FoundBy = foundBy
	bridge.Loads = func(m *Module, load func(*Instance)) { m.load = load }
	bridge.AddKernel = addKernel
	bridge.SetCode = func(k *Kernel, c any) { k.code = c.(code) }
	bridge.Plan = (*Kernel).plan
	bridge.Ordinary = func(l *Launch) { l.ordinary = true }
	bridge.Instance = func(in *Instance) *module.Instance { return &in.state }
	bridge.Object = func(x any) any { return x.(interface{ object() any }).object() }
	bridge.NewThread = newThread
	bridge.SourceText = sourceText
	bridge.MemoryError = memoryError
}
