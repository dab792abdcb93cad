package asm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/internal/scratch"
	"github.com/ptx2go/ptx2go/runtime"
)

// batch compiles for many modules.
type batch struct {
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

// listings are those of the parts of a module.
type listings struct {
	*work
	texts []func() ([]byte, error)
	left  int // are not there yet
}

// compile makes assembly of what was printed.
func (b *batch) compile(ctx context.Context, list []*work) error {
	if len(list) == 0 {
		return nil
	}
	var packages []map[string][]byte
	var of []*listings // by packages
	first := map[*listings]int{}
	for _, w := range list {
		l := &listings{work: w, texts: make([]func() ([]byte, error), len(w.parts)), left: len(w.parts)}
		first[l] = len(packages)
		for _, source := range w.parts {
			packages, of = append(packages, map[string][]byte{w.leaves.Name: source}), append(of, l)
		}
	}
	next := make(chan *listings)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for l := range next {
				l.guard(func() error { return l.assemble(b.runtime) })
			}
		})
	}
	err := pinned.Listings(ctx, harvest.AMD64.Arch(), runtime.Sources(), packages, func(texts [][]byte) (err error) {
		if b.runtime == nil {
			b.runtime, err = harvest.Parse(harvest.AMD64, texts...)
		}
		return err
	}, func(n int, text []byte, err error) error {
		l := of[n]
		if err == nil {
			l.texts[n-first[l]], err = b.keep(n, text, len(l.texts) > 1)
		}
		if err != nil && l.Err == nil {
			l.Err = err
		}
		if l.left--; l.left == 0 && l.Err == nil {
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
		l.Go, l.Source = l.calls, out.Asm
		return nil
	}
	l.refuse(out.Refused)
	return nil
}

// refuse notes why functions are refused, and the gangs that have any.
func (w *work) refuse(list []harvest.Refusal) {
	w.Options.NoAsm = maps.Clone(w.Options.NoAsm)
	if w.Options.NoAsm == nil {
		w.Options.NoAsm = map[codegen.Gangs]bool{}
	}
	for _, r := range list {
		i := slices.IndexFunc(w.leaves.Leaves, func(l codegen.Leaf) bool { return l.Name == r.Func })
		of := w.leaves.Leaves[i].Gangs
		w.Refused = append(w.Refused, Refusal{of, r})
		w.Options.NoAsm[of] = true
	}
}
