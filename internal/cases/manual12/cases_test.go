package manual12

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/driver"
)

var update = flag.Bool("update", false, "write the case folders")

const folders = "../casefile/testdata/cases"

// legacyCase is a case folder of one kernel of PTX 1.x. Its expected bytes are
// computed here, from the manual.
type legacyCase struct {
	name, version, target, kernel string

	ptx     string
	threads int
	args    []casefile.Arg // before in and out
	last    []casefile.Arg // after them
	in      []byte         // buffer in, not an argument where it is nil
	want    []byte         // buffer out
}

func cases(t *testing.T) []*legacyCase {
	return []*legacyCase{structCase(t), vectorCase(t), callCase(t), atomCase(), operationCase()}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".ptx"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// write makes the folder of a case below dir.
func (k *legacyCase) write(dir string) error {
	dir = filepath.Join(dir, k.name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	c := &casefile.Case{Format: 1, Name: k.name, Tolerance: "bits", Notes: "Written by internal/cases/manual12.",
		PTX: []casefile.PTX{{File: "kernel.ptx", Target: k.target, Version: k.version, Opt: "hand", Producer: "hand"}}}
	args := k.args
	if k.in != nil {
		c.Buffers = append(c.Buffers, &casefile.Buffer{Name: "in", Elem: "b32", Count: len(k.in) / 4, Bytes: len(k.in), Contents: k.in})
		args = append(args, casefile.Arg{Buf: "in", Type: "u64"})
	}
	c.Buffers = append(c.Buffers, &casefile.Buffer{Name: "out", Elem: "b32", Count: len(k.want) / 4, Bytes: len(k.want), Init: "zero", Expect: "out.bin"})
	args = append(append(args, casefile.Arg{Buf: "out", Type: "u64"}), k.last...)
	c.Launches = []*casefile.Launch{{Kernel: k.kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{uint32(k.threads), 1, 1}, Args: args}}
	if err := os.WriteFile(filepath.Join(dir, "kernel.ptx"), []byte(k.ptx), 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "out.bin"), k.want, 0o666); err != nil {
		return err
	}
	return c.Save(dir)
}

// TestFolders makes sure that the committed case folders are these cases.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, k := range cases(t) {
		if *update {
			if err := os.RemoveAll(filepath.Join(folders, k.name)); err != nil {
				t.Fatal(err)
			}
			if err := k.write(folders); err != nil {
				t.Fatal(err)
			}
		}
		if err := k.write(dir); err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(filepath.Join(dir, k.name))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			want, err := os.ReadFile(filepath.Join(dir, k.name, f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(folders, k.name, f.Name()))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s is not current: run go test ./internal/cases/manual12 -update", k.name, f.Name())
			}
		}
	}
}

// TestResults runs the cases on both engines.
func TestResults(t *testing.T) {
	dir := t.TempDir()
	for _, k := range cases(t) {
		if err := k.write(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"-engine=interp", "-passes=false"}, {"-engine=interp"}, {"-engine=go"}} {
		if args[0] == "-engine=go" && testing.Short() {
			continue // builds a program
		}
		var out bytes.Buffer
		status := driver.Main(context.Background(), append(append([]string{"verify"}, args...), dir), driver.Stdio{In: strings.NewReader(""), Out: &out, Err: &out})
		if status != 0 || !strings.Contains(out.String(), "5 passed, 0 failed") {
			t.Errorf("%v: status %d\n%s", args, status, out.String())
		}
	}
}

// words collects little-endian bytes.
type words []byte

func (w *words) u32(vs ...uint32) {
	for _, v := range vs {
		*w = binary.LittleEndian.AppendUint32(*w, v)
	}
}

func (w *words) s32(vs ...int32) {
	for _, v := range vs {
		w.u32(uint32(v))
	}
}

func (w *words) u64(vs ...uint64) {
	for _, v := range vs {
		*w = binary.LittleEndian.AppendUint64(*w, v)
	}
}

func (w *words) f32(vs ...float32) {
	for _, v := range vs {
		w.u32(math.Float32bits(v))
	}
}

func (w *words) f64(v float64) { w.u64(math.Float64bits(v)) }

// bytesArg is a structure by value, of the given bytes at the given places.
func bytesArg(size int, parts map[int]uint32) casefile.Arg {
	b := make([]byte, size)
	for at, v := range parts {
		binary.LittleEndian.PutUint32(b[at:], v)
	}
	return casefile.Arg{Type: "bytes", Hex: hex.EncodeToString(b)}
}

// structCase is structures in all spaces. The offsets are those of C: in outer, p is
// at 4, q at 28, uv at 36, name at 40, w at 48, d at 56 and m at 64 of 80 bytes.
func structCase(t *testing.T) *legacyCase {
	k := &legacyCase{name: "legacy_struct", version: "1.4", target: "sm_13", kernel: "structures", ptx: readText(t, "legacy_struct"), threads: 4,
		last: []casefile.Arg{
			bytesArg(8, map[int]uint32{0: 77, 4: math.Float32bits(-8.5)}),
			bytesArg(80, map[int]uint32{4 + 2*8 + 4: math.Float32bits(9.75), 64: 0xfffe0000}),
		}}
	var w words
	for tid := range uint32(4) {
		w.s32(-5)
		w.f32(1.5)
		w.u32(7)
		w.s32(3)
		w.f32(.25, -2)
		w.u32(5)
		w.f32(1)
		w.f64(3.25)
		w.s32(-6)
		w.u32(8, 255)
		w.s32(-2)
		w.u32(1)
		w.s32(2)
		w.f32(-2)
		w.s32(77)
		w.f32(-8.5)
		w.s32(-2)
		w.f32(9.75)
		w.u32(24)
		pi := [2]uint32{}
		pi[tid&1] = 0x40490fdb
		w.u32(pi[:]...)
		w.f64(float64(tid ^ 1))
		w.f32(3)
		if tid == 2 {
			w.u32(0xbeef3344)
		} else {
			w.u32(0)
		}
	}
	k.want = w
	return k
}

// vectorCase is vector registers.
func vectorCase(t *testing.T) *legacyCase {
	k := &legacyCase{name: "legacy_v4", version: "1.2", target: "sm_13", kernel: "vectors", ptx: readText(t, "legacy_v4"), threads: 8}
	var in, w words
	for tid := range 8 {
		v := [4]float32{float32(tid) - 3.5, 100, -float32(tid), 0.5}
		in.f32(v[:]...)
		w.f32(v[0], v[1]*2, v[2]*4, v[3]*8)
		w.f32(v[0]*.0625, v[1]*.125, v[2]*.25, v[3]*.5)
		w.f32(v[3], v[2], v[1], v[0])
		w.f32(v[3], v[2])
		mask := uint32(0)
		for i, x := range v {
			if x > 0 {
				mask |= 1 << i
			}
		}
		w.u32(mask, 8)
		other := int32(7 - tid)
		w.s32(other, -other, 100, 100+other)
	}
	k.in, k.want = in, w
	return k
}

// callCase is functions with registers as parameters and several results.
func callCase(t *testing.T) *legacyCase {
	k := &legacyCase{name: "legacy_call", version: "1.2", target: "sm_13", kernel: "calls", ptx: readText(t, "legacy_call"), threads: 40}
	var in, w words
	for tid := range uint32(40) {
		v := [4]float32{float32(tid), 0.25, -2, 1024}
		in.f32(v[:]...)
		n := tid + 1
		w.u32(1000/n, 1000%n)
		if 1000%n == 0 {
			w.u32(1)
		} else {
			w.u32(0)
		}
		kept := tid
		if tid&1 == 1 {
			w.u32(2 * tid)
			kept += 3
		} else {
			w.u32(5)
		}
		w.f64(.5 + float64(v[0]) + float64(v[1]) + float64(v[2]) + float64(v[3]))
		w.f32(v[3], v[2], v[1], v[0])
		w.u32(2*kept, 1000+kept)
		w.u64(0)
	}
	k.in, k.want = in, w
	return k
}
