package hunt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/fuzz/clang"
	"github.com/ptx2go/ptx2go/internal/fuzz/cloop"
	"github.com/ptx2go/ptx2go/internal/fuzz/csource"
	"github.com/ptx2go/ptx2go/internal/fuzz/difftest"
	"github.com/ptx2go/ptx2go/internal/fuzz/engine"
)

// generator makes the cases of random C programs, one for each seed.
type generator struct {
	name  string // of its cases, before the seed
	file  string // the program in the folder of a case
	make  func(ctx context.Context, seed uint64, dir string) (clang.Target, error)
	build func(ctx context.Context, dir, name string, target clang.Target) error // of the program of a folder
}

// Programs hunts with random C programs of csmith.
func Programs(ctx context.Context, o Options) (*Tally, error) {
	if err := csource.Available(); err != nil {
		return nil, err
	}
	return o.programs(ctx, &generator{"csmith", csource.Source, csource.Make, csource.Build})
}

// Loops hunts with random loops in C.
func Loops(ctx context.Context, o Options) (*Tally, error) {
	if err := clang.Missing(clang.Program); err != nil {
		return nil, err
	}
	return o.programs(ctx, &generator{"loops", cloop.Source, cloop.Make, cloop.Build})
}

func (o *Options) programs(ctx context.Context, g *generator) (*Tally, error) {
	return o.batches(ctx, func(ctx context.Context, dir string, seeds []uint64) (*Tally, error) {
		errs := make([]error, len(seeds))
		targets := make([]clang.Target, len(seeds))
		folder := func(seed uint64) string { return filepath.Join(dir, fmt.Sprintf("%s_%d", g.name, seed)) }
		parallel(o.Jobs, seeds, func(i int, seed uint64) {
			if targets[i], errs[i] = g.make(ctx, seed, folder(seed)); errs[i] != nil {
				os.RemoveAll(folder(seed))
			}
		})
		t := &Tally{}
		index := map[string]int{}
		for i, seed := range seeds {
			if errs[i] != nil {
				o.Log("  seed %d: no case: %v", seed, errs[i])
				t.Skipped++
				continue
			}
			t.Cases++
			index[filepath.Base(folder(seed))] = i
		}
		if t.Cases == 0 {
			return t, nil
		}
		failed, err := o.failures(ctx, t, dir)
		if err != nil {
			return nil, err
		}
		for _, r := range failed {
			i := index[r.Case]
			kept, err := o.keep(t, folder(seeds[i]), r)
			if err != nil {
				return nil, err
			}
			if o.Shrink == 0 || kept == "" {
				continue
			}
			limited, cancel := context.WithTimeout(ctx, o.Shrink)
			err = o.shrinkProgram(limited, g, kept, targets[i], r)
			cancel()
			if err != nil && ctx.Err() != nil {
				return nil, err
			}
			if err != nil && limited.Err() == nil {
				o.Log("  %s: not shrunk: %v", r.Case, err)
			}
		}
		return t, nil
	})
}

// shrinkProgram makes a finding small: its C as long as it fails in the engine, and
// its PTX where only generated code is wrong. The smaller ones go to folders beside.
func (o *Options) shrinkProgram(ctx context.Context, g *generator, dir string, target clang.Target, r engine.Outcome) error {
	if slices.Contains([]string{"go", engine.Gangs, engine.Gangs16}, r.Engine) && o.correct(ctx, dir) {
		if err := o.reducePTX(ctx, dir, dir+"_ptx"); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return o.reduceC(ctx, g, dir, dir+"_c", target, r)
}

// correct reports whether the interpreter gives the expected bytes before any pass.
func (o *Options) correct(ctx context.Context, dir string) bool {
	list, err := engine.Run(ctx, []string{"build"}, o.Limit, o.Steps, dir)
	return err == nil && list[0].Kind == engine.Equal
}

// ReducePTX makes the PTX of a case folder small, where generated code disagrees
// with the interpreter, and writes the small case to another folder.
func ReducePTX(ctx context.Context, root, dir, to string) error {
	o := Options{Root: root}
	return o.reducePTX(ctx, dir, to)
}

func (o *Options) reducePTX(ctx context.Context, dir, to string) error {
	c, err := casefile.Load(dir)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, c.PTX[0].File))
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "ptxfuzz")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	small, want, err := difftest.Reduce(ctx, tmp, o.Root, c, string(text))
	if err != nil {
		return err
	}
	return difftest.SaveReduced(to, c, small, want)
}

// reduceC removes lines of the C program and blocks in braces, the long ones first,
// as long as the case fails in the engine. Programs that do not compile, or that C
// does not define, make no case.
func (o *Options) reduceC(ctx context.Context, g *generator, dir, to string, target clang.Target, r engine.Outcome) error {
	data, err := os.ReadFile(filepath.Join(dir, g.file))
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "ptxfuzz")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	n := 0
	fails := func(lines []string) string {
		n++
		d := filepath.Join(tmp, fmt.Sprint(n))
		if os.Mkdir(d, 0o755) != nil || os.WriteFile(filepath.Join(d, g.file), []byte(strings.Join(lines, "\n")), 0o644) != nil {
			return ""
		}
		if g.build(ctx, d, r.Case, target) == nil {
			if list, err := engine.Run(ctx, []string{r.Engine}, o.Limit, o.Steps, d); err == nil && list[0].Kind == engine.Differs {
				return d
			}
		}
		os.RemoveAll(d)
		return ""
	}
	now, best := strings.Split(string(data), "\n"), ""
	start := time.Now()
	for changed := true; changed; {
		changed = false
		for _, c := range cuts(now) {
			if ctx.Err() != nil {
				break
			}
			if c[1] > len(now) {
				continue
			}
			next := append(append([]string(nil), now[:c[0]]...), now[c[1]:]...)
			if d := fails(next); d != "" {
				now, best, changed = next, d, true
				break
			}
		}
	}
	if best == "" {
		return fmt.Errorf("nothing can be removed, after %v", time.Since(start).Round(time.Second))
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(best))
}

// cuts lists ranges of lines that may be removed together: functions, blocks with
// what stands before them, runs of lines and single ones; long ones first.
func cuts(lines []string) [][2]int {
	var blocks [][2]int
	var open []int
	for i, l := range lines {
		for _, c := range l {
			switch {
			case c == '{':
				open = append(open, i)
			case c == '}' && len(open) > 0:
				from := open[len(open)-1]
				open = open[:len(open)-1]
				if i > from {
					blocks = append(blocks, [2]int{from, i + 1}, [2]int{max(from-1, 0), i + 1})
				}
			}
		}
	}
	for size := len(lines) / 4; size > 0; size /= 2 {
		for at := 0; at < len(lines); at += size {
			blocks = append(blocks, [2]int{at, min(at+size, len(lines))})
		}
	}
	sortByLength(blocks)
	return blocks
}

func sortByLength(list [][2]int) {
	slices.SortStableFunc(list, func(a, b [2]int) int { return (b[1] - b[0]) - (a[1] - a[0]) })
}
