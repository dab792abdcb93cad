package main

import (
	"fmt"
	"math"
	"strconv"
)

// interpreted measures kernels of small sizes in the interpreter, as most people build it.
func (m *measurements) interpreted() error {
	m.Interpreted = nil
	list, err := variations()
	if err != nil {
		return err
	}
	n := min(*rounds, 3)
	if *compare {
		n = 0
	}
	if err := pipe([]string{"GOMAXPROCS=1"}, m.read, list[0].program(), "-interpreted", "-small", "-k", *only, "-rounds", strconv.Itoa(n), "-slice", "20ms"); err != nil {
		return fmt.Errorf("the interpreter: wrong results, or none: %w", err)
	}
	if *compare {
		fmt.Printf("%d results of the interpreter are those of generated code\n", len(m.Interpreted))
	}
	return nil
}

// interpreterTable is of kernels in the interpreter.
func (m *measurements) interpreterTable() string {
	t := &table{head: []string{"kernel", "lane by lane", "in rows", "faster", "generated", "rows beside generated"}}
	faster, slower := 0.0, 0.0
	for _, k := range m.Interpreted {
		t.add(k.Kernel, number(k.Lanes), number(k.Rows), fmt.Sprintf("%.1f", k.Lanes/k.Rows), number(k.Generated), fmt.Sprintf("%.0f", k.Rows/k.Generated))
		faster += math.Log(k.Lanes / k.Rows)
		slower += math.Log(k.Rows / k.Generated)
	}
	if n := float64(len(m.Interpreted)); n > 0 {
		t.add("geometric mean", "", "", fmt.Sprintf("%.1f", math.Exp(faster/n)), "", fmt.Sprintf("%.0f", math.Exp(slower/n)))
	}
	return t.String()
}
