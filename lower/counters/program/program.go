// Package program makes the program that package runtime/counters counts for of the steps of a module. Engines and
// printers need it of IR with notes, and nothing of what puts notes there.
package program

import (
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/counters"
)

// Of returns the program of a module. name is what a PTX file is to be called.
func Of(m *ir.Module, name func(file string) string) *counters.Program {
	p := &counters.Program{}
	number := map[ir.StepInst]int32{}
	for i := range m.Steps {
		s := &m.Steps[i]
		first := int32(len(p.Instructions))
		for k, in := range s.Insts {
			number[ir.StepInst{Pos: in.Pos}] = first + int32(k)
			x := counters.Instruction{Op: in.Op}
			if m.File != nil {
				at := m.File.Position(in.Pos)
				x.File, x.Line, x.Text = name(at.File), at.Line, m.File.Instruction(m.File.Line(in.Pos))
				if o := m.File.ShortOrigin(in.Pos); o != nil {
					x.Source = o.String()
				}
			} else { // IR that was read from text
				x.File, x.Line = m.Name, int(in.Pos)
			}
			p.Instructions = append(p.Instructions, x)
		}
		step := counters.Step{First: first, End: first + int32(len(s.Insts)), Branch: s.Branch}
		for _, g := range s.Guarded {
			step.Guards = append(step.Guards, first+int32(g))
		}
		p.Steps = append(p.Steps, step)
	}
	for i := range m.Steps { // an access may be in another step than its instruction
		for _, r := range m.Steps[i].Requests {
			at, ok := number[ir.StepInst{Pos: r.Pos}]
			if !ok {
				at = -1
			}
			p.Steps[i].Requests = append(p.Steps[i].Requests, counters.Request{Instruction: at, Space: counters.Space(r.Space), Bytes: int32(r.Bytes), Atomic: r.Atomic})
		}
	}
	return p
}
