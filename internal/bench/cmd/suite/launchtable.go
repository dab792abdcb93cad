package main

import (
	"fmt"
	"time"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// pair is a row of launches with one and with two workers.
type pair struct{ one, two *result.Launch }

// pairs returns the launches of a table, which come in pairs.
func (m *measurements) pairs(name string) []pair {
	var list []pair
	for _, l := range m.Launches {
		switch {
		case l.Table != name:
		case l.Workers == 1:
			list = append(list, pair{one: l})
		default:
			list[len(list)-1].two = l
		}
	}
	return list
}

// lengthTable is of launches that work for some time, one after the other.
func (m *measurements) lengthTable() string {
	t := &table{head: []string{"kernel", "CTAs", "one worker", "two workers", "faster", "processor time, two", "bytes a launch, one", "two"}}
	for _, p := range m.pairs("length") {
		t.add(p.one.Kernel, fmt.Sprint(p.one.CTAs), duration(p.one.Wall), duration(p.two.Wall),
			fmt.Sprintf("%.2f", p.one.Wall/p.two.Wall), duration(p.two.CPU), fmt.Sprintf("%.0f", p.one.Bytes), fmt.Sprintf("%.0f", p.two.Bytes))
	}
	return t.String()
}

// gridTable is of launches that have next to nothing to do.
func (m *measurements) gridTable() string {
	t := &table{head: []string{"kernel", "threads a CTA", "CTAs", "one worker", "ns a CTA", "two workers", "faster", "bytes a launch, one", "two", "allocations, one", "two"}}
	for _, p := range m.pairs("grid") {
		t.add(p.one.Kernel, fmt.Sprint(p.one.Block), fmt.Sprint(p.one.CTAs), duration(p.one.Wall), number(p.one.Wall/float64(p.one.CTAs)),
			duration(p.two.Wall), fmt.Sprintf("%.2f", p.one.Wall/p.two.Wall),
			fmt.Sprintf("%.0f", p.one.Bytes), fmt.Sprintf("%.0f", p.two.Bytes), fmt.Sprintf("%.1f", p.one.Mallocs), fmt.Sprintf("%.1f", p.two.Mallocs))
	}
	return t.String()
}

// scalingTable is of kernels of the suite with one worker and with two.
func (m *measurements) scalingTable() string {
	t := &table{head: []string{"kernel", "CTAs", "one worker", "two workers", "faster", "processor time, one", "two"}}
	for _, p := range m.pairs("scaling") {
		t.add(p.one.Kernel, fmt.Sprint(p.one.CTAs), duration(p.one.Wall), duration(p.two.Wall),
			fmt.Sprintf("%.2f", p.one.Wall/p.two.Wall), duration(p.one.CPU), duration(p.two.CPU))
	}
	return t.String()
}

// idleText says what the program used while it waited.
func (m *measurements) idleText() string {
	if m.Idle == nil {
		return ""
	}
	return fmt.Sprintf("A program that has launched with two workers and then waits for %s uses %s of processor time meanwhile.",
		duration(m.Idle.Length), duration(m.Idle.CPU))
}

// duration prints nanoseconds with three digits.
func duration(ns float64) string {
	d := time.Duration(ns)
	switch {
	case d >= time.Millisecond:
		return number(ns/1e6) + " ms"
	case d >= time.Microsecond:
		return number(ns/1e3) + " µs"
	}
	return number(ns) + " ns"
}
