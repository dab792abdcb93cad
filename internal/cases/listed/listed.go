// Package listed is for those who list rows of the table of instructions in folders of cases,
// conform and memcase: it finds a row by its id, and makes an error with a place of what is
// wrong with such a list. It writes no case.
package listed

import (
	"fmt"
	"sync"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Mistake is what is wrong with a list of folders, or missing for one of its rows.
type Mistake struct {
	Word string // in the source of the list: the row's id, or the folder's name
	Text string
}

func (m *Mistake) Error() string { return m.Word + ": " + m.Text }

// About, deferred, gives a panic with a text, which a function deep down says what is missing
// by, the row or folder that it is about. Other panics go on.
func About(word string) {
	switch r := recover().(type) {
	case nil:
	case string:
		panic(&Mistake{word, r})
	default:
		panic(r)
	}
}

// Caught, deferred, makes an error of a mistake. Other panics go on.
func Caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Mistake:
		*err = r
	default:
		panic(r)
	}
}

// Find returns the row with an id; that there is none is a mistake.
func Find(id string) *isa.Form {
	f := byID()[id]
	if f == nil {
		panic(&Mistake{id, "the table of instructions has no such row"})
	}
	return f
}

var byID = sync.OnceValue(func() map[string]*isa.Form {
	m := map[string]*isa.Form{}
	for _, f := range isa.Forms() {
		m[f.ID] = f
	}
	return m
})

// MayUse makes sure that a folder has some head of a row.
func MayUse(folder string, f *isa.Form, heads []*isa.Match) {
	if len(heads) == 0 {
		panic(&Mistake{f.ID, fmt.Sprintf("a module of the version and target of %s may use no head of it", folder)})
	}
}
