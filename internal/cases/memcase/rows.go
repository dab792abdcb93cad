package memcase

import (
	"slices"
	"strings"
)

// Rows returns the ids of the rows that the folders execute.
func Rows() []string {
	var ids []string
	for _, c := range folders(Options{}) {
		for _, id := range c.rows {
			ids = append(ids, strings.TrimSuffix(id, "~"))
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
