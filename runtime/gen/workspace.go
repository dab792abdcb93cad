package gen

import (
	"slices"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// workspace is what a driver gives to cooperative launches: memory for the barrier of the grid.
// CUDA's this_grid().sync() knows it.
type workspace struct {
	size uint32 // of the workspace in bytes
	_    uint32 // the barrier counts the CTAs that have arrived; the top bit changes when all have
}

// addWorkspace gives the launch a workspace, which its threads may access.
func (r *run) addWorkspace() {
	r.workspace = memory.BytesOf([]workspace{{size: uint32(unsafe.Sizeof(workspace{}))}})
	r.extra = append(slices.Clip(r.extra), r.workspace)
}

// workspaceAddr is the address of the workspace, 0 where the launch has none.
func (c *CTA) workspaceAddr() uint64 { return AddrOf(c.run.workspace) }

// WorkspaceHigh returns %envreg1: the high half of the address of the launch's workspace, 0 where
// the launch is not cooperative.
func (c *CTA) WorkspaceHigh() uint32 { return uint32(c.workspaceAddr() >> 32) }

// WorkspaceLow returns %envreg2: the low half of that address.
func (c *CTA) WorkspaceLow() uint32 { return uint32(c.workspaceAddr()) }
