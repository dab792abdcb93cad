package tensorops

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/mutants.txt")

const caseDir = "../../internal/cases/casefile/testdata/cases"

// sample is a product of a conformance case: its operands, and D.
type sample struct {
	folder, head   string
	arch           int
	operands, want [][]uint32
}

// samples reads the products of the folders of mma.
func samples(t *testing.T) (list []sample) {
	folders, err := filepath.Glob(caseDir + "/mma_*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	mnemonic := regexp.MustCompile(`\tmma[^ ]* .*;`)
	for _, dir := range folders {
		name := filepath.Base(dir)
		arch, _ := strconv.Atoi(name[strings.LastIndex(name, "sm")+2:])
		text, err := os.ReadFile(filepath.Join(dir, "kernel.ptx"))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range strings.Split(string(text), ".visible .entry ")[1:] {
			kernel, _, _ := strings.Cut(entry, "(")
			written, rest, _ := strings.Cut(strings.Trim(mnemonic.FindString(entry), "\t;"), " ")
			s := sample{folder: name, head: normal(written), arch: arch}
			if strings.Contains(written, "f64") {
				continue // no model's parameters
			}
			read := func(file string) (columns [][]uint32) {
				data, err := os.ReadFile(filepath.Join(dir, file+kernel+".bin"))
				if err != nil {
					t.Fatal(err)
				}
				for ; len(data) > 0; data = data[128:] {
					r := make([]uint32, 32)
					for l := range r {
						r[l] = binary.LittleEndian.Uint32(data[4*l:])
					}
					columns = append(columns, r)
				}
				return columns
			}
			p := &Product{Head: s.head, Since: arch}
			loaded := p.Arguments()
			if p.sparse {
				loaded--
			}
			if p.scale != nil {
				loaded -= 4
			}
			for in, out := read("in_in_"), read("out_"); len(in) > 0; in, out = in[loaded:], out[p.count[0]:] {
				s.operands, s.want = chosen(p, entry, rest, slices.Clone(in[:loaded])), out[:p.count[0]]
				list = append(list, s)
			}
		}
	}
	return list
}

// chosen puts the selectors of an instruction among its operands.
func chosen(p *Product, entry, operands string, in [][]uint32) [][]uint32 {
	number := func(s string) []uint32 {
		if strings.HasPrefix(s, "%") {
			_, after, _ := strings.Cut(entry, "mov.u16 "+s+", ")
			s, _, _ = strings.Cut(after, ";")
		}
		n, _ := strconv.Atoi(s)
		return []uint32{uint32(n)}
	}
	at := p.count[1] + p.count[2] + p.count[3]
	if p.sparse {
		_, after, _ := strings.Cut(operands, "%w, ")
		s, _, _ := strings.Cut(after, ",")
		in = slices.Insert(in, at+1, number(s))
		at += 2
	}
	if p.scale != nil {
		words := regexp.MustCompile(`%s[ab], \{([^,]*), ([^}]*)\}`).FindAllStringSubmatch(operands, -1)
		in = slices.Insert(in, at+1, number(words[0][1]), number(words[0][2]))
		in = append(in, number(words[1][1]), number(words[1][2]))
	}
	return in
}

// normal is a head without what all have.
func normal(head string) string {
	var parts []string
	for _, p := range strings.Split(strings.ReplaceAll(head, "sp::ordered_metadata", "sp"), ".") {
		order := (p == "row" || p == "col") && !strings.Contains(head, "m8n8k4")
		if p != "sync" && p != "aligned" && p != "block_scale" && !order {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ".")
}

// right reports whether the tables as they are give what is expected.
func (s *sample) right() (ok bool) {
	p := &Product{Head: s.head, Since: s.arch}
	d := make([][]uint32, len(s.want))
	for i := range d {
		d[i] = make([]uint32, 32)
	}
	p.Compute(d, 1<<32-1, s.operands)
	return slices.EqualFunc(d, s.want, slices.Equal)
}

// mutant is a change of a line of a table.
type mutant struct {
	name   string
	change func() (undo func())
}

// set is a mutant that sets a field of a line.
func set[T any](name, field string, at *T, to T) mutant {
	return mutant{fmt.Sprintf("%s: %s %v -> %v", name, field, *at, to), func() func() {
		was := *at
		*at = to
		return func() { *at = was }
	}}
}

func mutants() (list []mutant) {
	for i := range models {
		m := &models[i]
		name := fmt.Sprintf("sm_%d %s%s %s %s", m.since, m.op, m.shape+m.kind, m.in, m.out)
		name = strings.Join(strings.Fields(name), " ")
		if m.unit != fused {
			switch {
			case m.unit == exact && m.group > 0:
				list = append(list, set(name, "group", &m.group, 0), set(name, "group", &m.group, m.group/2))
			case m.unit == exact:
				list = append(list, set(name, "group", &m.group, 16))
			case m.unit == after, m.unit == pairs:
				list = append(list, set(name, "unit", &m.unit, after+pairs-m.unit), set(name, "unit", &m.unit, fused))
			}
			continue
		}
		list = append(list, set(name, "bits", &m.bits, m.bits-1), set(name, "bits", &m.bits, m.bits+1), set(name, "keep", &m.keep, m.keep-1))
		if m.keep == 13 {
			list = append(list, set(name, "keep", &m.keep, m.keep+1))
		}
		if m.floor != noFloor {
			list = append(list, set(name, "floor", &m.floor, m.floor-1), set(name, "floor", &m.floor, m.floor+1))
		}
		switch {
		case m.pick:
			list = append(list, set(name, "pick", &m.pick, false), set(name, "late", &m.late, false))
		case m.exactly > 0:
			list = append(list, set(name, "exactly", &m.exactly, m.exactly/2), set(name, "exactly", &m.exactly, 2*m.exactly), set(name, "exactly", &m.exactly, 0))
		case m.group > 0:
			list = append(list, set(name, "group", &m.group, m.group/2), set(name, "group", &m.group, 2*m.group))
		default:
			list = append(list, set(name, "group", &m.group, 8))
		}
	}
	for i := range formats {
		switch f := &formats[i]; {
		case f.name == "e2m1": // as the manual writes it: bits 2 to 5
			was := *f
			written := was
			written.fraction, written.low = 1, 2
			list = append(list, mutant{"e2m1: of bits 2 to 5", func() func() { *f = written; return func() { *f = was } }})
		case f.top == oneNaN:
			list = append(list, set(f.name, "top", &f.top, none))
		case f.top == none:
			list = append(list, set(f.name, "top", &f.top, oneNaN))
		case f.name == "tf32":
			list = append(list, set(f.name, "bias", &f.bias, 126))
		}
	}
	return list
}

// Changes of the tables by one, and which folder of the cases notices. testdata/mutants.txt has the
// table; those that nothing notices stand at its end.
func TestMutants(t *testing.T) {
	all := samples(t)
	for i := range all {
		if !all[i].right() {
			t.Fatalf("%s, %s: differs without a mutant", all[i].folder, all[i].head)
		}
	}
	var killed, left []string
	for _, m := range mutants() {
		undo := m.change()
		by := slices.IndexFunc(all, func(s sample) bool { return !s.right() })
		undo()
		if by < 0 {
			left = append(left, m.name)
		} else {
			killed = append(killed, m.name+"\t"+all[by].folder)
		}
	}
	got := strings.Join(killed, "\n") + "\n\nNothing of mma_* notices:\n" + strings.Join(left, "\n") + "\n"
	if *update {
		if err := os.WriteFile("testdata/mutants.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/mutants.txt")
	if err != nil || string(want) != got {
		t.Errorf("the table has changed (go test -run TestMutants -update rewrites it): %v\n%s", err, got)
	}
	if len(killed) < 40 {
		t.Errorf("only %d mutants are noticed", len(killed))
	}
}
