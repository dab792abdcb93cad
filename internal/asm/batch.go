package asm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/internal/scratch"
	"github.com/ptx2go/ptx2go/runtime"
)

// batch compiles many modules for a target.
type batch struct {
	*target
	runtime *harvest.Listing
	dir     string // for listings of parts, until those of the whole module are there; "" for none yet
	remove  func()
}

// forget removes what the batch has written.
func (b *batch) forget() {
	if b.dir != "" {
		b.remove()
	}
}

// compile makes assembly of what was printed, for all targets at the same time.
func compile(ctx context.Context, batches []*batch, list []*work) error {
	errs := make([]error, len(batches))
	var waiting sync.WaitGroup
	for i, b := range batches {
		waiting.Go(func() { errs[i] = b.compile(ctx, list) })
	}
	waiting.Wait()
	return cmp.Or(errs...)
}

// listings are those of the parts of what a module has for a target.
type listings struct {
	*side
	texts []func() ([]byte, error)
	left  int // are not there yet
}

// compile makes assembly of what was printed for the target.
func (b *batch) compile(ctx context.Context, list []*work) error {
	var sides []*side
	for _, w := range list {
		sides = append(sides, w.asked(b.target)...)
	}
	if len(sides) == 0 {
		return nil
	}
	var packages []map[string][]byte
	var of []*listings // by packages
	first := map[*listings]int{}
	for _, s := range sides {
		l := &listings{side: s, texts: make([]func() ([]byte, error), len(s.parts)), left: len(s.parts)}
		first[l] = len(packages)
		for _, source := range s.parts {
			packages, of = append(packages, map[string][]byte{s.leaves.Name: source}), append(of, l)
		}
	}
	next := make(chan *listings)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for l := range next {
				l.err = l.guarded(func() error { return l.assemble(b.runtime) })
			}
		})
	}
	err := pinned.Listings(ctx, b.Arch(), runtime.Sources(), packages, func(texts [][]byte) (err error) {
		if b.runtime == nil {
			b.runtime, err = harvest.Parse(b.Target, texts...)
		}
		return err
	}, func(n int, text []byte, err error) error {
		l := of[n]
		if err == nil {
			l.texts[n-first[l]], err = b.keep(n, text, len(l.texts) > 1)
		}
		if l.err == nil {
			l.err = err
		}
		if l.left--; l.left == 0 && l.err == nil {
			next <- l
		}
		return nil
	})
	close(next)
	workers.Wait()
	if err != nil && !errors.Is(err, ErrUnavailable) && ctx.Err() == nil {
		return fmt.Errorf("asm: %w", err)
	}
	return err
}

// keep keeps a listing: in a file where others of its module are to come.
func (b *batch) keep(n int, text []byte, others bool) (get func() ([]byte, error), err error) {
	if !others {
		return func() ([]byte, error) { return text, nil }, nil
	}
	if b.dir == "" {
		if b.dir, b.remove, err = scratch.Dir("ptx2go-asm-"); err != nil {
			return nil, err
		}
	}
	file := filepath.Join(b.dir, fmt.Sprint(n))
	return func() ([]byte, error) { return os.ReadFile(file) }, os.WriteFile(file, text, 0o666)
}

// assemble makes assembly of gang functions. Where some are refused, so are the gangs of that width in their kernels.
func (l *listings) assemble(runtime *harvest.Listing) error {
	out, err := harvest.InParts(func(yield func(*harvest.Listing, error) bool) {
		for _, get := range l.texts {
			text, err := get()
			var part *harvest.Listing
			if err == nil {
				part, err = runtime.Beside(text)
			}
			if !yield(part, err) {
				return
			}
		}
	}, l.harvest())
	l.texts = nil
	switch {
	case err != nil:
		return fmt.Errorf("asm: %w", err)
	case len(out.Refused) == 0:
		l.Assembly.Go, l.Assembly.Source = l.calls, out.Asm
		return nil
	}
	l.refused = out.Refused
	return nil
}
