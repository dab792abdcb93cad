package tensorops

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The formulas of the shapes are those of testdata/lanes.json.gz, which spells out the figures
// of the manual: for each lane, register and element its row and column.
func TestShapes(t *testing.T) {
	f, err := os.Open("testdata/lanes.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][][][][2]int
	if err := json.NewDecoder(z).Decode(&all); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for key, lanes := range all {
		// "mma m16n8k8 f16 -> f32 C D", "mma m16n8k16 s8 u8 A", "mma m8n8k4 (...) f16 A row"
		words := strings.Fields(key)
		factors, sum, rest := []string(nil), "", words[2:]
		for len(rest) > 0 && !slices.Contains([]string{"A", "B", "C"}, rest[0]) {
			switch w := rest[0]; {
			case w == "->":
				sum = rest[1]
				rest = rest[1:]
			case formatOf(w) != nil:
				factors = append(factors, w)
			}
			rest = rest[1:]
		}
		order := slices.Contains(rest, "row") || !slices.Contains(rest, "col")
		for _, typ := range factors {
			n := slices.IndexFunc(shapes, func(s shape) bool { return s.op == "mma" && s.name == words[1] && among(s.types, typ) })
			if n < 0 {
				t.Errorf("no shape of %s", key)
				continue
			}
			s := &shapes[n]
			seen[s.name+s.types] = true
			a := formatOf(typ)
			if s.packed {
				a = formatOf(typ + "x8")
			}
			switch rest[0] {
			case "A":
				checkPlaces(t, key, lanes, s.a, grid{s.m, s.k, a.perRegister(), !order}, a, s.products)
			case "B":
				checkPlaces(t, key, lanes, s.b, grid{s.k, s.n, a.perRegister(), !order}, a, s.products)
			default:
				if sum == "" { // of m8n8k4: "C D f16"
					sum = rest[len(rest)-1]
				}
				checkPlaces(t, key, lanes, s.c, grid{rows: s.m, columns: s.n, per: formatOf(sum).perRegister()}, formatOf(sum), s.products)
			}
		}
	}
	for _, s := range shapes {
		if s.op == "mma" && !seen[s.name+s.types] {
			t.Errorf("%s of %s is not compared", s.name, s.types)
		}
	}
}

// checkPlaces compares a layout with a list. Elements of b1 are compared by the register, of
// which the layout knows only the place.
func checkPlaces(t *testing.T, key string, lanes [][][][2]int, of layout, m grid, f *format, products int) {
	t.Helper()
	for lane, registers := range lanes {
		for r, elements := range registers {
			for e, want := range elements {
				if f.kind == logical {
					if e > 0 {
						continue
					}
					want = [2]int{want[0], want[1]}
					for i := range want {
						if want[i] >= 16 || strings.HasSuffix(key, "A") == (i == 1) {
							want[i] /= 32
						}
					}
				}
				product, row, column := of(m, place{lane, r, e})
				if [2]int{row, column} != want || products > 1 && product != lane>>2&3 {
					t.Errorf("%s: lane %d, register %d, element %d lies at %d, %d of product %d, want %v", key, lane, r, e, row, column, product, want)
					return
				}
			}
		}
	}
}

// The models are those of testdata/profiles.tsv, a list of what is known of each architecture.
func TestModels(t *testing.T) {
	data, err := os.ReadFile("testdata/profiles.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		c := strings.Split(line, "\t")
		arch, _ := strconv.Atoi(strings.TrimPrefix(c[0], "sm_"))
		k, _ := strconv.Atoi(c[2])
		if strings.HasPrefix(c[3], "mxf") {
			checkScaled(t, c)
			continue
		}
		for _, in := range strings.Fields(c[3]) {
			if strings.HasPrefix(in, ".") || in == "s8" && c[4] != "s32" {
				continue
			}
			for i := range shapes {
				s := &shapes[i]
				if s.op != c[1] || s.k != k || !among(s.types, in) || s.products > 1 != (k == 4 && in == "f16") {
					continue
				}
				a, d := formatOf(in), formatOf(c[4])
				x := &instruction{op: s.op, shape: s, d: d, a: a, b: a, c: d}
				if d.kind == signed {
					x.modifiers = []string{"satfinite"}
				}
				m := modelFor(x, arch)
				if m == nil {
					t.Errorf("no model for %s", line)
					continue
				}
				n++
				if got := profile(m, s.k); got != wanted(c, s.k) {
					t.Errorf("%s %s:\n%s, want\n%s", c[0], s.name, got, wanted(c, s.k))
				}
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d lines", n)
	}
}

// checkScaled compares the models of kinds with scales with a line.
func checkScaled(t *testing.T, c []string) {
	for _, m := range models {
		for _, kind := range strings.Fields(c[3]) {
			if m.kind == "" || !among(m.kind, kind) || m.out != c[4] {
				continue
			}
			if fmt.Sprint(m.bits) != c[6] || (m.exactly == 16) != strings.HasPrefix(c[5], "four exact sums of 16") {
				t.Errorf("the model of %s keeps %d bits, and adds %d exactly", kind, m.bits, m.exactly)
			}
			return
		}
	}
	t.Errorf("no model for %s", c[3])
}

func profile(m *model, k int) string {
	floor := "-"
	if m.floor != noFloor {
		floor = fmt.Sprint(m.floor)
	}
	if m.unit == exact {
		return fmt.Sprint(m.split(k))
	}
	return fmt.Sprintf("%v %d %d %s %v", m.split(k), m.bits, m.keep, floor, m.late)
}

// wanted is a line of profiles.tsv as [profile] writes it.
func wanted(c []string, k int) string {
	var groups [][]int
	late := strings.Contains(c[5], "then add C")
	switch steps := c[5]; {
	case strings.Contains(steps, "clamp after"):
		groups = (&model{group: 16}).split(k)
	case strings.Contains(steps, "one clamp"):
		groups = (&model{}).split(k)
	case late:
		// k16 of 8-bit floats on sm_90, which the list has as one group by analogy, is that
		// of k32 in what an H100 recorded.
		groups = (&model{pick: true}).split(k)
	default:
		for _, s := range strings.Split(steps, " then ") {
			var from, to int
			fmt.Sscanf(s, "k in {%d..%d}", &from, &to)
			var g []int
			for i := from; i <= to; i++ {
				g = append(g, i)
			}
			groups = append(groups, g)
		}
	}
	if c[4] == "s32" {
		return fmt.Sprint(groups)
	}
	keep := 23
	if strings.Contains(c[7], "13 fraction bits") {
		keep = 13
	}
	if c[4] == "f16" {
		keep = 10
	}
	return fmt.Sprint(groups) + fmt.Sprintf(" %s %d %s %v", c[6], keep, c[8], late)
}
