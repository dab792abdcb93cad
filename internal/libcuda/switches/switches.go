// Package switches is the table of the variables of the environment that libcuda.so.1 reads: what each
// takes, and what it does. The library checks values by it, docs/PROGRAMS.md has the table as text, and
// ptx2go help libcuda prints it. It reads no variable itself.
package switches

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Switch is a variable.
type Switch struct {
	Name   string
	Values []string // what it takes, the default first where it has one; a word that is no value says what kind
	Does   string
	check  func(value string) bool // nil: the value is one of Values
	want   string                  // what a value is, where check says that it is none
}

// The variables, by their names.
const (
	Errors     = "PTX2GO_LIBCUDA_ERRORS"
	Record     = "PTX2GO_RECORD"
	Cache      = "PTX2GO_CACHE"
	GPU        = "PTX2GO_GPU"
	Capability = "PTX2GO_COMPUTE_CAPABILITY"
	Devices    = "PTX2GO_DEVICES"
	Memory     = "PTX2GO_MEMORY"
	Size       = "PTX2GO_DEVICE_MEMORY"
	Approx     = "PTX2GO_APPROX"
	Sanitize   = "PTX2GO_SANITIZE"
	Vectors    = "PTX2GO_VECTORS"
	Processors = "GOMAXPROCS"
)

// Values of some.
const (
	Off      = "off"      // of Cache and Vectors
	Granule  = "granule"  // of Memory
	Warn     = "warn"     // of Memory
	Exact    = "exact"    // of Memory
	Bits     = "gpu"      // of Approx
	Accurate = "accurate" // of Approx
	Races    = "race"     // of Sanitize
	Inits    = "init"     // of Sanitize
	Syncs    = "sync"     // of Sanitize
)

// MaxDevices is how many devices there can be.
const MaxDevices = 16

// All are the variables, in the order in which the table has them.
var All = []Switch{
	{Name: Errors, Values: []string{"`1`"}, check: anything,
		Does: "each error is explained on standard error: of a kernel that failed the thread and the line"},
	{Name: Record, Values: []string{"a folder"}, check: anything,
		Does: "texts that are interpreted are kept there"},
	{Name: Cache, Values: []string{"a folder", "`off`"}, check: func(v string) bool { return v == Off || filepath.IsAbs(v) }, want: "a folder by its whole path, or off",
		Does: "where Go code of texts is kept from one run to the next; by default `ptx2go` in the user's folder for caches. There is no cache without Go, gcc and the source that the library was built from, and none in a library that `go build` has made"},
	{Name: GPU, Values: []string{"`sm_89`"}, check: func(v string) bool {
		n, err := strconv.Atoi(strings.TrimPrefix(v, "sm_"))
		return err == nil && n >= 10 && n <= 999
	}, want: "a target such as sm_89",
		Does: "which GPU the device is: by its compute capability programs choose what they load. Texts for newer GPUs are refused, as by that GPU"},
	{Name: Capability, Values: []string{"`8.9`"}, check: func(v string) bool { _, _, ok := Version(v); return ok }, want: "a version such as 8.9",
		Does: "the same, but all texts run; 8.9 is the default"},
	{Name: Devices, Values: []string{"`1` to `" + strconv.Itoa(MaxDevices) + "`"}, check: func(v string) bool {
		n, err := strconv.Atoi(v)
		return err == nil && n >= 1 && n <= MaxDevices
	}, want: fmt.Sprintf("a number from 1 to %d", MaxDevices),
		Does: "how many devices there are. They share processors and memory"},
	{Name: Memory, Values: []string{"`granule`", "`warn`", "`exact`"}, check: oneOf(Granule, Warn, Exact), want: "granule, warn or exact",
		Does: "whether a kernel reaches the end of the 512 bytes that an allocation ends in, as on a GPU, or fails with its first access beyond the allocation (`exact`, which programs in Go have). With `granule` the interpreter says on standard error, once for each place in a text, where a kernel does so; with `warn` all kernels are interpreted, so that no place is missed. Copies are exact in any case"},
	{Name: Size, Values: []string{"a number of bytes such as `8G`"}, check: func(v string) bool { _, ok := Bytes(v); return ok }, want: "a number of bytes, with K, M, G or T for 2 to the power of 10, 20, 30 or 40",
		Does: "how much memory the devices have, all together; by default half of what the machine has, or the control group. An allocation beyond it fails with `CUDA_ERROR_OUT_OF_MEMORY`. Managed and pinned memory count as well: they do not overflow to the host"},
	{Name: Approx, Values: []string{"`gpu`", "`accurate`"}, check: oneOf(Bits, Accurate), want: "gpu or accurate",
		Does: "what approximate instructions give: the bits of a GPU, or correctly rounded results, or nearly. Go code that the library has of a text is used if it gives the same; without the variable it is used in any case"},
	{Name: Sanitize, Values: []string{"`race`", "`init`", "`sync`"}, check: func(v string) bool {
		return !slices.ContainsFunc(strings.Split(v, ","), func(w string) bool { return !oneOf(Races, Inits, Syncs)(w) })
	}, want: "a list of race, init and sync, with commas",
		Does: "what to look for in kernels, one or several with commas: races in shared and global memory, also of launches in streams that nothing orders; values that nobody has written; barriers, votes and shuffles that are wrong ([SANITIZERS.md](SANITIZERS.md)). All kernels are interpreted, one launch at a time, and what is found is written to standard error when the program ends"},
	{Name: Vectors, Values: []string{"`16`", "`8`", "`4`", "`off`"}, check: oneOf("16", "8", "4", Off), want: "16, 8, 4 or off",
		Does: "how many threads translated kernels may run as lanes of a vector"},
	{Name: Processors, Values: []string{"a number"}, check: anything,
		Does: "how many processors kernels use"},
}

func anything(string) bool { return true }

func oneOf(words ...string) func(string) bool {
	return func(v string) bool { return slices.Contains(words, v) }
}

// Version reads a version such as 8.9.
func Version(v string) (major, minor int, ok bool) {
	a, b, ok := strings.Cut(v, ".")
	major, err := strconv.Atoi(a)
	minor, err2 := strconv.Atoi(b)
	return major, minor, ok && err == nil && err2 == nil && major >= 1 && major <= 99 && minor >= 0 && minor <= 9
}

// Bytes reads a number of bytes such as 8G.
func Bytes(v string) (n uint64, ok bool) {
	digits := strings.TrimRight(v, "KMGT")
	shift := 0
	if unit := v[len(digits):]; len(unit) == 1 {
		v, shift = digits, 10*(1+strings.Index("KMGT", unit))
	}
	n, err := strconv.ParseUint(v, 10, 64)
	return n << shift, err == nil && n > 0 && n<<shift>>shift == n && n<<shift < 1<<62
}

// Check says what is wrong with the values that an environment has, of the first that is wrong. An empty one
// is none.
func Check(getenv func(name string) string) error {
	for _, s := range All {
		if v := getenv(s.Name); v != "" && !s.check(v) {
			return fmt.Errorf("%s is %q: %s", s.Name, v, s.want)
		}
	}
	return nil
}

// Markdown is the table for a page.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| variable | values | what it does |\n|---|---|---|\n")
	for _, s := range All {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, strings.Join(s.Values, ", "), s.Does)
	}
	return b.String()
}

// Help is the table for a terminal, with lines of at most so many characters.
func Help(width int) string {
	const indent = "        "
	var b strings.Builder
	for _, s := range All {
		fmt.Fprintf(&b, "  %s=%s\n", s.Name, plain(strings.Join(s.Values, "|")))
		line := indent
		for word := range strings.FieldsSeq(plain(s.Does)) {
			if line != indent && len(line)+1+len(word) > width {
				b.WriteString(line + "\n")
				line = indent
			}
			if line != indent {
				line += " "
			}
			line += word
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func plain(s string) string { return strings.ReplaceAll(s, "`", "") }
