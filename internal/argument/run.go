package argument

// Run is an argument of ptx2go run: one of its parts is set.
type Run struct {
	Name *Word // of what is named, nil without one

	Buffer  *Buffer
	Pointer *Pointer
	Bytes   *Word // hexadecimal digits
	Scalar  *Scalar
}

// Scalar is a number of a type.
type Scalar struct{ Type, Number Word }

// Pointer is an address in a buffer. Offset is empty where none is given.
type Pointer struct{ Buffer, Offset Word }

// Buffer is what a buffer holds: what a file holds, or so many elements.
type Buffer struct {
	Type  Word
	File  *Word // a name, nil where there is a count
	Count Word
	Iota  bool   // 0, 1, 2 and so on
	Fill  []Word // numbers that repeat; without any, and without Iota, zeros
}

const (
	wantRun      = "TYPE:NUMBER, bytes:HEX, buf:TYPE:COUNT:FILL, buf:TYPE:@FILE or ptr:NAME+BYTES, a buffer perhaps behind NAME="
	wantVariable = "NAME=TYPE:COUNT:FILL or NAME=TYPE:@FILE"
)

// ParseRun parses an argument of ptx2go run.
func ParseRun(expr string) (Run, error) {
	tree, err := parse[argument](expr, func(int) string { return wantRun })
	if err != nil {
		return Run{}, err
	}
	var r Run
	if len(tree.Name) > 0 {
		name := word(tree.Name...)
		r.Name = &name
	}
	switch {
	case tree.Buffer != nil:
		r.Buffer = newBuffer(tree.Buffer)
	case tree.Pointer != nil:
		r.Pointer = &Pointer{Buffer: word(tree.Pointer.Name)}
		if n := tree.Pointer.Offset; n != nil {
			r.Pointer.Offset = word(n.Words...)
		}
	case tree.Bytes != nil:
		digits := word(tree.Bytes.Digits...)
		r.Bytes = &digits
	default:
		r.Scalar = &Scalar{word(tree.Scalar.Type), word(tree.Scalar.Number.Words...)}
	}
	return r, nil
}

// ParseVariable parses a value of -var: the name of a variable, and what it holds.
func ParseVariable(expr string) (name Word, b *Buffer, err error) {
	tree, err := parse[variable](expr, func(int) string { return wantVariable })
	if err != nil {
		return Word{}, nil, err
	}
	return word(tree.Name), newBuffer(tree.Buffer), nil
}

func newBuffer(tree *buffer) *Buffer {
	b := &Buffer{Type: word(tree.Type)}
	if len(tree.File) > 0 {
		file := word(tree.File...)
		b.File = &Word{file.Text[1:], file.At + 1}
		return b
	}
	b.Count = word(tree.Count.Words...)
	if f := tree.Fill; f != nil {
		b.Iota = f.Iota
		for _, n := range f.Numbers {
			b.Fill = append(b.Fill, word(n.Words...))
		}
	}
	return b
}
