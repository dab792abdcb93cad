package cxx

// Struct is how a structure lies in memory.
type Struct struct {
	Size   int64
	Fields []Field // in the order of their places; none overlap
}

// Field is a member of a structure.
type Field struct {
	Name string // "" for what has none
	Off  int64
	Type *Type
}
