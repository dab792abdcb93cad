package interp

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// workspaceSize is the size of what barriers of the whole grid need: a word with this size, and
// the word of the barrier.
const workspaceSize = 8

// workspace returns the address of the launch's workspace, 0 where the launch has none. It gets
// one when a thread first asks. All launches of a Machine have the same memory, one after the
// other.
func (g *grid) workspace() uint64 {
	if g.cfg.NoWorkspace || g.workspaceAddr != 0 {
		return g.workspaceAddr
	}
	if total := int64(g.cfg.Grid[0]) * int64(g.cfg.Grid[1]) * int64(g.cfg.Grid[2]); g.cfg.Count < total {
		panic(canceled{fmt.Errorf("kernel %s: CTAs %d to %d of %d in a cooperative launch, whose CTAs may wait for all others: it runs the whole grid",
			g.kernel.f.Name, g.cfg.First, g.cfg.First+g.cfg.Count, total)})
	}
	x := g.m
	if x.workspace == nil {
		x.workspace = make([]byte, workspaceSize)
	}
	clear(x.workspace)
	binary.LittleEndian.PutUint32(x.workspace, workspaceSize)
	addr, err := x.Address(x.workspace)
	if err != nil {
		panic(canceled{fmt.Errorf("kernel %s: the workspace of the launch: %w", g.kernel.f.Name, err)})
	}
	i, _ := slices.BinarySearchFunc(g.segments, addr, func(s segment, addr uint64) int { return cmp.Compare(s.base, addr) })
	g.segments = slices.Insert(g.segments, i, segment{base: addr, mem: x.workspace})
	g.workspaceAddr = addr
	return addr
}
