package intrinsics

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/gen/tree"
)

// source is a view of some files.
func source(t *testing.T, texts map[string]string) *tree.View {
	t.Helper()
	files := tree.New(t.TempDir())
	for name, text := range texts {
		files.Put(name, text)
	}
	return files.View(tree.Patterns{"runtime/*/*.go"}, nil)
}

func TestReadPackage(t *testing.T) {
	const text = `package fpops

func AddF32(a, b float32) float32 { return a + b }
func Pair(uint32, int64) (uint16, bool)
func Nullary() int8
func lower(a float32) float32
func Generic[T any](a float32) float32
func (t T) Method(a float32) float32
func NoResult(a float32)
func Slice(a []uint32) uint32
func Plain(a int) uint32
func Three() (a, b, c bool)
`
	const dir = "runtime/fpops"
	files := map[string]string{
		dir + "/a.go":       text,
		dir + "/b_test.go":  "package fpops\nfunc InTest() bool\n",
		dir + "/c_arm64.go": "package fpops\nfunc AddF32(a, b float32) float32\n",
		dir + "/d.go":       "//go:build goexperiment.simd\n\npackage fpops\nfunc Simd() bool\n",
	}
	read := func() ([]function, error) { return readPackage(source(t, files), dir) }
	funcs, err := read()
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
	fails := func(what, want string) {
		t.Helper()
		if _, err := read(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
	}
	// A name without a type in a mixed list is a syntax error.
	files[dir+"/a.go"] = strings.Replace(text, "uint32, int64", "x uint32, int64", 1)
	fails("a syntax error", dir+"/a.go:4:26: ")
	files[dir+"/a.go"] = "package intops\n"
	fails("another package", dir+"/a.go:1:9: package intops, not fpops")
	files[dir+"/a.go"] = text
	files[dir+"/e.go"] = "package fpops\n\n// Plus adds.\n//\n//ptx2go:operator AddF32\nfunc Plus(a, b float32) float32 { return a + b }\n\n//ptx2go:scale AddF32\nfunc PlusTwo(a, b float32) float32 { return a + b }\n"
	funcs, err = read()
	if err != nil || len(funcs) != 3 || funcs[0].name != "AddF32" || funcs[0].operators != [2]string{"Plus", "PlusTwo"} {
		t.Errorf("with an operator: %v, %v", funcs, err)
	}
	files[dir+"/e.go"] = "package fpops\n\n//ptx2go:operator SubF32\nfunc Minus(a, b float32) float32 { return a - b }\n"
	fails("an operator of no function", dir+"/e.go:4:6: fpops.Minus is an operator of SubF32")
}

func TestReadWarps(t *testing.T) {
	read := func(funcs string) ([]warpFunction, error) {
		return readWarps(source(t, map[string]string{"runtime/warpops/a.go": "package warpops\n\n" + funcs}))
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
	err := Write(source(t, map[string]string{
		"runtime/fpops/a.go":  "package fpops\nfunc Same() bool { return true }\n",
		"runtime/intops/a.go": "package intops\nfunc Same() bool { return true }\n",
	}))
	if err == nil || !strings.Contains(err.Error(), "runtime/intops/a.go:2:6: Same is in package fpops and in package intops") {
		t.Errorf("got %v", err)
	}
}
