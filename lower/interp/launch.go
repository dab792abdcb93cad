package interp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/interleave"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Config says how a kernel is launched. Zero dimensions count as 1.
type Config struct {
	Grid, Block [3]uint32
	Shared      int   // dynamic shared memory, bytes
	First       int64 // the first of the grid's CTAs to run, x fastest
	Count       int64 // how many; 0 is all from First

	// NoWorkspace says that the launch is not cooperative: %envreg1 and %envreg2, which have the
	// address of its workspace, are 0.
	NoWorkspace bool

	// Bind says what the references of the module stand for, by name: a *Texture,
	// *Surface or *Sampler.
	Bind map[string]any

	// Steps is the budget of this launch, see Options.MaxSteps; 0 is that of the options.
	Steps int64

	// Beside says that the launch is not ordered behind those before it, for a sanitizer.
	Beside bool

	// Stdout is where threads print to with vprintf, nil for os.Stdout. CTAs
	// print in their order, threads of one CTA in the order in which they run.
	Stdout io.Writer
}

// The limits of a launch.
const (
	maxThreads = 1024
	// dynamicAlign is the alignment of dynamic shared memory behind the static.
	dynamicAlign = 128
)

var (
	maxGrid  = [3]uint32{1<<31 - 1, 65535, 65535}
	maxBlock = [3]uint32{1024, 1024, 64}
)

// grid is a launch.
type grid struct {
	m         *Machine
	ctx       context.Context
	kernel    *code
	cfg       Config
	most      int64 // steps; 0 is any number
	threads   int
	params    []byte
	segments  []segment
	hit       int // index of the segment that was found last
	dynamic   int64
	shared    int64
	id        uint64
	steps     int64
	live      int64 // bytes of memory that threads take
	lastCheck int64 // steps when the context was last looked at
	stdout    stdout
	refs      []any            // what the module's references stand for
	free      registers        // of frames that have ended
	team      *team            // nil for a launch on one goroutine
	now       int64            // the number of the CTA that runs, or is made
	turns     *cta             // the CTA that has its turn
	aside     []*cta           // those that were set aside
	next      int64            // the next CTA to be started, of a launch on one goroutine
	finished  int64            // how many have ended
	spare     []*cta           // those of rows that have ended, for others to take their place
	notes     *sanitize.Launch // nil without a sanitizer
	counts    *counters.Launch // nil where nobody counts
	plan      *interleave.Plan // see Options.Interleave, nil for the usual order
	random    *rand.Rand       // see Options.Seed, nil for the usual order

	workspaceAddr uint64 // 0 until a thread asks, see workspace
}

// Launch runs a kernel on the calling goroutine. params is the kernel's
// parameter buffer, with each parameter at its ir.Param.Off. bufs is the memory
// beside the module's variables that addresses, those of Machine.Address, may
// reach.
//
// The error is a *Fault if a thread failed or the step budget is used up, an
// *Unfinished if the context ended first, and another error if the launch is not
// possible. Memory is then as the threads have left it. Where what threads have printed was
// not written it is, or is joined with, an *OutputError.
func (x *Machine) Launch(ctx context.Context, kernel string, cfg Config, params []byte, bufs [][]byte) (err error) {
	g := &grid{m: x, ctx: ctx, cfg: cfg, most: cmp.Or(cfg.Steps, x.opt.MaxSteps), params: params, stdout: stdout{w: cfg.Stdout}}
	if err := g.prepare(kernel, bufs); err != nil {
		return fmt.Errorf("kernel %s: %w", kernel, err)
	}
	g.free = x.takeRegisters()
	defer func() {
		x.free = append(x.free, g.free)
		g.stdout.close()
		if g.counts != nil {
			g.counts.End()
		}
		switch p := recover().(type) {
		case nil:
		case faultPanic:
			err = p.f
			g.blame(p.f)
		case canceled:
			if err = p.err; err == g.ctx.Err() {
				err = g.unfinished(err)
			}
		default:
			panic(p)
		}
		if out := &g.stdout; out.err != nil {
			lost := &OutputError{kernel, out.lost, out.err}
			if err != nil {
				err = errors.Join(err, lost)
			} else {
				err = lost
			}
		}
	}()
	if g.plan != nil {
		g.runInterleaved()
	} else if n := g.workers(); n > 1 {
		g.runTeam(n)
	} else {
		g.run()
	}
	return nil
}

// takeRegisters returns registers that a launch has left.
func (x *Machine) takeRegisters() registers {
	n := len(x.free)
	if n == 0 {
		return registers{}
	}
	r := x.free[n-1]
	x.free = x.free[:n-1]
	return r
}

// canceled unwinds the interpreter when the launch can not go on, for a reason
// that is no thread's fault.
type canceled struct{ err error }

// prepare checks the launch against the kernel.
func (g *grid) prepare(kernel string, bufs [][]byte) error {
	for _, c := range g.m.funcs {
		if c.f.Entry && c.f.Name == kernel {
			g.kernel = c
		}
	}
	if g.kernel == nil {
		return fmt.Errorf("no such kernel in the module")
	}
	if len(g.kernel.blocks) == 0 {
		return fmt.Errorf("it has no body")
	}
	f := g.kernel.f
	if lacks := g.m.lacking(g.kernel); lacks != nil {
		return errNoBody(lacks)
	}
	if err := g.bindRefs(); err != nil {
		return err
	}
	cfg := &g.cfg
	for i := range 3 {
		cfg.Grid[i], cfg.Block[i] = max(cfg.Grid[i], 1), max(cfg.Block[i], 1)
		if cfg.Grid[i] > maxGrid[i] || cfg.Block[i] > maxBlock[i] {
			return fmt.Errorf("grid %s of blocks %s: the limits are %s and %s", dims(cfg.Grid), dims(cfg.Block), dims(maxGrid), dims(maxBlock))
		}
	}
	g.threads = int(cfg.Block[0]) * int(cfg.Block[1]) * int(cfg.Block[2])
	if g.threads > maxThreads {
		return fmt.Errorf("block %s has %d threads, the limit is %d", dims(cfg.Block), g.threads, maxThreads)
	}
	if n := volume(f.MaxNTID); n > 0 && int64(g.threads) > n {
		return fmt.Errorf("block %s has %d threads, .maxntid allows %d", dims(cfg.Block), g.threads, n)
	}
	for i, n := range f.ReqNTID {
		if volume(f.ReqNTID) > 0 && int64(cfg.Block[i]) != max(n, 1) {
			return fmt.Errorf("block %s: .reqntid requires %v", dims(cfg.Block), f.ReqNTID)
		}
	}
	total := int64(cfg.Grid[0]) * int64(cfg.Grid[1]) * int64(cfg.Grid[2])
	if cfg.First < 0 || cfg.First > total || cfg.Count < 0 || cfg.Count > total-cfg.First {
		return fmt.Errorf("CTAs %d and %d more are not in a grid of %d", cfg.First, cfg.Count, total)
	}
	if cfg.Count == 0 {
		cfg.Count = total - cfg.First
	}
	static := g.m.staticShared(f)
	if most := g.m.mod.MaxShared(); cfg.Shared < 0 || int64(cfg.Shared) > most || static > most-int64(cfg.Shared) {
		return fmt.Errorf("%s of dynamic and %d of static shared memory, a GPU that runs the module has at most %d for a CTA", diag.Count(int(cfg.Shared), "byte"), static, most)
	}
	g.dynamic, g.shared = alignUp(static, dynamicAlign), static
	if cfg.Shared > 0 {
		g.shared = g.dynamic + int64(cfg.Shared)
	}
	need := int64(0)
	for _, p := range f.Params {
		need = max(need, p.Off+p.Size)
	}
	if int64(len(g.params)) < need {
		return fmt.Errorf("%s of parameters, it takes %d", diag.Count(len(g.params), "byte"), need)
	}
	var err error
	if g.segments, err = g.m.memory(bufs); err != nil {
		return err
	}
	g.sanitize()
	g.startCounting()
	if seed := g.m.opt.Seed; seed != 0 {
		g.random = rand.New(rand.NewPCG(seed, g.m.launches))
	}
	if o := g.m.opt.Interleave; o != nil {
		g.plan = interleave.New(*o, g.cfg.First, g.cfg.Count, g.threads)
	}
	g.m.launches++
	g.id = g.m.launches
	g.next = cfg.First
	return nil
}

// volume returns the threads of a .maxntid or .reqntid, 0 where it is absent.
func volume(d [3]int64) int64 {
	if d == ([3]int64{}) {
		return 0
	}
	return max(d[0], 1) * max(d[1], 1) * max(d[2], 1)
}

// run runs the CTAs. Those that were set aside take turns; a new one is started
// when the last turn found a CTA waiting for others, and now and then, so that
// those that others wait for get started at last.
func (g *grid) run() {
	start, turns := false, 0
	for g.more() || len(g.aside) > 0 {
		var c *cta
		next, ok := int64(0), false
		if len(g.aside) == 0 || start || turns >= len(g.aside) {
			next, ok = g.take()
		}
		if ok {
			g.now = next
			c = g.newCTA(next)
			turns = 0
		} else if len(g.aside) == 0 {
			return // another worker has taken the last
		} else {
			c, g.aside = g.aside[0], g.aside[1:]
			g.now = c.linear
			turns++
		}
		alone := len(g.aside) == 0 && !g.more()
		g.turns = c
		how := c.turn(alone)
		g.turns = nil
		switch how {
		case ctaEnded:
			g.finished++
			g.live -= c.bytes()
			c.told()
			g.ended(c)
			if g.m.rows && !slices.Contains(g.stdout.order, c) {
				g.spare = append(g.spare, c)
			}
			start = false
		case ctaWaits:
			g.aside = append(g.aside, c)
			start = true
		case ctaRuns:
			g.aside = append(g.aside, c)
			start = false
		}
	}
}

// more reports whether there are CTAs that nobody has started.
func (g *grid) more() bool {
	if g.team != nil {
		return g.team.more()
	}
	return g.next < g.cfg.First+g.cfg.Count
}

// take returns the next CTA to be started. It is false where there is none.
func (g *grid) take() (linear int64, ok bool) {
	if g.team != nil {
		return g.team.take()
	}
	if !g.more() {
		return 0, false
	}
	g.next++
	return g.next - 1, true
}

// newCTA makes a CTA with all its threads at the start of the kernel.
func (g *grid) newCTA(linear int64) *cta {
	nx, ny := int64(g.cfg.Grid[0]), int64(g.cfg.Grid[1])
	id := [3]uint32{uint32(linear % nx), uint32(linear / nx % ny), uint32(linear / nx / ny)}
	if n := len(g.spare); n > 0 {
		c := g.spare[n-1]
		g.spare = g.spare[:n-1]
		c.linear = linear
		c.again(id)
		return c
	}
	c := &cta{grid: g, id: id, linear: linear}
	g.stdout.started(c)
	g.poll() // its memory may take longer than all it does
	c.shared = make([]byte, g.shared)
	g.live += c.bytes()
	g.room()
	if g.notes != nil {
		c.notes = g.notes.CTA(c.id, linear)
	}
	if g.counts != nil {
		c.counts = g.counts.Begin(g.memoryAt)
	}
	threads := make([]lane, g.threads)
	var tid [3]uint32
	for i := range threads {
		if i%warpSize == 0 {
			w := &warp{cta: c, index: i / warpSize}
			if g.m.rows {
				w.rows = new(rows)
			}
			c.warps = append(c.warps, w)
		}
		w := c.warps[len(c.warps)-1]
		l := &threads[i]
		*l = lane{cta: c, warp: w, index: i % warpSize, tid: tid, top: localStart}
		if c.notes != nil {
			l.notes = c.notes.Thread(i)
		}
		if c.counts != nil {
			l.counts = c.counts.Thread(i)
		}
		w.lanes = append(w.lanes, l)
		if g.kernel.parts == nil {
			w.alive |= 1 << l.index
			l.push(g.kernel, operand{}, g.kernel.f.Pos)
		}
		for d := range 3 {
			if tid[d]++; tid[d] < g.cfg.Block[d] {
				break
			}
			tid[d] = 0
		}
	}
	for _, w := range c.warps {
		w.running = w.alive
	}
	if p := g.kernel.parts; p != nil {
		c.parts = newPartsRun(c, p)
	}
	return c
}

// room checks the memory of the CTAs that are under way.
func (g *grid) room() {
	if limit := g.m.opt.MaxMemory; g.live > limit {
		panic(canceled{fmt.Errorf("kernel %s: the CTAs that are under way need more than %d bytes of memory", g.kernel.f.Name, limit)})
	}
}

// count counts a step, and now and then looks at the limits.
func (g *grid) count(l *lane, v *ir.Value) {
	g.steps++
	g.limits(l, v)
}

// pollSteps is how many steps a launch makes between two looks at its context.
const pollSteps = 1 << 8

// limits looks whether the launch may do what comes next, and now and then at its context.
func (g *grid) limits(l *lane, v *ir.Value) {
	if max := g.most; max > 0 && g.steps > max {
		fr := l.frame()
		pos := fr.code.blocks[fr.block].b.Pos
		if v != nil {
			pos = v.Pos
		}
		l.fail(FaultLimit, pos, "the launch has used up its budget of %d steps", max)
	}
	if g.steps-g.lastCheck >= pollSteps {
		g.lastCheck = g.steps
		g.poll()
	}
}

// poll ends the launch if its context has ended.
func (g *grid) poll() {
	if err := g.ctx.Err(); err != nil {
		panic(canceled{err})
	}
	if g.team != nil && g.team.over(g) {
		panic(canceled{errOver})
	}
}
