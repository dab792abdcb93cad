package memcase

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Mistake is what is wrong with the list of the folders, or missing for one of its rows.
type Mistake struct {
	Word string // in the source of this package: the row's id, or the folder's name
	Text string
}

func (m *Mistake) Error() string { return m.Word + ": " + m.Text }

// about gives a panic with a text, which a function deep down says what is missing by, the
// row or folder that it is about. Other panics go on.
func about(word string) {
	switch r := recover().(type) {
	case nil:
	case string:
		panic(&Mistake{word, r})
	default:
		panic(r)
	}
}

// caught makes an error of a mistake. Other panics go on.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Mistake:
		*err = r
	default:
		panic(r)
	}
}

// rowOf returns the row with an id.
func rowOf(id string) *isa.Form {
	f := formsByID()[id]
	if f == nil {
		panic(&Mistake{id, "the table of instructions has no such row"})
	}
	return f
}

// mayUse makes sure that a folder has some head of a row.
func (c *folder) mayUse(f *isa.Form, heads []*isa.Match) {
	if len(heads) == 0 {
		panic(&Mistake{f.ID, fmt.Sprintf("a module of the version and target of %s may use no head of it", c.name)})
	}
}

var formsByID = sync.OnceValue(func() map[string]*isa.Form {
	m := map[string]*isa.Form{}
	for _, f := range isa.Forms() {
		m[f.ID] = f
	}
	return m
})

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
