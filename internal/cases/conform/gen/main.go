// Command gen writes the conformance cases of internal/cases/conform to the test data
// of internal/cases/casefile. Folders that it once wrote and no longer does stay.
//
// With -explain it says what an element of a buffer of results is, as a message
// of ptx2go verify names it:
//
//	go run ./internal/cases/conform/gen -explain fp_add_f32:out_f32:1250
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/conform"
)

func main() {
	element := flag.String("explain", "", "write nothing, say what `folder:buffer:element` is")
	flag.Parse()
	err := error(nil)
	if *element != "" {
		err = explain(*element)
	} else {
		err = write("../casefile/testdata/cases")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "conform/gen:", err)
		os.Exit(1)
	}
}

func explain(element string) error {
	parts := strings.Split(element, ":")
	if len(parts) != 3 {
		return fmt.Errorf("%q is not folder:buffer:element", element)
	}
	n, err := strconv.Atoi(parts[2])
	if err != nil {
		return err
	}
	text, err := conform.Explain(parts[0], parts[1], n)
	fmt.Print(text)
	return err
}

// write writes what differs.
func write(dir string) error {
	made := map[string]bool{}
	for _, f := range conform.Files() {
		path := filepath.Join(dir, f.Name)
		if folder := filepath.Dir(path); !made[folder] {
			made[folder] = true
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
		}
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.Data) {
			continue
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
