package pass_test

import (
	"fmt"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"path/filepath"
	"testing"
)

func TestStat(t *testing.T) {
	files, _ := filepath.Glob(*cases + "/*/*.ptx")
	for _, p := range files {
		m, u := buildModule(t, p)
		if u != "" {
			continue
		}
		cnt := func() (n, blocks, locals, gen, step int) {
			for _, f := range m.Funcs {
				if !f.Entry {
					continue
				}
				blocks += len(f.Blocks)
				for _, b := range f.Blocks {
					n += len(b.Values)
					for _, v := range b.Values {
						switch v.Op {
						case ir.OpLockstep:
							step++
						case ir.OpLoad, ir.OpStore:
							if v.Attr.Space == ir.Local {
								locals++
							}
							if v.Attr.Space == ir.Generic {
								gen++
							}
						}
					}
				}
			}
			return
		}
		n0, b0, l0, g0, _ := cnt()
		pass.Run(m, pass.Standard, pass.Options{})
		n1, b1, l1, g1, s1 := cnt()
		spin := ""
		for _, f := range m.Funcs {
			if f.Spins {
				spin += " spins:" + f.Name
			}
			if f.RowWarps {
				spin += " rows:" + f.Name
			}
		}
		fmt.Printf("%-45s values %d->%d blocks %d->%d local %d->%d generic %d->%d lockstep %d%s\n", p[len(*cases)+1:], n0, n1, b0, b1, l0, l1, g0, g1, s1, spin)
	}
}
