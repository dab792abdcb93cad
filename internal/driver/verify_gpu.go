package driver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
)

// The engine gpu lets the NVIDIA driver compile and run the PTX of the cases. The
// kernels run in a second process, ptx2go verify -gpu-worker: a kernel that faults
// takes its process's GPU context with it, one that hangs can only be ended with its
// process, and what kernels print comes out of the process's standard output.

// gpuJob asks the worker to run one variant.
type gpuJob struct {
	Dir   casefile.Path `json:"dir"`
	File  string        `json:"file"`
	Limit time.Duration `json:"limit"`
}

// gpuReply is what the worker writes, one a line: first about the GPU, then for
// each job.
type gpuReply struct {
	GPU *gpuInfo `json:"gpu,omitempty"`

	Error   string        `json:"error,omitempty"`
	LeftOut string        `json:"left_out,omitempty"` // why the GPU does not run the variant
	Took    time.Duration `json:"took,omitempty"`
	Lost    bool          `json:"lost,omitempty"` // this was the last job that the worker can run
}

// gpuInfo says what ran the cases.
type gpuInfo struct {
	Name   string `json:"name"`
	Target string `json:"target"`
	Driver string `json:"driver"`
	CUDA   string `json:"cuda"`
	Date   string `json:"date"`
}

func (g *gpuInfo) String() string {
	return fmt.Sprintf("%s (%s), driver %s, CUDA %s, %s", g.Name, g.Target, g.Driver, g.CUDA, g.Date)
}

// runOnGPU runs the variants in workers, a new one whenever one is lost.
func runOnGPU(ctx context.Context, list []*variant, opt verifyOptions) (*gpuInfo, error) {
	var gpu *gpuInfo
	for {
		w := gpuRun{list: list, limit: opt.timeout}
		err := w.run(ctx)
		if ctx.Err() != nil {
			return gpu, ctx.Err()
		}
		if w.gpu == nil {
			return gpu, err // the worker did not get as far as the GPU
		}
		gpu = w.gpu
		gpu.Date = time.Now().UTC().Format(time.DateOnly)
		list = list[w.done:]
		if len(list) == 0 {
			return gpu, nil
		}
		if w.lost {
			continue
		}
		// It died at the variant that comes next.
		if err == nil {
			err = errors.New("the program that runs kernels stopped early")
		}
		list[0].err, list[0].ran = err, true
		if list = list[1:]; len(list) == 0 {
			return gpu, nil
		}
	}
}

// gpuRun is one worker.
type gpuRun struct {
	list  []*variant
	limit time.Duration

	gpu  *gpuInfo
	done int  // variants that it has answered for
	lost bool // it has said that it stops
}

// run starts a worker and reads its answers until it ends.
func (r *gpuRun) run(ctx context.Context) error {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, v := range r.list {
		dir, err := filepath.Abs(v.c.Dir)
		if err != nil {
			return err
		}
		if err := enc.Encode(gpuJob{Dir: casefile.Path(dir), File: v.file, Limit: r.limit}); err != nil {
			return err
		}
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cmd := exec.CommandContext(ctx, exe, "verify", "-gpu-worker")
	cmd.Args[0] = os.Args[0]
	var stderr opening
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	// The worker looks at the clock itself, unless the driver does not return.
	watchdog := time.AfterFunc(r.limit+gpuStart, func() { cancel(fmt.Errorf("still running after %v", r.limit)) })
	defer watchdog.Stop()
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 16<<20)
	for sc.Scan() {
		var reply gpuReply
		if err := json.Unmarshal(sc.Bytes(), &reply); err != nil {
			cancel(fmt.Errorf("the program that runs kernels says %.200q", sc.Bytes()))
			break
		}
		watchdog.Reset(r.limit + grace)
		r.take(reply)
	}
	err = cmd.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, firstLines(stderr.head, 25))
	}
	return sc.Err()
}

// gpuStart is how long the driver may take to start, beside the limit of a variant:
// on some machines it loads and compiles for many seconds.
const gpuStart = time.Minute

// take records an answer.
func (r *gpuRun) take(reply gpuReply) {
	switch {
	case reply.GPU != nil:
		r.gpu = reply.GPU
	case r.done < len(r.list):
		v := r.list[r.done]
		r.done++
		v.took = reply.Took
		if reply.LeftOut != "" {
			v.unsupported = []string{reply.LeftOut}
			return
		}
		v.ran = true
		if reply.Error != "" {
			v.err = errors.New(reply.Error)
		}
		r.lost = reply.Lost
	}
}
