package frontend

// The initial value of a structure is a list in braces, one value for a member in
// the order of their declaration; that of a union has one value, for the first
// member. What is left out is zero, as in C.

// given returns the members that an initial value can give.
func (s *StructType) given() []Field {
	if s.Union {
		return s.Fields[:1]
	}
	return s.Fields
}

// aggregate checks the value of a structure, or of an array of them with the given
// dimensions.
func (c *initCheck) aggregate(in *Init, v *Var, dims []int64) {
	room := int64(len(v.Struct.given()))
	if len(dims) > 0 {
		room = dims[0]
	}
	switch n := int64(len(in.List)); {
	case c.stop:
		return
	case in.List == nil:
		c.fail(in.Pos, "the initial value of %s must be a list in braces", v.Name)
		return
	case n > room:
		c.fail(in.List[room].Pos, "%d values for %s, which has room for %d", n, v.Name, room)
		return
	}
	for i, e := range in.List {
		if len(dims) > 0 {
			c.aggregate(e, v, dims[1:])
			continue
		}
		f := v.Struct.given()[i].Var
		if f.Struct != nil {
			c.aggregate(e, f, f.elemDims())
			continue
		}
		old := c.v
		c.v = f
		c.value(e, f.shape())
		c.v = old
	}
}

// aggregate writes the value of a structure, or of an array of them, at byte base.
func (w *imageWriter) aggregate(in *Init, v *Var, dims []int64, base int64) {
	for i, e := range in.List {
		if len(dims) > 0 {
			w.aggregate(e, v, dims[1:], base+int64(i)*v.Struct.Size*count(dims[1:]))
			continue
		}
		f := v.Struct.given()[i]
		if f.Struct != nil {
			w.aggregate(e, f.Var, f.elemDims(), base+f.Offset)
			continue
		}
		old, oldBase := w.v, w.base
		w.v, w.base = f.Var, base+f.Offset
		w.value(e, f.shape(), 0)
		w.v, w.base = old, oldBase
	}
}
