package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestCurrent fails where the checked-in files are not what the generator
// writes now.
func TestCurrent(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Skip(err)
	}
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not current: run go generate ./internal/intrin", name)
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReadPackage(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.go", `package fpops

func AddF32(a, b float32) float32 { return a + b }
func Pair(x uint32, int64) (uint16, bool)
func Nullary() int8
func lower(a float32) float32
func Generic[T any](a float32) float32
func (t T) Method(a float32) float32
func NoResult(a float32)
func Slice(a []uint32) uint32
func Plain(a int) uint32
func Three() (a, b, c bool)
`)
	write(t, dir, "b_test.go", "package fpops\nfunc InTest() bool\n")
	write(t, dir, "c_arm64.go", "package fpops\nfunc AddF32(a, b float32) float32\n")
	write(t, dir, "d.go", "//go:build goexperiment.simd\n\npackage fpops\nfunc Simd() bool\n")
	// A name without a type in a mixed list is a syntax error.
	if _, err := readPackage("fpops", dir); err == nil || !strings.Contains(err.Error(), "a.go:4") {
		t.Errorf("syntax error reported as %v", err)
	}
	src, err := os.ReadFile(filepath.Join(dir, "a.go"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a.go", strings.Replace(string(src), "x uint32, int64", "uint32, int64", 1))
	funcs, err := readPackage("fpops", dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range funcs {
		got = append(got, f.name+"("+strings.Join(f.params, ",")+")"+strings.Join(f.results, ","))
	}
	want := "AddF32(float32,float32)float32 Pair(uint32,int64)uint16,bool Nullary()int8"
	if strings.Join(got, " ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, " "), want)
	}
	if _, err := readPackage("intops", dir); err == nil {
		t.Error("a package of another name was accepted")
	}
	write(t, dir, "e.go", "package fpops\n\n// Plus adds.\n//\n//ptx2go:operator AddF32\nfunc Plus(a, b float32) float32 { return a + b }\n\n//ptx2go:scale AddF32\nfunc PlusTwo(a, b float32) float32 { return a + b }\n")
	funcs, err = readPackage("fpops", dir)
	if err != nil || len(funcs) != 3 || funcs[0].name != "AddF32" || funcs[0].operators != [2]string{"Plus", "PlusTwo"} {
		t.Errorf("with an operator: %v, %v", funcs, err)
	}
	write(t, dir, "e.go", "package fpops\n\n//ptx2go:operator SubF32\nfunc Minus(a, b float32) float32 { return a - b }\n")
	if _, err := readPackage("fpops", dir); err == nil || !strings.Contains(err.Error(), "Minus is an operator of SubF32") {
		t.Errorf("an operator of no function: %v", err)
	}
}

func TestReadWarps(t *testing.T) {
	dir := t.TempDir()
	read := func(funcs string) ([]warpFunction, error) {
		write(t, dir, "a.go", "package warpops\n\n"+funcs)
		return readWarps(dir)
	}
	funcs, err := read(`func Two[T B32](d []T, p Uniform[bool], lanes uint32, a []T, b, c []uint32) {}
func None(lanes uint32) {}
func (d Uniform[T]) Method() {}
func other(x int) {}
`)
	if err != nil {
		t.Fatal(err)
	}
	none := warpFunction{name: "None"}
	two := warpFunction{name: "Two", generic: true,
		results: []warpValue{{"d", "T", false}, {"p", "bool", true}},
		params:  []warpValue{{"a", "T", false}, {"b", "uint32", false}, {"c", "uint32", false}}}
	if len(funcs) != 2 || !reflect.DeepEqual(funcs[0], none) || !reflect.DeepEqual(funcs[1], two) {
		t.Errorf("%+v", funcs)
	}
	for text, want := range map[string]string{
		"func F(d []uint32) {}":                                "no parameter lanes",
		"func F(lanes uint32) bool { return true }":            "results are slices",
		"func F(lanes uint32, a Uniform[uint32]) {}":           "a is neither",
		"func F(d []int, lanes uint32) {}":                     "d is neither",
		"func F(d []uint32, lanes uint32, a uint32) {}":        "a is neither",
		"func F[T any](d []T, lanes uint32, a []T) {}":         "a type parameter is T B32",
		"func F(d Other[uint32], lanes uint32, a []uint32) {}": "d is neither",
		"func F(d []T, lanes uint32) {}":                       "d is neither",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestNameClash(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "runtime/fpops"), "a.go", "package fpops\nfunc Same() bool { return true }\n")
	write(t, filepath.Join(root, "runtime/intops"), "a.go", "package intops\nfunc Same() bool { return true }\n")
	if _, err := generate(root); err == nil || !strings.Contains(err.Error(), "Same is in package fpops and in package intops") {
		t.Errorf("got %v", err)
	}
}
