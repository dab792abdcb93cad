package probe

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/internal/cuda/golden"
	"github.com/ptx2go/ptx2go/internal/intrin"
)

// Recheck compares the functions of this program with the hashes of a file, without
// the GPU, and writes the verdicts that it finds into the entries, and what this program
// answers beside the answers of the GPU: after a function
// has been mended, or where time was up during the run. It skips what has nothing
// to be compared with, and comparisons, which no single function computes. An input
// that differs is not known here, only its group; details of groups that still
// differ stay.
//
// All inputs of a head with 32 bits take a core about half a minute.
func Recheck(ctx context.Context, f *golden.File, only *regexp.Regexp, log io.Writer) error {
	arch, err := strconv.Atoi(strings.TrimPrefix(f.Header.Target, "sm_"))
	if err != nil {
		return fmt.Errorf("%q is no target: %w", f.Header.Target, err)
	}
	gpu, err := intrin.GPU(f.Header.Target)
	if err != nil {
		return err
	}
	entries := map[string]*golden.Entry{}
	for _, e := range f.Entries {
		entries[e.Head] = e
	}
	recheckAnswers(f, arch, gpu, only)
	start := time.Now()
	for name, h := range HeadsOf(arch) {
		e := entries[name]
		if e == nil || !e.HasSums || only != nil && !only.MatchString(name) {
			continue
		}
		model, function := h.Model(gpu)
		if model == nil {
			continue
		}
		before := e.Verdict
		if !recheck(ctx, f, e, h, model) {
			return ctx.Err()
		}
		e.Model = function
		fmt.Fprintf(log, "%7.1fs %-40s %s, was %s\n", time.Since(start).Seconds(), name, e.Verdict, before)
	}
	return nil
}

// recheckAnswers computes the answers of this program, of heads or questions that match.
func recheckAnswers(f *golden.File, arch int, gpu intrin.Model, only *regexp.Regexp) {
	models := map[string]Batch{}
	heads := map[string]*Head{}
	for i := range f.Answers {
		a := &f.Answers[i]
		if only != nil && !only.MatchString(a.Head) && !only.MatchString(a.Question) {
			continue
		}
		key := fmt.Sprint(a.Head, len(a.Args))
		h, known := heads[key]
		if !known {
			if h, _ = headNamed(a.Head, len(a.Args)); h != nil {
				models[key] = h.answering(arch, gpu)
			}
			heads[key] = h
		}
		if model := models[key]; model != nil {
			a.Model, a.HasModel = evaluate(model, h.columns([][]uint64{a.Args}))[0], true
		}
	}
}

// recheck compares one entry. It returns false when ctx ends first.
func recheck(ctx context.Context, f *golden.File, e *golden.Entry, h *Head, model Batch) bool {
	var sum uint64
	var differ []int
	if h.Shape == Unary {
		groups := make([]uint32, Groups)
		for g := range groups {
			groups[g] = uint32(g)
		}
		sums, ok := hashGroups(h, model, groups, f.Header.Fractions, func() bool { return ctx.Err() != nil })
		if !ok {
			return false
		}
		for g, s := range sums {
			sum += s
			if uint16(s>>48) != e.Sums[g] {
				differ = append(differ, g)
			}
		}
		e.Inputs = Groups * uint64(f.Header.Fractions)
	} else {
		args := tuplesOf(h, f.Header.Tuples)
		if h.Shape == Small {
			args = allOf(h)
		}
		sum = tupleHash(evaluate(model, args))
		e.Inputs = uint64(len(args[0]))
	}
	if sum == e.Sum {
		e.Verdict, e.Groups, e.Details, e.Count, e.Examples = golden.Equal, nil, nil, 0, nil
		return true
	}
	e.Verdict, e.Groups = golden.Differs, differ
	return true
}

// allOf returns all values of the one narrow source of a head.
func allOf(h *Head) [][]uint64 {
	values := make([]uint64, 1<<h.src[0].bits)
	for i := range values {
		values[i] = uint64(i)
	}
	return [][]uint64{values}
}
