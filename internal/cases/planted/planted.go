// Package planted runs kernels with planted mistakes under the sanitizer, and compares what it finds with what
// their authors say. A case is a JSON file beside two PTX files, one with the mistake and one without: the format of
// the material that the project was given, whose README describes it.
package planted

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Case is one pair of kernels.
type Case struct {
	Name      string
	Bad, OK   string // PTX files
	Entry     string
	Second    string // a kernel on another stream
	Grid      [3]uint32
	Block     [3]uint32
	Shared    int
	Args      []Arg
	CleanArgs []Arg `json:"clean_args"`

	Policy       string // both, ptx or cuda
	Expect       []Expected
	MayAlso      []string `json:"may_also"`
	MorePairsMay bool     `json:"more_pairs_may"`
	Fault        bool
	Endless      bool

	dir string
}

// Arg is an argument: a buffer, the address of one, or a number.
type Arg struct {
	Buf  string
	N    int
	Fill any
	Name string

	Ptr string
	Off uint64

	Type  string
	Value json.Number
}

// Expected is a finding that must be there.
type Expected struct {
	Kind           string // alternatives behind bars
	Space          string
	Modes          []string
	Across         []string
	A, B           struct{ Lines []int }
	EqualValuesMay bool `json:"equal_values_may"`
}

// Load reads the cases of a folder.
func Load(dir string) ([]*Case, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var out []*Case
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		c := &Case{dir: dir}
		if err := json.Unmarshal(data, c); err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		out = append(out, c)
	}
	return out, nil
}

// Mode is how a case is run.
type Mode struct {
	Clean       bool // the twin without the mistake
	Independent bool // the lanes of warps
	Strict      bool // the policy ptx
	Passes      pass.List
	Seed        uint64 // of the order of warps and CTAs, 0 for the usual one
}

func (m Mode) String() string {
	words := []string{"lockstep", "cuda"}
	if m.Independent {
		words[0] = "independent"
	}
	if m.Strict {
		words[1] = "ptx"
	}
	return strings.Join(words, " ")
}

// Refused is the error for PTX that the compiler does not take.
type Refused struct {
	Lines []int
	Msgs  []string
}

func (r *Refused) Error() string { return "refused: " + strings.Join(r.Msgs, "; ") }

// steps bounds what kernels without an end execute.
const steps = 300_000

// lower takes one twin to SSA, with its notes; printed says that it is not interpreted.
func (c *Case) lower(m Mode, printed bool) (*ir.Module, error) {
	file := filepath.Join(c.dir, c.Bad)
	if m.Clean {
		file = filepath.Join(c.dir, c.OK)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	f := diag.NewFile(filepath.Base(file), string(src))
	l := diag.NewList(f)
	mod := pipeline.Lower(f, l, pipeline.Options{
		Passes: m.Passes, Pass: pass.Options{AnyShape: true, Independent: m.Independent},
		Sanitize: insert.Options{Race: true, Init: true, Sync: true, Apart: printed},
	})
	if mod == nil {
		r := &Refused{}
		for _, d := range l.Sorted() {
			r.Lines, r.Msgs = append(r.Lines, f.Line(d.Pos)), append(r.Msgs, d.Msg)
		}
		return nil, r
	}
	return mod, nil
}

// args are the arguments of one twin.
func (c *Case) args(m Mode) []Arg {
	if m.Clean && c.CleanArgs != nil {
		return c.CleanArgs
	}
	return c.Args
}

// options are what is looked for.
func (m Mode) options() sanitize.Options {
	return sanitize.Options{Race: true, Init: true, Sync: true, Independent: m.Independent, Strict: m.Strict}
}

// Run runs one twin in the interpreter. The error is that of the launch.
func (c *Case) Run(m Mode) ([]*sanitize.Finding, error) {
	mod, err := c.lower(m, false)
	if err != nil {
		return nil, err
	}
	state := sanitize.New(m.options())
	x, err := interp.New(mod, interp.Options{Sanitizer: state, MaxSteps: steps, Seed: m.Seed})
	if err != nil {
		return nil, err
	}
	params, bufs, err := arguments(x, state, c.args(m))
	if err != nil {
		return nil, err
	}
	cfg := interp.Config{Grid: c.Grid, Block: c.Block, Shared: c.Shared}
	err = x.Launch(context.Background(), c.Entry, cfg, params, bufs)
	if err == nil && c.Second != "" {
		cfg.Beside = !m.Clean
		err = x.Launch(context.Background(), c.Second, cfg, params, bufs)
	}
	return state.Findings(), err
}

// arguments makes the parameters, which are numbers of their own size.
func arguments(x *interp.Machine, state *sanitize.State, args []Arg) (params []byte, bufs [][]byte, err error) {
	at := map[string]uint64{}
	for i, a := range args {
		size, value := 8, uint64(0)
		switch {
		case a.Buf != "":
			b, err := fill(a)
			if err != nil {
				return nil, nil, err
			}
			if value, err = x.Address(b); err != nil {
				return nil, nil, err
			}
			if a.Fill == "none" && state != nil {
				state.Unwritten(value, uint64(len(b)))
			}
			name := a.Name
			if name == "" {
				name = "arg" + strconv.Itoa(i)
			}
			at[name] = value
			bufs = append(bufs, b)
		case a.Ptr != "":
			value = at[a.Ptr] + a.Off
		default:
			size = width(a.Type)
			if value, err = number(a.Type, a.Value.String()); err != nil {
				return nil, nil, err
			}
		}
		for len(params)%size != 0 {
			params = append(params, 0)
		}
		params = append(params, binary.LittleEndian.AppendUint64(nil, value)[:size]...)
	}
	return params, bufs, nil
}

// width is the size of a type such as u32.
func width(t string) int {
	n, _ := strconv.Atoi(strings.TrimLeft(t, "abcdefghijklmnopqrstuvwxyz"))
	return n / 8
}

func number(t, text string) (uint64, error) {
	if strings.HasPrefix(t, "f") {
		v, err := strconv.ParseFloat(text, 64)
		if width(t) == 4 {
			return uint64(math.Float32bits(float32(v))), err
		}
		return math.Float64bits(v), err
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return uint64(v), err
}

// fill makes a buffer.
func fill(a Arg) ([]byte, error) {
	w := width(a.Buf)
	b := make([]byte, 0, a.N*w)
	for i := range a.N {
		text := "0"
		switch f := a.Fill.(type) {
		case []any:
			text = fmt.Sprint(f[i%len(f)])
		case string:
			if f == "iota" {
				text = strconv.Itoa(i)
			}
		}
		v, err := number(a.Buf, text)
		if err != nil {
			return nil, err
		}
		b = append(b, binary.LittleEndian.AppendUint64(nil, v)[:w]...)
	}
	return b, nil
}

// Judge compares findings with what is expected, and says what differs.
func (c *Case) Judge(m Mode, found []*sanitize.Finding, launch error) (wrong []string) {
	if m.Clean {
		for _, f := range found {
			if !(f.Kind == "unordered-strong" && !m.Strict && c.Name != "volatile_only") {
				wrong = append(wrong, "clean twin: "+Describe(f))
			}
		}
		if launch != nil && len(wrong) == 0 {
			wrong = append(wrong, "clean twin: "+launch.Error())
		}
		return wrong
	}
	mode, policy := "lockstep", "cuda"
	if m.Independent {
		mode = "independent"
	}
	if m.Strict {
		policy = "ptx"
	}
	var want []Expected
	for _, e := range c.Expect {
		if slices.Contains(e.Modes, mode) && (c.Policy == "both" || c.Policy == policy) {
			want = append(want, e)
		}
	}
	for _, e := range want {
		if e.Kind == "endless" {
			if launch == nil {
				wrong = append(wrong, "ends")
			}
			continue
		}
		var r *Refused
		if errors.As(launch, &r) && e.Kind == "barrier-argument" && slices.ContainsFunc(r.Lines, func(n int) bool { return slices.Contains(e.A.Lines, n) }) {
			continue // the compiler has found it
		}
		if !slices.ContainsFunc(found, e.fits) {
			wrong = append(wrong, fmt.Sprintf("missing %s %s %v %v %v", e.Kind, e.Space, e.A.Lines, e.B.Lines, e.Across))
		}
	}
	for _, f := range found {
		race := strings.HasPrefix(f.Kind, "race")
		switch {
		case slices.ContainsFunc(want, func(e Expected) bool { return e.fits(f) }), slices.Contains(c.MayAlso, f.Kind):
		case f.Kind == "unordered-strong" && !m.Strict && c.Policy != "cuda":
		case f.Kind == "uninit" && slices.ContainsFunc(want, func(e Expected) bool { return e.Kind == "race" }):
		case race && c.MorePairsMay && len(want) > 0:
		default:
			wrong = append(wrong, "unexpected "+Describe(f))
		}
	}
	return wrong
}

// fits reports whether a finding is the expected one.
func (e *Expected) fits(f *sanitize.Finding) bool {
	kinds := strings.Split(e.Kind, "|")
	if !slices.Contains(kinds, f.Kind) && !(e.EqualValuesMay && f.Kind == "race-equal") {
		return false
	}
	if e.Space != f.Space.String() && f.Space != sanitize.Generic {
		return false
	}
	if e.Across != nil && f.Across != "" && !slices.Contains(e.Across, strings.ReplaceAll(f.Across, "launches", "ctas")) {
		return false
	}
	a, b := e.A.Lines, e.B.Lines
	switch {
	case f.B == nil:
		return slices.Contains(a, f.A.Line) || slices.Contains(b, f.A.Line)
	case len(b) == 0:
		return slices.Contains(a, f.A.Line) && slices.Contains(a, f.B.Line)
	}
	return slices.Contains(a, f.A.Line) && slices.Contains(b, f.B.Line) || slices.Contains(a, f.B.Line) && slices.Contains(b, f.A.Line)
}

// Describe is a finding in a line.
func Describe(f *sanitize.Finding) string {
	s := fmt.Sprintf("%s %s %s %s:%d", f.Severity, f.Kind, f.Space, f.A.Op, f.A.Line)
	if f.B != nil {
		s += fmt.Sprintf(" %s:%d", f.B.Op, f.B.Line)
	}
	return strings.TrimSpace(s + " " + f.Across)
}
