package fpops_test

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// The results of every approximate function of one operand, hashed, so that a
// change shows, and so that a GPU's can be compared without moving 16 GiB a
// function. Sign and exponent make a group. The hash of a group is the sum over
// its operands of mix64(result<<32 | operand), in any order; that of a function
// is h = mix64(h ^ group) over its groups in ascending order, from h = 0.

const mufuHashFile = "testdata/mufu_hashes.txt"

const mufuHashHead = `# Hashes of approximate functions: over all operands, then of the groups (sign and
# exponent) 07f and 183. How they are made is in mufuhash_test.go.
# go test -run TestMufuHash -update -timeout 0, for functions that differ in these groups;
# with PTX2GO_LONG=1 for all
`

// pinnedGroups are compared in every run: 1 to 2, and -32 to -16.
var pinnedGroups = []int{0x07f, 0x183}

// hashed is a function with its operands split into groups.
type hashed struct {
	name   string
	shift  uint // width of a group's operands
	groups int
	fn     func(u uint32) uint32
}

func (f *hashed) group(g int) uint64 {
	var sum uint64
	first := uint32(g) << f.shift
	for u := first; u-first < 1<<f.shift; u++ {
		sum += softfloat.Mix64(uint64(f.fn(u))<<32 | uint64(u))
	}
	return sum
}

// all hashes all groups, on two goroutines.
func (f *hashed) all() uint64 {
	sums := make([]uint64, f.groups)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(2, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for g := int(next.Add(1) - 1); g < f.groups; g = int(next.Add(1) - 1) {
				sums[g] = f.group(g)
			}
		})
	}
	wg.Wait()
	var h uint64
	for _, sum := range sums {
		h = softfloat.Mix64(h ^ sum)
	}
	return h
}

// hashedFuncs are the functions of one f32, f16 or bf16 that are an approximate
// instruction of a GPU.
func hashedFuncs() []hashed {
	var all []hashed
	for _, name := range fptable.Names() {
		if !strings.Contains(name, "Approx") {
			continue
		}
		switch f := fptable.Func(name).(type) {
		case func(float32) float32:
			all = append(all, hashed{name, 23, 512, func(u uint32) uint32 {
				return math.Float32bits(f(math.Float32frombits(u)))
			}})
		case func(uint16) uint16:
			h := hashed{name, 10, 64, func(u uint32) uint32 { return uint32(f(uint16(u))) }}
			if strings.Contains(name, "Bf16") {
				h.shift, h.groups = 7, 512
			}
			all = append(all, h)
		}
	}
	return all
}

// line is what the file says about a function; without the hash over all
// operands of an f32 if that was not computed.
func (f *hashed) line(long bool) string {
	text := "-"
	if long || f.groups<<f.shift == 1<<16 {
		text = fmt.Sprintf("%016x", f.all())
	}
	if f.groups<<f.shift > 1<<16 {
		for _, g := range pinnedGroups {
			text += fmt.Sprintf(" %016x", f.group(g))
		}
	}
	return text
}

func TestMufuHash(t *testing.T) {
	pinned := map[string]string{}
	data, err := os.ReadFile(mufuHashFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if name, hashes, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
			pinned[name] = hashes
		}
	}
	var lines []string
	functions := hashedFuncs()
	if n := len(functions); n < 25 {
		t.Errorf("only %d functions", n)
	}
	// Where a third of the functions is compared, which one the seed says.
	compared := map[string]bool{}
	share := (len(functions) + 2) / 3
	if *update {
		share = len(functions)
	}
	for _, f := range testmode.Pick(functions, share, func(f hashed) string { return f.name }) {
		compared[f.name] = true
	}
	for _, f := range functions {
		if !compared[f.name] {
			if pinned[f.name] == "" {
				t.Errorf("%s: no hash in %s", f.name, mufuHashFile)
			}
			delete(pinned, f.name)
			continue
		}
		start := time.Now()
		got := f.line(testmode.Long())
		if testmode.Long() {
			t.Logf("%s %v", f.name, time.Since(start).Round(time.Second))
		}
		want := pinned[f.name]
		if rest, ok := strings.CutPrefix(got, "- "); ok && want != "" {
			all, _, _ := strings.Cut(want, " ")
			got = all + " " + rest
		}
		if got != want && !*update {
			t.Errorf("%s: hashes %s, want %s", f.name, got, want)
		}
		if got != want && *update {
			got = f.line(true)
		}
		lines = append(lines, f.name+" "+got+"\n")
		delete(pinned, f.name)
	}
	if *update {
		sort.Strings(lines)
		if err := os.WriteFile(mufuHashFile, []byte(mufuHashHead+strings.Join(lines, "")), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name := range pinned {
		t.Errorf("%s: %s does not exist", mufuHashFile, name)
	}
}
