package tensorops

import (
	"fmt"
	"slices"
	"strings"
)

// instruction is what a head says: the parts of "mma.m16n8k16.f32.f16.f16.f32" are the
// operation, the shape, the types of D, A, B and C, and modifiers between them.
type instruction struct {
	op         string
	shape      *shape
	d, a, b, c *format
	modifiers  []string
	layouts    []string // row and col of A and B
	sparse     bool     // half of the elements of A are left out, and metadata say which
	kind       string   // "mxf4" of .kind::mxf4
	scale      *format  // of the scales of blocks, nil where there are none
	blocks     int      // how many of them a row of A has
}

// parse reads a head. It returns an error where the tables have no such instruction.
func parse(head string) (*instruction, error) {
	parts := strings.Split(head, ".")
	i := &instruction{op: parts[0]}
	var types []*format
	name := ""
	for _, p := range parts[1:] {
		switch f := formatOf(p); {
		case p == "sp", p == "mma":
			i.op, i.sparse = i.op+"."+p, p == "sp"
		case f != nil:
			types = append(types, f)
		case strings.HasPrefix(p, "kind::"):
			i.kind = strings.TrimPrefix(p, "kind::")
		case strings.HasPrefix(p, "m") && strings.Contains(p, "k"):
			name = p
		case p == "row" || p == "col":
			i.layouts = append(i.layouts, p)
		default:
			i.modifiers = append(i.modifiers, p)
		}
	}
	if len(types) == 2 { // those of D and C; the first wmma.mma multiplies f16 without saying so
		half := formatOf("f16")
		types = []*format{types[0], half, half, types[1]}
	}
	if len(types) == 5 {
		if err := i.scaled(types[4]); err != nil {
			return nil, fmt.Errorf("%s: %w", head, err)
		}
		types = types[:4]
	}
	if len(types) != 4 {
		return nil, fmt.Errorf("%s: %d types", head, len(types))
	}
	i.d, i.a, i.b, i.c = types[0], types[1], types[2], types[3]
	n := slices.IndexFunc(shapes, func(s shape) bool { return s.op == i.op && s.name == name && among(s.types, i.a.name) })
	if n < 0 {
		return nil, fmt.Errorf("%s: no shape", head)
	}
	i.shape = &shapes[n]
	if i.shape.packed {
		i.a, i.b = formatOf(i.a.name+"x8"), formatOf(i.b.name+"x8")
	}
	return i, nil
}

// kinds has a line for each kind of instruction with scales: how many blocks a row has where
// .scale_vec does not say so.
var kinds = []struct {
	name   string
	blocks int
}{{"mxf8f6f4", 1}, {"mxf4", 2}, {"mxf4nvf4", 0}}

// scaled says that blocks have scales of a type.
func (i *instruction) scaled(f *format) error {
	i.scale = f
	for _, k := range kinds {
		if k.name == i.kind {
			i.blocks = k.blocks
		}
	}
	for _, m := range i.modifiers {
		fmt.Sscanf(m, "scale_vec::%dX", &i.blocks)
	}
	if i.blocks == 0 {
		return fmt.Errorf("how many scales a row has is not said")
	}
	return nil
}

func (i *instruction) has(modifier string) bool { return slices.Contains(i.modifiers, modifier) }

// sum is the type in which products are added: f16 where C and D are.
func (i *instruction) sum() *format {
	if i.c.bits > i.d.bits {
		return i.c
	}
	return i.d
}

func (i *instruction) columnMajor(matrix int) bool {
	return matrix < len(i.layouts) && i.layouts[matrix] == "col"
}

// registers is how many registers a lane has of a matrix of rows and columns.
func (i *instruction) registers(rows, columns int, f *format) int {
	return rows * columns * max(1, i.shape.products) / (32 * f.perRegister())
}

// kept is how many elements a row of A has.
func (i *instruction) kept() int {
	if i.sparse {
		return i.shape.k / 2
	}
	return i.shape.k
}

// factors is the number of registers of A or B.
func (i *instruction) factors(rows, columns int, f *format) int {
	if n := i.shape.registers; n > 0 {
		return n
	}
	return i.registers(rows, columns, f)
}

// Operand is D, A, B or C of an instruction: how many registers a lane has of it, and the type
// of the elements that they hold.
type Operand struct {
	Registers int
	Type      string
}

// Operands returns D, A, B and C of the instruction that a head names, or an error that says
// why the tables do not have it.
func Operands(head string) ([4]Operand, error) {
	i, err := parse(head)
	if err != nil {
		return [4]Operand{}, err
	}
	s := i.shape
	return [4]Operand{
		{i.registers(s.m, s.n, i.d), i.d.name},
		{i.factors(s.m, i.kept(), i.a), i.a.name},
		{i.factors(s.k, s.n, i.b), i.b.name},
		{i.registers(s.m, s.n, i.c), i.c.name},
	}, nil
}

// Since returns the architectures from which on the GPUs compute an instruction each in
// their way, in ascending order: until the next, or from the last one on.
func Since(head string) ([]int, error) {
	i, err := parse(head)
	if err != nil {
		return nil, err
	}
	var list []int
	var last *model
	for _, arch := range architectures() {
		if m := modelFor(i, arch); m != last {
			list, last = append(list, arch), m
		}
	}
	if list == nil {
		return nil, fmt.Errorf("%s: no model", head)
	}
	return list, nil
}

// architectures are those with which something changes, in ascending order.
func architectures() []int {
	var list []int
	for _, m := range models {
		list = append(list, m.since)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
