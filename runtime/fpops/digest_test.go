package fpops_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
	"hash"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"
)

var digestBlocks = flag.Uint64("digest", 1, "how many blocks of 2048 operands a digest covers; more than 1 are printed, not compared")

// approximateFamilies are the functions that have proofs of their own: those
// with a GPU's bits and those that are accurate. Here they are digested only.
var approximateFamilies = slices.Concat(
	approximateFamily("F32", softfloat.F32), approximateFamily("F64", softfloat.F64),
	approximateFamily("F16", softfloat.F16), approximateFamily("Bf16", softfloat.Bf16))

func approximateFamily(typ string, f *softfloat.Format) []family {
	one := func(name string, accurate bool) family {
		return family{
			name:        name + " " + f.Name,
			approximate: true,
			claims: func(s *spec) bool {
				return in(typ+" "+typ+"x2", s.types[0]) && strings.Contains(s.name, "Accurate") == accurate
			},
			draw: tuplesOf(f),
		}
	}
	return []family{one("approximate", false), one("accurate", true)}
}

const digestFile = "testdata/digests.txt"

// TestDigest hashes the results of every function, NaN bits included, on drawn
// operands. The values must be the same on every architecture and with every
// GOAMD64 level: a fused multiply-add that the compiler made, or a float to
// integer conversion out of range, shows here and nowhere else. After a change
// of results, or of the list of functions: go test -run TestDigest -update.
func TestDigest(t *testing.T) {
	var b strings.Builder
	for _, list := range [][]family{families, approximateFamilies} {
		for i := range list {
			functions, sum := list[i].digest(t)
			fmt.Fprintf(&b, "%s: %d functions, %016x\n", list[i].name, functions, sum)
		}
	}
	if *digestBlocks != 1 {
		fmt.Print(b.String())
		return
	}
	got := "# fnv64a of the results of each family: go test -run TestDigest -update\n" + b.String()
	if *update {
		if err := os.WriteFile(digestFile, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(digestFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) == got {
		return
	}
	old := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(old) || old[i] != line {
			t.Errorf("%s:%d: got %q", digestFile, i+1, line)
		}
	}
	t.Error("the digests differ from those in the file")
}

// digest hashes the names and the results of a family's functions.
func (fam *family) digest(t *testing.T) (functions int, sum uint64) {
	var jobs []*job
	for _, s := range specs(t) {
		if fam.holds(s) {
			jobs = append(jobs, &job{spec: s, caller: callerOf(t, s.name)})
		}
	}
	h := fnv.New64a()
	b := newBlock(nil)
	out := make([]uint64, blockSize)
	blocks := *digestBlocks
	if fam.all && fam.long <= 1<<16 { // all of them
		blocks = (fam.long + blockSize - 1) / blockSize
	}
	for n := range blocks {
		b.reset()
		fam.draw(b, &softfloat.Rand{Seed: 1, Stream: softfloat.Mix64(n) ^ 0xd16e57}, n, false)
		for _, j := range jobs {
			b.hash(h, j, out)
		}
	}
	return len(jobs), h.Sum64()
}

// hash adds a function's name and its results on the block's operands.
func (b *block) hash(h hash.Hash, j *job, out []uint64) {
	_, got := b.call(j, out)
	h.Write([]byte(j.name))
	var word [8]byte
	for i := range blockSize {
		binary.LittleEndian.PutUint64(word[:], element(got, j.out, i))
		h.Write(word[:])
	}
}
