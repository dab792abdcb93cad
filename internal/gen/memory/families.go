// Package memory writes the families of functions of package gen of the runtime that differ
// in type and memory only.
package memory

import (
	"bytes"
	"text/template"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// Write writes the accesses of memory and the atomic operations.
func Write(v *tree.View) error {
	if err := expand(v, "runtime/gen/zmemory.go", memoryText, memoryTypes); err != nil {
		return err
	}
	all, err := words(v)
	if err != nil {
		return err
	}
	return expand(v, "runtime/gen/zatomics.go", atomicsText, all)
}

func expand(v *tree.View, name, text string, data any) error {
	t, err := template.New("").Parse(text)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(tree.Header("internal/gen/memory"))
	if err := t.Execute(&b, data); err != nil {
		return err
	}
	return v.WriteGo(name, b.Bytes())
}
