package gemms

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// matrix is one of integers, row by row: sums of their products are exact in every type, so that each kernel's
// bits are known.
type matrix struct {
	rows, columns int
	at            []int
}

func drawn(r *seeded.Numbers, rows, columns, lo, hi int) matrix {
	m := matrix{rows, columns, make([]int, rows*columns)}
	for i := range m.at {
		m.at[i] = r.Between(lo, hi)
	}
	return m
}

func (m matrix) transposed() matrix {
	t := matrix{m.columns, m.rows, make([]int, len(m.at))}
	for i, x := range m.at {
		t.at[i%m.columns*m.rows+i/m.columns] = x
	}
	return t
}

// times multiplies; each sum begins at that of c, and add says what the next product makes of it.
func (m matrix) times(b, c matrix, add func(sum, product, k int) int) matrix {
	d := matrix{m.rows, b.columns, slices.Clone(c.at)}
	for i := range m.rows {
		for j := range b.columns {
			for k := range m.columns {
				sum := &d.at[i*b.columns+j]
				*sum = add(*sum, m.at[i*m.columns+k]*b.at[k*b.columns+j], k)
			}
		}
	}
	return d
}

func plus(sum, product, k int) int { return sum + product }

func zeros(rows, columns int) matrix { return matrix{rows, columns, make([]int, rows*columns)} }

// as writes a matrix in the type of its elements.
func (m matrix) as(typ string) []byte { return m.of(typ, func(i, x int) float64 { return float64(x) }) }

// of writes what f makes of the elements.
func (m matrix) of(typ string, f func(i, x int) float64) (out []byte) {
	for i, x := range m.at {
		v := f(i, x)
		switch typ {
		case "f16":
			out = binary.LittleEndian.AppendUint16(out, fpops.CvtRnF16F32(float32(v)))
		case "bf16":
			out = binary.LittleEndian.AppendUint16(out, fpops.CvtRnBf16F32(float32(v)))
		case "f32":
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(v)))
		case "f64":
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
		case "s8", "u8":
			out = append(out, byte(int(v)))
		case "s4":
			if i%2 == 0 {
				out = append(out, byte(int(v))&15)
			} else {
				out[len(out)-1] |= byte(int(v)) << 4
			}
		case "s32":
			out = binary.LittleEndian.AppendUint32(out, uint32(int(v)))
		default:
			panic(typ)
		}
	}
	return out
}

// folder is a case folder that is being written.
type folder struct {
	t   *testing.T
	dir string
	c   casefile.Case
}

// buffer writes a buffer, and what it must be after the launches if that is told.
func (f *folder) buffer(name, elem string, contents, want []byte) casefile.Arg {
	b := &casefile.Buffer{Name: name, Elem: elem, Bytes: len(contents), Init: "in_" + name + ".bin"}
	sizes := map[string]int{"bytes": 1, "s8": 1, "f16": 2, "u16": 2, "f32": 4, "s32": 4, "f64": 8}
	b.Count = len(contents) / sizes[elem]
	f.write(b.Init, contents)
	if want != nil {
		b.Expect = "out_" + name + ".bin"
		f.write(b.Expect, want)
	}
	f.c.Buffers = append(f.c.Buffers, b)
	return casefile.Arg{Buf: name}
}

func (f *folder) write(name string, data []byte) {
	if err := os.WriteFile(filepath.Join(f.dir, name), data, 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) launch(kernel string, x, y, z uint32, args ...casefile.Arg) {
	f.c.Launches = append(f.c.Launches, &casefile.Launch{Kernel: kernel, Grid: [3]uint32{x, y, z}, Block: [3]uint32{128, 1, 1}, Args: args})
}

func s32(x int) casefile.Arg {
	return casefile.Arg{Type: "s32", Hex: hex.EncodeToString(binary.LittleEndian.AppendUint32(nil, uint32(x)))}
}

func f32(x float32) casefile.Arg {
	return casefile.Arg{Type: "f32", Hex: hex.EncodeToString(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))}
}

// rows and columns of a CTA's tile.
const rows, columns = 64, 32

// launches makes the case: each kernel of gemms.cu with matrices of several tiles, and what plain Go makes of them.
func (f *folder) launches() {
	r := seeded.For("gemms")
	// product launches a kernel with columns of B, or rows, and returns the sums.
	product := func(kernel, typ string, bits, lo, hi int, inRows bool) (sums matrix, args func(rest ...casefile.Arg) []casefile.Arg) {
		const m, n = 2 * rows, 2 * columns
		k := 5 * 64 * 8 / bits
		a, b := drawn(r, m, k, lo, hi), drawn(r, k, n, lo, hi)
		layout := b.transposed()
		if inRows {
			layout = b
		}
		pa, pb := f.buffer(kernel+"_a", "bytes", a.as(typ), nil), f.buffer(kernel+"_b", "bytes", layout.as(typ), nil)
		return a.times(b, zeros(m, n), plus), func(rest ...casefile.Arg) []casefile.Arg {
			return slices.Concat([]casefile.Arg{pa, pb}, rest, []casefile.Arg{s32(m), s32(n), s32(k * bits / 8)})
		}
	}
	empty := func(b []byte) []byte { return bytes.Repeat([]byte{0xff}, len(b)) }
	plain := func(kernel, typ string, bits, lo, hi int, inRows bool, out string) {
		sums, args := product(kernel, typ, bits, lo, hi, inRows)
		want := sums.as(out)
		f.launch(kernel, 2, 2, 1, args(f.buffer(kernel+"_d", "bytes", empty(want), want))...)
	}
	plain("f16_rows", "f16", 16, -4, 4, true, "f32")
	plain("f16_sums", "f16", 16, -3, 3, false, "f16")
	plain("tf32_columns", "f32", 32, -9, 9, false, "f32")
	plain("s4_columns", "s4", 4, -8, 7, false, "s32")

	{
		sums, args := product("f16_bias", "f16", 16, -3, 3, false)
		bias := drawn(r, 1, sums.columns, -40, 40)
		want := sums.of("f16", func(i, x int) float64 {
			if x += bias.at[i%sums.columns]; x > 0 {
				return float64(x)
			} else {
				return float64(x) / 4
			}
		})
		f.launch("f16_bias", 2, 2, 1, args(f.buffer("f16_bias_bias", "f32", bias.as("f32"), nil), f.buffer("f16_bias_d", "bytes", empty(want), want))...)
	}
	{
		const m, n, k = rows + 21, columns + 19, 96
		a, b, c := drawn(r, m, k, -5, 5), drawn(r, k, n, -5, 5), drawn(r, m, n, -9, 9)
		sums := a.times(b, zeros(m, n), plus)
		want := sums.of("f32", func(i, x int) float64 { return 0.5*float64(x) + 3*float64(c.at[i]) })
		f.launch("f16_edges", 2, 2, 1, f.buffer("f16_edges_a", "bytes", a.as("f16"), nil), f.buffer("f16_edges_b", "bytes", b.transposed().as("f16"), nil),
			f.buffer("f16_edges_d", "f32", c.as("f32"), want), s32(m), s32(n), s32(k*2), f32(0.5), f32(3))
	}
	{
		const m, n, k, parts = rows, 2 * columns, 192, 3
		a, b := drawn(r, m, k, -5, 5), drawn(r, k, n, -5, 5)
		want := a.times(b, zeros(m, n), plus).as("f32")
		f.launch("f16_in_turn", 2, 1, parts, f.buffer("f16_in_turn_a", "bytes", a.as("f16"), nil), f.buffer("f16_in_turn_b", "bytes", b.transposed().as("f16"), nil),
			f.buffer("f16_in_turn_d", "f32", empty(want), want), f.buffer("f16_in_turn_semaphores", "s32", make([]byte, 8), make([]byte, 8)), s32(m), s32(n), s32(k*2))
	}
	{
		sums, args := product("bf16_staged", "bf16", 16, -1, 1, true)
		want := sums.of("f32", func(i, x int) float64 { return float64(x) * min(1, max(0, float64(x)/4+0.5)) })
		f.launch("bf16_staged", 2, 2, 1, args(f.buffer("bf16_staged_d", "f32", empty(want), want))...)
	}
	{
		sums, args := product("s8_scaled", "s8", 8, -128, 127, false)
		scales := make([]float64, sums.rows)
		var list []byte
		for i := range scales {
			scales[i] = math.Ldexp(1, -12-r.Below(4))
			list = binary.LittleEndian.AppendUint32(list, math.Float32bits(float32(scales[i])))
		}
		want := sums.of("s8", func(i, x int) float64 {
			return min(127, max(-128, math.RoundToEven(float64(x)*scales[i/sums.columns])))
		})
		f.launch("s8_scaled", 2, 2, 1, args(f.buffer("s8_scaled_scales", "f32", list, nil), f.buffer("s8_scaled_d", "bytes", empty(want), want))...)
	}
	{
		const m, n, k = rows, columns, 192
		a, b, c := drawn(r, m, k, 0, 255), drawn(r, k, n, -128, 127), zeros(m, n)
		for i := range c.at {
			switch r.Below(3) {
			case 0:
				c.at[i] = math.MaxInt32 - r.Below(1<<18)
			case 1:
				c.at[i] = math.MinInt32 + r.Below(1<<18)
			}
		}
		// GPUs of sm_80 clamp after 16 products. Clamped sums are where later products have the other sign.
		want := a.times(b, c, func(sum, product, k int) int {
			if sum += product; k%16 == 15 {
				sum = min(math.MaxInt32, max(math.MinInt32, sum))
			}
			return sum
		}).as("s32")
		f.launch("u8_saturated", 1, 1, 1, f.buffer("u8_saturated_a", "bytes", a.as("u8"), nil), f.buffer("u8_saturated_b", "bytes", b.transposed().as("s8"), nil),
			f.buffer("u8_saturated_d", "s32", c.as("s32"), want), s32(m), s32(n), s32(k))
	}
	{
		const m, n, k = rows, 16, 96
		a, b := drawn(r, m, k, -5, 5), drawn(r, k, n, -5, 5)
		kept, meta := zeros(m, k/2), make([]byte, 0, m*k/8)
		for i := range m {
			for at := 0; at < k; at += 16 { // 16 bits
				var bits uint16
				for chunk := range 4 {
					first, second := r.Below(4), r.Below(3)
					if second >= first {
						second++
					}
					first, second = min(first, second), max(first, second)
					bits |= uint16(first|second<<2) << (4 * chunk)
					for j := range 4 {
						x := &a.at[i*k+at+4*chunk+j]
						switch j {
						case first:
							kept.at[(i*k+at)/2+2*chunk] = *x
						case second:
							kept.at[(i*k+at)/2+2*chunk+1] = *x
						default:
							*x = 0
						}
					}
				}
				meta = binary.LittleEndian.AppendUint16(meta, bits)
			}
		}
		want := a.times(b, zeros(m, n), plus).as("f32")
		f.launch("sparse_f16", n/8, m/64, 1, f.buffer("sparse_a", "bytes", kept.as("f16"), nil), f.buffer("sparse_b", "bytes", b.transposed().as("f16"), nil),
			f.buffer("sparse_meta", "bytes", meta, nil), f.buffer("sparse_d", "f32", empty(want), want), s32(n), s32(k))
	}
	{
		const m, n, k = 64, 24, 40
		a, b := drawn(r, m, k, -1<<20, 1<<20), drawn(r, k, n, -1<<20, 1<<20)
		want := a.times(b, zeros(m, n), plus).as("f64")
		f.launch("f64_shared", n/8, m/32, 1, f.buffer("f64_a", "f64", a.as("f64"), nil), f.buffer("f64_b", "f64", b.transposed().as("f64"), nil),
			f.buffer("f64_d", "f64", empty(want), want), s32(n), s32(k))
	}
	{
		const m, n, k = 64, 64, 48
		a, b := drawn(r, m, k, -5, 5), drawn(r, k, n, -5, 5)
		want := a.times(b, zeros(m, n), plus).as("f32")
		f.launch("wmma_f16", n/32, m/32, 1, f.buffer("wmma_a", "bytes", a.as("f16"), nil), f.buffer("wmma_b", "bytes", b.as("f16"), nil),
			f.buffer("wmma_d", "f32", empty(want), want), s32(n), s32(k))
	}
}

// Every kernel of gemms.cu computes what plain Go does, lane by lane, on whole warps, as it is scheduled, and as generated code with and
// without vectors.
func TestGemms(t *testing.T) {
	f := &folder{t: t, dir: t.TempDir()}
	f.c = casefile.Case{Format: 1, Name: filepath.Base(f.dir), Tolerance: "bits"}
	kernels := map[string]bool{}
	for _, level := range []string{"O0", "O3"} {
		name := "gemms." + level + ".ptx"
		src, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		f.write(name, src)
		f.c.PTX = append(f.c.PTX, casefile.PTX{File: name, Opt: level})
		for line := range strings.Lines(string(src)) {
			if _, rest, ok := strings.Cut(line, ".entry "); ok {
				kernels[strings.TrimRight(rest, "(\n")] = true
			}
		}
	}
	f.launches()
	for _, l := range f.c.Launches {
		delete(kernels, l.Kernel)
	}
	if len(kernels) > 0 || len(f.c.Launches) < 12 {
		t.Errorf("not launched: %v; %d launches", kernels, len(f.c.Launches))
	}
	data, err := json.Marshal(f.c)
	if err != nil {
		t.Fatal(err)
	}
	f.write("case.json", data)
	for _, flags := range [][]string{{"-engine=interp"}, {"-engine=rows"}, {"-engine=schedule"}, {"-engine=go", "-vectors=off,8"}} {
		if flags[0] != "-engine=interp" && testing.Short() {
			continue
		}
		t.Run(strings.TrimPrefix(flags[0], "-engine="), func(t *testing.T) {
			out, status := command(t, slices.Concat([]string{"verify"}, flags, []string{f.dir}))
			if status != 0 || !strings.Contains(out, ", 0 failed") {
				t.Error(out)
			}
		})
	}
}

// No kernel that clang has optimised has threads that run as coroutines.
func TestForms(t *testing.T) {
	out, status := command(t, []string{"list", "-gangs", "-json", filepath.Join("testdata", "gemms.O3.ptx")})
	if status != 0 {
		t.Fatal(out)
	}
	n := 0
	for line := range strings.Lines(out) {
		var k struct{ Kernel, Form string }
		if err := json.Unmarshal([]byte(line), &k); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if n++; k.Form != "regions" && k.Form != "rows" {
			t.Errorf("%s: %s", k.Kernel, k.Form)
		}
	}
	if n < 12 {
		t.Errorf("%d kernels:\n%s", n, out)
	}
}

func command(t *testing.T, args []string) (out string, status int) {
	var b bytes.Buffer
	status = driver.Main(t.Context(), args, driver.Stdio{In: strings.NewReader(""), Out: &b, Err: &b})
	return fmt.Sprint(b.String()), status
}
