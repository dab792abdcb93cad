// Command tablegen writes ztables.go of package isa: the rows of its tables as Go data,
// which needs no parsing when the compiler starts.
//
// It is built with the tag isatable, which leaves that file out, so that it can be written
// again when it no longer fits the types.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// output is the file that is written.
const output = "ztables.go"

func main() {
	log.SetFlags(0)
	log.SetPrefix("tablegen: ")
	dir := flag.String("dir", ".", "`folder` of package isa")
	flag.Parse()
	tables, err := isa.ReadTables(os.DirFS(*dir))
	if err != nil {
		log.Fatal(err)
	}
	names, err := readConstants(*dir)
	if err != nil {
		log.Fatal(err)
	}
	code, err := generate(tables, names)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*dir, output), code, 0o644); err != nil {
		log.Fatal(err)
	}
}
