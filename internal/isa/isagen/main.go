// Command isagen writes docs/ISA.md, the list of every PTX instruction form with
// what is supported of it, from the tables of package isa. What is supported
// follows from the tables and from the functions and builders that exist in the
// source tree: nobody keeps a list.
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("isagen: ")
	root := flag.String("root", "../..", "root of the module")
	out := flag.String("o", "../../docs/ISA.md", "file to write")
	flag.Parse()
	have, err := scan(*root)
	if err != nil {
		log.Fatal(err)
	}
	var b bytes.Buffer
	write(&b, have)
	if err := os.WriteFile(*out, b.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}
