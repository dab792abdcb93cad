package probe

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/cuda/golden"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/intrin"
)

// oracle is a Machine that takes the results from fpops, so that all heads can run
// in a test. What wrong says about a head is returned in place of these; load says
// why a module does not load.
type oracle struct {
	Interpreter
	wrong map[string]Batch
	load  map[string]error
}

func newOracle() *oracle {
	return &oracle{Interpreter: Interpreter{arch: 90}, wrong: map[string]Batch{}, load: map[string]error{}}
}

var headLine = regexp.MustCompile(`^// head: (\S+)`)

func (x *oracle) Load(text string) (Module, error) {
	name := headLine.FindStringSubmatch(text)[1]
	if err := x.load[name]; err != nil {
		return nil, err
	}
	h, err := headNamed(name, strings.Count(text, ".param .u64 a"))
	if err != nil {
		return nil, err
	}
	m := &oracleModule{x: x, h: h, model: x.wrong[name]}
	if m.model == nil {
		m.model, _ = h.Model(intrin.Model{})
	}
	if m.model == nil { // comparisons, and what ptx2go does not have
		if m.model, err = h.interpreted(90, intrin.Model{}); err != nil {
			m.model = func(dst []uint64, _ [][]uint64) { clear(dst) }
		}
	}
	return m, nil
}

type oracleModule struct {
	x     *oracle
	h     *Head
	model Batch
}

func (m *oracleModule) Unload() error { return nil }

// at returns the host memory of an address.
func (x *oracle) at(addr uint64) []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, b := range x.bufs {
		if b.Address() == addr {
			return b.data
		}
	}
	panic("no memory at that address")
}

func (m *oracleModule) Launch(kernel string, grid, _ [3]uint32, args ...[]byte) error {
	out := m.x.at(binary.LittleEndian.Uint64(args[0]))
	last := binary.LittleEndian.Uint32(args[len(args)-1])
	if kernel == hashKernel {
		first := binary.LittleEndian.Uint32(args[1])
		parallel(int(grid[1]), nil, func(g int) {
			binary.LittleEndian.PutUint64(out[8*g:], hashGroup(m.h, m.model, first+uint32(g), last))
		})
		return nil
	}
	var in [][]uint64
	for k, o := range m.h.src {
		values := make([]uint64, last)
		unpack(values, m.x.at(binary.LittleEndian.Uint64(args[1+k])), o.words())
		in = append(in, values)
	}
	r := evaluate(m.model, in)
	copy(out, pack(r, operand{bits: m.h.Bits()}.words()))
	return nil
}

// small are options that make a run take a second or two.
func small(only string) Options {
	opt := Options{Header: golden.Header{Date: "2026-01-31", GPU: "Oracle", Target: "sm_90", Driver: "1.0", CUDA: "12.8"},
		Fractions: 32, Sample: 8, Tuples: 300}
	if only != "" {
		opt.Only = regexp.MustCompile(only)
	}
	return opt
}

// TestRunAll runs the probe on a machine that is always right: all heads with
// PTX2GO_LONG=1, a part of them otherwise. None differs, the text can be read back, and it
// stays small.
func TestRunAll(t *testing.T) {
	opt := small("")
	least := 1400
	if !testmode.Long() {
		opt.Only = regexp.MustCompile(`approx|cvt\.rz\.|(add|fma|min)\.|testp|sat-zero|min-max`)
		least = 240
	}
	f, err := Run(t.Context(), newOracle(), opt)
	if err != nil {
		t.Fatal(err)
	}
	n := f.Counts()
	t.Log(f.Summary())
	if n[golden.Equal] < least || n[golden.Differs]+n[golden.Failed]+n[golden.Skipped] > 0 || n[golden.Sampled] > 100 {
		t.Errorf("%v", n)
		for _, e := range f.Entries {
			if e.Verdict == golden.Differs || e.Verdict == golden.Failed {
				t.Logf("%s: %s %s %v", e.Head, e.Verdict, e.Why, e.Examples)
			}
		}
	}
	if len(f.Answers) < 100 {
		t.Errorf("only %d answers", len(f.Answers))
	}
	for _, a := range f.Answers {
		if a.HasModel && a.GPU != a.Model {
			t.Errorf("question %s: %s %x: %x, not %x", a.Question, a.Head, a.Args, a.GPU, a.Model)
		}
	}
	text := f.Format()
	if got, err := golden.Parse(text); err != nil {
		t.Error(err)
	} else if got.Format() != text {
		t.Error("the file that was read back has another text")
	}
	t.Logf("%d bytes", len(text))
	if len(text) > 300<<10 {
		t.Errorf("the file has %d bytes", len(text))
	}
}

// TestRunInterpreted runs some heads of every kind in the interpreter.
func TestRunInterpreted(t *testing.T) {
	opt := small(`^(neg\.f32|neg\.f16|cvt\.rn\.bf16x2\.f32|cvt\.ftz\.f64\.f32|fma\.rn\.f64|add\.f16x2|setp\.lt\.f32|relu-zero|borrow|absent-lane)$`)
	opt.Fractions, opt.Sample = 2, 1
	f, err := Run(t.Context(), NewInterpreter(90, intrin.Model{}), opt)
	if err != nil {
		t.Fatal(err)
	}
	if n := f.Counts(); n[golden.Equal] != 7 || len(f.Entries) != 7 {
		t.Errorf("%s\n%s", f.Summary(), f.Format())
	}
	for _, a := range f.Answers {
		if !a.HasModel || a.GPU != a.Model {
			t.Errorf("%s %s %x: %x, model %x", a.Question, a.Head, a.Args, a.GPU, a.Model)
		}
	}
}

// TestRunWrong checks that differences are found, where they are, and shown.
func TestRunWrong(t *testing.T) {
	x := newOracle()
	off := func(name string, when func(u uint64) bool) {
		h, err := headNamed(name, 3)
		if err != nil {
			t.Fatal(err)
		}
		model, _ := h.Model(intrin.Model{})
		if model == nil {
			t.Skipf("SKIPPED: no function for %s", name)
		}
		x.wrong[name] = func(dst []uint64, args [][]uint64) {
			model(dst, args)
			for i := range dst {
				if when(args[0][i]) {
					dst[i] ^= 3
				}
			}
		}
	}
	off("rcp.approx.ftz.f32", func(u uint64) bool { return u>>23 == 127 || u>>23 == 300 })
	off("cvt.rzi.s32.f32", func(u uint64) bool { return u>>23 == 150 })
	off("cvt.f32.f16", func(u uint64) bool { return u == 0x7e00 || u == 0xfc00 })
	off("fma.rn.f32", func(u uint64) bool { return u == 0 })
	x.load["neg.f32"] = &cuda.Error{Call: "cuModuleLoadDataEx", Code: cuda.InvalidPTX, Name: "CUDA_ERROR_INVALID_PTX", Log: "ptxas error   : what is this?"}

	opt := small(`^(rcp\.approx\.(ftz\.)?f32|cvt\.rzi\.s32\.f32|cvt\.f32\.f16|fma\.rn\.f32|neg\.f32)$`)
	opt.Fractions, opt.Sample, opt.Out = 64, 16, t.TempDir()
	f, err := Run(t.Context(), x, opt)
	if err != nil {
		t.Fatal(err)
	}
	show := func(e *golden.Entry) string {
		s := fmt.Sprintf("%s groups %v count %d inputs %d", e.Verdict, e.Groups, e.Count, e.Inputs)
		for _, d := range e.Details {
			s += fmt.Sprintf(" [%d: %d, most %d, %d examples]", d.Group, d.Count, d.Most, len(d.Examples))
		}
		return s
	}
	for head, want := range map[string]string{
		"rcp.approx.f32":     "equal groups [] count 0 inputs 32768",
		"rcp.approx.ftz.f32": "differs groups [127 300] count 0 inputs 32768 [127: 64, most 3, 8 examples] [300: 64, most 3, 2 examples]",
		"cvt.rzi.s32.f32":    "differs groups [150] count 0 inputs 32768 [150: 64, most 3, 8 examples]",
		"cvt.f32.f16":        "differs groups [] count 2 inputs 65536",
		"neg.f32":            "failed groups [] count 0 inputs 0",
	} {
		e := f.Lookup(head)
		if e == nil {
			t.Errorf("no entry for %s", head)
		} else if got := show(e); got != want {
			t.Errorf("%s: %s\nwant %s", head, got, want)
		}
	}
	if e := f.Lookup("cvt.f32.f16"); len(e.Examples) != 2 || e.Examples[0].Args[0] != 0x7e00 || e.Examples[0].GPU != e.Examples[0].Model^3 {
		t.Errorf("examples %v", e.Examples)
	}
	if e := f.Lookup("fma.rn.f32"); e.Verdict != golden.Differs || e.Count == 0 || len(e.Examples[0].Args) != 3 {
		t.Errorf("fma: %s %v", show(e), e.Examples)
	}
	if e := f.Lookup("neg.f32"); !strings.Contains(e.Why, "what is this?") {
		t.Errorf("why: %s", e.Why)
	}
	for _, name := range []string{"rcp.approx.ftz.f32.127.bin.gz", "rcp.approx.ftz.f32.300.bin.gz"} {
		checkDump(t, filepath.Join(opt.Out, name), x)
	}
}

// checkDump reads a dump as docs/GPU.md describes it.
func checkDump(t *testing.T, path string, x *oracle) {
	file, err := os.Open(path)
	if err != nil {
		t.Error(err)
		return
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(z)
	line, err := in.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var h dumpHeader
	if err := json.Unmarshal(line, &h); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	if h.Count != 64 || len(rest) != h.Count+4*h.Escapes || h.GPU != "Oracle" || h.Reference != "RcpApproxFtzF32" {
		t.Errorf("%s: %s and %d bytes", path, line, len(rest))
	}
	for i, d := range rest[:h.Count] {
		if int8(d) < -3 || int8(d) > 3 || d == 0 {
			t.Errorf("%s: difference %d at %d", path, int8(d), i)
			break
		}
	}
}

// TestDumpOfUnknown checks the records of heads that have no model.
func TestDumpOfUnknown(t *testing.T) {
	x := newOracle()
	h, err := headNamed("neg.f16", 1)
	if err != nil {
		t.Fatal(err)
	}
	p := &prober{Options: small(""), ctx: t.Context(), m: x, start: time.Now(), file: &golden.File{}}
	p.Log = io.Discard
	var buf bytes.Buffer
	out := bufio.NewWriter(&buf)
	if err := errors.Join(p.dumpSmall([]*work{{h: h, e: &golden.Entry{Head: h.Name}}}, out), out.Flush()); err != nil {
		t.Fatal(err)
	}
	line, data, _ := bytes.Cut(buf.Bytes(), []byte("\n"))
	if !bytes.Contains(line, []byte(`"head":"neg.f16"`)) || len(data) != 2<<16 {
		t.Fatalf("%s, %d bytes", line, len(data))
	}
	if got := binary.LittleEndian.Uint16(data[2*0x3c00:]); got != 0xbc00 {
		t.Errorf("-1 is %#x", got)
	}
}

// TestBudget checks that no work starts when time is up, and that the file says so.
func TestBudget(t *testing.T) {
	opt := small(`^(cvt\.rzi\.s32\.f32|add\.rn\.f32)$`)
	opt.Budget = 1
	f, err := Run(t.Context(), newOracle(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if n := f.Counts(); n[golden.Skipped] != 2 || len(f.Entries) != 2 {
		t.Error(f.Summary())
	}
}

// TestLost checks that a GPU that does not answer any more ends the run, with what
// is known by then.
func TestLost(t *testing.T) {
	x := newOracle()
	x.load["cvt.rzi.s32.f32"] = &cuda.Error{Call: "cuCtxSynchronize", Code: 700, Name: "CUDA_ERROR_ILLEGAL_ADDRESS"}
	f, err := Run(t.Context(), x, small(`^(cvt\.rzi\.s32\.f32|add\.rn\.f32)$`))
	if err == nil || !strings.Contains(err.Error(), "lost at cvt.rzi.s32.f32") {
		t.Error(err)
	}
	if n := f.Counts(); n[golden.Failed] != 1 || n[golden.Skipped] != 2 {
		t.Error(f.Summary())
	}
}

func TestChoose(t *testing.T) {
	all := make([]int, 512)
	for i := range all {
		all[i] = i
	}
	if got := fmt.Sprint(choose(all, 6)); got != "[127 126 128 0 102 204]" {
		t.Error(got)
	}
	if got := fmt.Sprint(choose([]int{3, 500}, 6)); got != "[3 500]" {
		t.Error(got)
	}
}
