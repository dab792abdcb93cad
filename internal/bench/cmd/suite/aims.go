package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// aims says how fast the kernels are meant to be at least: of each kernel a ratio for
// every level of GOAMD64, beside C that is not vectorised, and one for gangs (gangAim),
// beside the best C for AVX2. Those are what code written by hand has reached, or
// estimates. A kernel without has none.
type aims map[string]map[string]float64

// gangAim is the column of the aims for gangs, whatever the level.
const gangAim = "gangs"

// readAims reads aims.tsv: a row a kernel, a column a level.
func readAims() (aims, error) {
	const file = "aims.tsv"
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	head := strings.Split(lines[0], "\t")
	a := aims{}
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(head) {
			return nil, fmt.Errorf("%s:%d: %d cells, want %d", file, i+2, len(cells), len(head))
		}
		a[cells[0]] = map[string]float64{}
		for j, c := range cells[1:] {
			v, err := strconv.ParseFloat(c, 64)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %v", file, i+2, err)
			}
			a[cells[0]][head[j+1]] = v
		}
	}
	return a, nil
}
