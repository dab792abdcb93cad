package cxx

import (
	"cmp"
	"slices"
)

// Struct is how a structure lies in memory.
type Struct struct {
	Size   int64
	Fields []Field // in the order of their places; none overlap
}

// Field is a member of a structure, or a parameter.
type Field struct {
	Name string // "" for what has none
	Off  int64
	Type *Type
	bits bool // bytes of fields of bits
}

// settle orders the fields of a structure of a size, and reports whether they fit: each in the
// structure, behind the one in front of it. Members without a size are left out, and those that Go
// has no place for are bytes.
func (s *Struct) settle(size int64) bool {
	s.Size = size
	s.Fields = slices.DeleteFunc(s.Fields, func(f Field) bool { return f.Type.Bytes() == 0 })
	slices.SortStableFunc(s.Fields, func(a, b Field) int { return cmp.Compare(a.Off, b.Off) })
	at := int64(0)
	for i, f := range s.Fields {
		if a := f.Type.GoAlign(); f.Off%a != 0 || size%a != 0 { // packed
			s.Fields[i].Type = bytesOf(f.Type.Bytes())
		}
		if f.Off < at || f.Off+f.Type.Bytes() > size {
			return false
		}
		at = f.Off + f.Type.Bytes()
	}
	return true
}

// Equal reports whether two structures lie alike.
func (s *Struct) Equal(t *Struct) bool {
	return s == t || t != nil && s.Size == t.Size && slices.EqualFunc(s.Fields, t.Fields, func(a, b Field) bool {
		return a.Name == b.Name && a.Off == b.Off && a.Type.equal(b.Type)
	})
}

func (t *Type) equal(u *Type) bool {
	switch {
	case t.Kind != u.Kind || t.Bits != u.Bits || t.Len != u.Len || t.Bytes() != u.Bytes():
		return false
	case t.Kind == Array:
		return t.Elem.equal(u.Elem)
	case t.Kind == Named:
		return t.Text == u.Text && (t.Struct == nil) == (u.Struct == nil) && (t.Struct == nil || t.Struct.Equal(u.Struct))
	}
	return true
}

// GoAlign is the alignment of a type in Go where it is the strictest, on machines of 64 bits.
func (t *Type) GoAlign() int64 {
	switch t.Kind {
	case Array:
		return t.Elem.GoAlign()
	case Named:
		n := int64(1)
		if t.Struct != nil {
			for _, f := range t.Struct.Fields {
				n = max(n, f.Type.GoAlign())
			}
		}
		return n
	}
	return max(t.Bytes(), 1)
}
