// Command gen writes the conformance cases of internal/cases/memcase to the test data of
// internal/cases/casefile, or to another folder. With -all it writes every head of every
// row, which is some hundred thousand instructions, and asks for another folder.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ptx2go/ptx2go/internal/cases/memcase"
)

const committed = "../casefile/testdata/cases"

func main() {
	all := flag.Bool("all", false, "every head of every row")
	dir := flag.String("out", committed, "write to `folder`")
	flag.Parse()
	err := errors.New("-all is not for the repository: name another folder with -out")
	if !*all || *dir != committed {
		err = write(*dir, memcase.Options{All: *all})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "memcase/gen:", err)
		os.Exit(1)
	}
}

// write writes what differs.
func write(dir string, o memcase.Options) error {
	for _, f := range memcase.Files(o) {
		path := filepath.Join(dir, f.Name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.Data) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
