// Package cases writes the conformance cases that are computed, and removes the folders that
// are not any more.
package cases

import (
	"errors"
	"path"

	"github.com/ptx2go/ptx2go/internal/cases/conform"
	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/cases/memcase"
	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// Dir holds the folders of cases.
const Dir = "internal/cases/casefile/testdata/cases"

// Arithmetic writes the cases of package conform.
func Arithmetic(v *tree.View) error {
	files, err := conform.Files()
	if wrong := (*listed.Mistake)(nil); errors.As(err, &wrong) {
		return v.Find("internal/cases/conform", wrong.Word, wrong.Error())
	} else if err != nil {
		return err
	}
	for _, f := range files {
		if err := v.Write(path.Join(Dir, f.Name), f.Data); err != nil {
			return err
		}
	}
	return sweep(v, "internal/cases/conform")
}

// Memory writes the cases of package memcase.
func Memory(v *tree.View) error {
	files, err := memcase.Files(memcase.Options{})
	if wrong := (*listed.Mistake)(nil); errors.As(err, &wrong) {
		return v.Find("internal/cases/memcase", wrong.Word, wrong.Error())
	} else if err != nil {
		return err
	}
	for _, f := range files {
		if err := v.Write(path.Join(Dir, f.Name), f.Data); err != nil {
			return err
		}
	}
	return sweep(v, "internal/cases/memcase")
}

// sweep removes what a package has written, as the case.json of a folder says, and writes no
// more.
func sweep(v *tree.View, producer string) error {
	return v.Sweep(Dir, "case.json", []byte(`"producer":"`+producer+`"`))
}
