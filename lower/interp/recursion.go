package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// findRecursion marks the functions that may be called while they run: those that lie
// on a cycle of calls. Only these count for the depth of calls, as no other can make it
// large. Tarjan's algorithm finds the cycles.
func (x *Machine) findRecursion() {
	calls := make([][]*code, len(x.byHandle))
	for i, c := range x.byHandle {
		for _, b := range c.f.Blocks {
			for _, v := range b.Values {
				switch v.Op {
				case ir.OpCall:
					if to := x.codes[v.Attr.Func]; to != nil {
						calls[i] = append(calls[i], to)
					}
				case ir.OpCallIndirect:
					for _, to := range x.byHandle {
						if !to.f.Entry && sameTypes(to.f.Args, v.Attr.Sig.Params) && sameTypes(to.f.Results, v.Attr.Sig.Results) {
							calls[i] = append(calls[i], to)
						}
					}
				}
			}
		}
	}
	// By code id: the number in the order of the visit, from 1, and the lowest number
	// that is reached and on the stack.
	number, low := make([]int, len(calls)), make([]int, len(calls))
	waiting := make([]bool, len(calls))
	var stack []*code
	n := 0
	var visit func(c *code)
	visit = func(c *code) {
		n++
		number[c.id], low[c.id] = n, n
		stack, waiting[c.id] = append(stack, c), true
		for _, to := range calls[c.id] {
			switch {
			case to == c:
				c.recursive = true
			case number[to.id] == 0:
				visit(to)
				low[c.id] = min(low[c.id], low[to.id])
			case waiting[to.id]:
				low[c.id] = min(low[c.id], number[to.id])
			}
		}
		if low[c.id] != number[c.id] {
			return
		}
		for alone := stack[len(stack)-1] == c; ; {
			last := stack[len(stack)-1]
			stack, waiting[last.id] = stack[:len(stack)-1], false
			last.recursive = last.recursive || !alone
			if last == c {
				return
			}
		}
	}
	for _, c := range x.byHandle {
		if number[c.id] == 0 {
			visit(c)
		}
	}
}
