package conform

import (
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Operands of the approximate instructions without a model.

// tolerance: operands whose exact results lie well inside the normal numbers, or
// for tanh anywhere, subnormals included.
func (l *list) tolerance(r *random, op string) {
	const n = 256
	t := l.types[0]
	f, _ := lanes(element(t))
	if len(l.types) == 2 { // div: |b| up to 2^126, results from 2^-100 to 2^100
		a, b := make([]uint64, n), make([]uint64, n)
		for i := range n {
			e := -126 + i*252/n
			b[i] = r.finite(f, e, e)
			near := min(max(e+r.Between(-60, 60), -120), 120)
			near = min(max(near, e-100), e+100)
			a[i] = r.finite(f, near, near)
		}
		l.cols = [][]uint64{a, b}
		return
	}
	col := make([]uint64, n)
	for i := range col {
		switch {
		case op == "rcp":
			e := -900 + i*1800/n
			col[i] = r.finite(f, e, e)
		case op == "rsqrt":
			e := -1000 + i*2000/n
			col[i] = r.finite(f, e, e) &^ f.SignBit()
		case op == "ex2": // results from 2^-13 on are normal in f16
			e := -12 + i*15/n
			col[i] = r.finite(f, e, e)
		case i%16 == 0: // tanh
			col[i] = r.finite(f, emin(f)-1, emin(f))
		case i%16 == 1:
			col[i] = r.finite(f, 4, f.Bias())
		default:
			e := -20 + i*24/n
			e = max(e, emin(f))
			col[i] = r.finite(f, e, e)
		}
	}
	l.cols = [][]uint64{pack2(t, col)}
}

// special: operands for which the manual names the result.
func (l *list) special(op string) {
	t := l.types[0]
	f, _ := lanes(element(t))
	s := f.SignBit()
	nans := []uint64{payload(f, true), payload(f, false), s | payload(f, true), f.NaN()}
	if len(l.types) == 2 {
		l.specialDiv(f, op, nans)
		return
	}
	col := append([]uint64{0, s, f.Inf(), s | f.Inf()}, nans...)
	negative := []uint64{s | f.One(), s | uint64(1)<<f.Man, s | f.Inf() - 1}
	switch {
	case op == "rsqrt":
		col = append(col, negative...)
	case op == "ex2" && f == ieee.BF16:
		col = append(col, 1, s|1, 1<<f.Man-1, s|(1<<f.Man-1))
	case op == "tanh" && t == isa.F32: // passed through
		col = append(col, 1, s|1, 1<<f.Man-1, s|(1<<f.Man-1))
	}
	base := len(col)
	for i := 0; len(col) < 64; i++ {
		col = append(col, col[i*5%base])
	}
	l.cols = [][]uint64{pack2(t, col)}
}

// specialDiv: NaNs, infinities and zeros; of div.approx also |b| above 2^126, for
// which only the sign of the result depends on a.
func (l *list) specialDiv(f ieee.Format, op string, nans []uint64) {
	s := f.SignBit()
	values := []uint64{0, s, f.Inf(), s | f.Inf(), f.One(), s | f.One(), nans[0], nans[1]}
	above := []uint64{f.Inf() - 1, s | f.Inf() - 1, nearest(f, number(1, 126), 1), nearest(f, number(-1, 127), 0)}
	a, b := []uint64{}, []uint64{}
	for _, u := range values {
		for _, v := range values {
			a, b = append(a, u), append(b, v)
		}
	}
	for i := range 64 {
		u, v := values[i%6], above[i/16]
		if op == "div.full" {
			v = values[i/16]
		}
		a, b = append(a, u), append(b, v)
	}
	l.cols = [][]uint64{a, b}
}
