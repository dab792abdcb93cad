package fpops

import "github.com/ptx2go/ptx2go/runtime/internal/powers"

// AccurateTables shows the tables to the tests.
func AccurateTables() (exp2 [64]uint64, sine [64]float64, log2 [64]struct{ R, L float64 }, inverse []uint64) {
	for i, row := range log2Table {
		log2[i] = struct{ R, L float64 }{row.r, row.l}
	}
	return powers.Table, sineTable, log2, invTwoPi[:]
}
