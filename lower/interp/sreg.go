package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// sregs are the special registers by the name in ir.Attr.SReg. The caller cuts
// the value to the width that is read.
var sregs = map[string]func(l *lane) uint64{
	"tid.x":    func(l *lane) uint64 { return uint64(l.tid[0]) },
	"tid.y":    func(l *lane) uint64 { return uint64(l.tid[1]) },
	"tid.z":    func(l *lane) uint64 { return uint64(l.tid[2]) },
	"ntid.x":   func(l *lane) uint64 { return uint64(l.cta.grid.cfg.Block[0]) },
	"ntid.y":   func(l *lane) uint64 { return uint64(l.cta.grid.cfg.Block[1]) },
	"ntid.z":   func(l *lane) uint64 { return uint64(l.cta.grid.cfg.Block[2]) },
	"ctaid.x":  func(l *lane) uint64 { return uint64(l.cta.id[0]) },
	"ctaid.y":  func(l *lane) uint64 { return uint64(l.cta.id[1]) },
	"ctaid.z":  func(l *lane) uint64 { return uint64(l.cta.id[2]) },
	"nctaid.x": func(l *lane) uint64 { return uint64(l.cta.grid.cfg.Grid[0]) },
	"nctaid.y": func(l *lane) uint64 { return uint64(l.cta.grid.cfg.Grid[1]) },
	"nctaid.z": func(l *lane) uint64 { return uint64(l.cta.grid.cfg.Grid[2]) },

	ir.RowStart: func(l *lane) uint64 {
		n := &l.cta.grid.cfg.Block
		return uint64(n[0]) * (uint64(l.tid[1]) + uint64(n[1])*uint64(l.tid[2]))
	},

	"laneid":  func(l *lane) uint64 { return uint64(l.index) },
	"warpid":  func(l *lane) uint64 { return uint64(l.warp.index) },
	"nwarpid": func(*lane) uint64 { return maxThreads / warpSize },
	"smid":    func(*lane) uint64 { return 0 },
	"nsmid":   func(*lane) uint64 { return 1 },
	"gridid":  func(l *lane) uint64 { return l.cta.grid.id },

	"lanemask_eq": func(l *lane) uint64 { return 1 << l.index },
	"lanemask_lt": func(l *lane) uint64 { return 1<<l.index - 1 },
	"lanemask_le": func(l *lane) uint64 { return 2<<l.index - 1 },
	"lanemask_ge": func(l *lane) uint64 { return ^uint64(1<<l.index - 1) },
	"lanemask_gt": func(l *lane) uint64 { return ^uint64(2<<l.index - 1) },

	// Time is the number of steps, those of the plan where there is one.
	"clock":          func(l *lane) uint64 { return l.cta.grid.time() },
	"clock64":        func(l *lane) uint64 { return l.cta.grid.time() },
	"clock_hi":       func(l *lane) uint64 { return l.cta.grid.time() >> 32 },
	"globaltimer":    func(l *lane) uint64 { return l.cta.grid.time() },
	"globaltimer_lo": func(l *lane) uint64 { return l.cta.grid.time() },
	"globaltimer_hi": func(l *lane) uint64 { return l.cta.grid.time() >> 32 },

	ir.WorkspaceHigh: func(l *lane) uint64 { return l.cta.grid.workspace() >> 32 },
	ir.WorkspaceLow:  func(l *lane) uint64 { return l.cta.grid.workspace() },

	"total_smem_size":   func(l *lane) uint64 { return uint64(l.cta.grid.shared) },
	"dynamic_smem_size": func(l *lane) uint64 { return uint64(l.cta.grid.cfg.Shared) },
}

// time is what special registers show that measure it.
func (g *grid) time() uint64 {
	if g.plan != nil {
		return g.plan.Clock()
	}
	return uint64(g.steps)
}
