// Package plantedrun launches sanitized generated code, and says what was found. It is the main package, so to speak,
// of the program that the test of package planted builds: that program imports the generated code and calls Main. It
// is not for other programs.
package plantedrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Job is a program: launches one after the other, or beside each other as on streams.
type Job struct {
	Key         string // the generated module
	Kernels     []string
	Beside      bool
	Grid, Block [3]uint32
	Shared      int
	Args        []Arg
	Options     sanitize.Options
	Limit       time.Duration
}

// Arg is an argument: new memory, an address in that of an argument before, or a number.
type Arg struct {
	Bytes     []byte
	Unwritten bool

	In  int // 1 for the first argument
	Off uint64

	Value []byte
}

// Result is what became of a Job.
type Result struct {
	Found []*sanitize.Finding
	Error string // of the launch
}

// Main reads jobs from standard input and prints a Result for each.
func Main(modules map[string]*ptx.Module) {
	out := json.NewEncoder(os.Stdout)
	for in := json.NewDecoder(os.Stdin); ; {
		var j Job
		if err := in.Decode(&j); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := out.Encode(run(modules[j.Key], &j)); err != nil {
			os.Exit(1)
		}
	}
}

func run(m *ptx.Module, j *Job) (r Result) {
	m.Default().Reset()
	ptx.ResetHeap()
	j.Options.Ordered = !j.Beside
	state := sanitize.New(j.Options)
	l := ptx.Launch{Grid: ptx.Dim3{X: j.Grid[0], Y: j.Grid[1], Z: j.Grid[2]}, Block: ptx.Dim3{X: j.Block[0], Y: j.Block[1], Z: j.Block[2]}, Shared: j.Shared, Sanitizer: state}
	params := make([]unsafe.Pointer, len(j.Args))
	at := make([]uint64, len(j.Args))
	for i, a := range j.Args {
		switch {
		case a.Bytes != nil:
			mem := ptx.Alloc[byte](len(a.Bytes))
			defer ptx.Free(mem)
			copy(mem, a.Bytes)
			at[i] = ptx.AddrOf(mem)
			if a.Unwritten {
				state.Unwritten(at[i], uint64(len(mem)))
			}
			params[i] = unsafe.Pointer(&at[i])
		case a.In > 0:
			at[i] = at[a.In-1] + a.Off
			params[i] = unsafe.Pointer(&at[i])
		default:
			params[i] = unsafe.Pointer(&a.Value[0])
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), j.Limit)
	defer cancel()
	for n, name := range j.Kernels {
		k, ok := m.Kernel(name)
		if !ok {
			r.Error = "there is no kernel " + name
			return r
		}
		l.Beside = n > 0 && j.Beside
		if err := k.LaunchRaw(ctx, l, params...); err != nil {
			r.Error = err.Error()
			break
		}
	}
	r.Found = state.Findings()
	return r
}
