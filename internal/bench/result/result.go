// Package result is what the program measure tells the suite: lines of JSON on
// its standard output.
package result

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Line is one line of output: one of its fields is set.
type Line struct {
	Sample *Sample `json:",omitempty"`
	Launch *Launch `json:",omitempty"`
	Idle   *Idle   `json:",omitempty"`

	Interpreted *Interpreted `json:",omitempty"`
	Sanitized   *Sanitized   `json:",omitempty"`
}

// Class says what a variant is.
type Class string

const (
	Scalars Class = "scalars" // of ptx2go, one thread after the other (-asm=off)
	Vectors Class = "vectors" // of ptx2go, by default, where a kernel has gangs
	Scalar  Class = "scalar"  // C without vectoriser
	Loops   Class = "loops"   // C, vectorised for x86-64-v3
	Native  Class = "native"  // C, vectorised for the machine's processor
	OpenCL  Class = "opencl"
)

// Sets of kernels: those that ptx2go was tuned to have no name.
const (
	Untuned = "untuned" // of the kind that people write, which nothing was tuned to
	Own     = "own"     // of other kinds, likewise: whether what is done for the others is general
)

// Sets lists them in the order of the tables.
var Sets = []string{"", Untuned, Own}

// Sample is what one variant of a kernel took on one kind of data.
type Sample struct {
	Kernel  string
	Data    string // kind of data
	Build   string // v1 or v3, the program's GOAMD64, and behind it what else it was built and run with
	Variant string
	Class   Class
	Threads int
	Set     string    `json:",omitempty"` // the kernel is of, see Sets
	Rounds  []float64 // ns a launch in each round, of processor time
	Check   string    // "same", "within ..." or "DIFFERENT ..." beside the first variant
}

// Key tells samples of different things apart.
func (s *Sample) Key() [4]string { return [4]string{s.Kernel, s.Data, s.Build, s.Variant} }

// Best returns the fastest round, in ns a thread.
func (s *Sample) Best() float64 { return slices.Min(s.Rounds) / float64(s.Threads) }

// Median returns the round in the middle, in ns a thread.
func (s *Sample) Median() float64 {
	return slices.Sorted(slices.Values(s.Rounds))[len(s.Rounds)/2] / float64(s.Threads)
}

// Wrong reports whether the results had other bits than those of C.
func (s *Sample) Wrong() bool { return len(s.Check) >= 9 && s.Check[:9] == "DIFFERENT" }

// Launch is what launches of one size took, one after the other.
type Launch struct {
	Table   string // "length" (of a launch's work), "grid" (how many CTAs) or "scaling"
	Kernel  string
	CTAs    int
	Block   int
	Workers int
	Wall    float64 // ns a launch, the fastest of many rounds
	CPU     float64 // ns of processor time a launch, likewise
	Bytes   float64 // allocated by a launch
	Mallocs float64
}

// Idle is what a program that waits uses, behind launches with two workers.
type Idle struct {
	Length, CPU float64 // ns of waiting, ns of processor time meanwhile
}

// Interpreted is what a kernel takes in the interpreter, ns of processor time a thread.
type Interpreted struct {
	Kernel      string
	Lanes, Rows float64 // lane by lane, and in rows
	Generated   float64 // as generated code, one thread after the other
	Same        bool    // rows have left what generated code has
}

// Sanitized is what a kernel takes without a sanitizer, with each, and counted.
type Sanitized struct {
	Kernel  string
	Bytes   int                // of buffers, and of the shared memory of all CTAs
	Modes   map[string]Watched // "" without, "sync", "init", "race", "all", "count"
	Default float64            // ns of processor time a launch of the code that is made by default, without -asm=off
}

// Watched is what launches take under a sanitizer, or counted.
type Watched struct {
	CPU       float64 // ns of processor time a launch
	Live      uint64  // bytes of the heap that were in use at most, beside those of the program
	Found     int     // findings of a launch
	Different bool    // the results have other bits than without
}

// Read reads the lines of a program's output and calls f for each.
func Read(r io.Reader, f func(Line)) error {
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var l Line
		if err := json.Unmarshal(scan.Bytes(), &l); err != nil {
			return fmt.Errorf("%q: %v", scan.Bytes(), err)
		}
		f(l)
	}
	return scan.Err()
}
