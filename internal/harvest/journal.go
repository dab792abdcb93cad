package harvest

import "slices"

// journal is what a function has added to the output until it is known whether it is refused: how to take
// each addition back.
type journal []func()

func (j *journal) note(undo func()) { *j = append(*j, undo) }

// keep makes everything stay.
func (j *journal) keep() { *j = nil }

// undo takes everything back, so that the output does not depend on it.
func (j *journal) undo() {
	for _, undo := range slices.Backward(*j) {
		undo()
	}
	*j = nil
}
