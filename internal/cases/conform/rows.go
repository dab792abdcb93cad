package conform

import (
	"slices"
)

// Rows returns the ids of the rows that the folders execute.
func Rows() []string {
	var ids []string
	for _, c := range folders() {
		ids = append(ids, c.rows...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
