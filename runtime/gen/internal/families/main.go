// Command families writes the families of functions of package gen that differ
// in type and memory only: zmemory.go and zatomics.go. It is run by go generate
// in the folder of the package.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"text/template"
)

func main() {
	for name, make := range files {
		src, err := make()
		if err == nil {
			err = os.WriteFile(name, src, 0o666)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "families: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// files says how each generated file is made.
var files = map[string]func() ([]byte, error){
	"zmemory.go":  func() ([]byte, error) { return expand(memoryText, memoryTypes) },
	"zatomics.go": func() ([]byte, error) { return expand(atomicsText, atomicTypes) },
}

func expand(text string, data any) ([]byte, error) {
	t, err := template.New("").Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}
