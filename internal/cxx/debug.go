package cxx

import "debug/dwarf"

// Debug is what the debug information of a module says of types.
type Debug struct {
	funcs map[string][]Field // parameters, by symbol
	vars  map[string]*Type   // by symbol
}

// ReadDebug reads debug information in the form of DWARF from its sections, by name. What cannot be
// read is as if it were not there: nothing else depends on it.
func ReadDebug(sections map[string][]byte) *Debug {
	if sections[".debug_info"] == nil {
		return nil
	}
	data, err := dwarf.New(sections[".debug_abbrev"], nil, nil, sections[".debug_info"], sections[".debug_line"], nil, sections[".debug_ranges"], sections[".debug_str"])
	if err != nil {
		return nil
	}
	d := &debugReader{data: data, out: &Debug{funcs: map[string][]Field{}, vars: map[string]*Type{}}, left: maxTypes, structs: map[*dwarf.StructType]*Type{}, bases: map[*dwarf.StructType][]*dwarf.StructField{}}
	if !d.sound(len(sections[".debug_info"])) {
		return nil
	}
	d.readBases()
	d.read()
	return d.out
}

// Params returns the parameters of a function, nil where nothing is known of them.
func (d *Debug) Params(symbol string) []Field {
	if d == nil {
		return nil
	}
	return d.funcs[symbol]
}

// Var returns the type of a variable, nil where it is not known.
func (d *Debug) Var(symbol string) *Type {
	if d == nil {
		return nil
	}
	return d.vars[symbol]
}

// maxArray bounds how large types are in bytes.
const maxArray = 1 << 30

// maxTypes bounds how many types are read, those that are read again among them.
const maxTypes = 1 << 16

type debugReader struct {
	data    *dwarf.Data
	out     *Debug
	left    int // types that may be read yet
	structs map[*dwarf.StructType]*Type
	bases   map[*dwarf.StructType][]*dwarf.StructField // classes that they are derived from
}

// linkage is the attribute of a symbol that compilers wrote in front of DWARF 4.
const linkage = dwarf.Attr(0x2007)

// sound reports whether so many bytes have no more entries, no type is made of itself, and none of very many
// others: package dwarf would not come to an end.
func (d *debugReader) sound(bytes int) bool {
	made := map[dwarf.Offset]dwarf.Offset{}
	r := d.data.Reader()
	entries := 0
	for {
		e, err := r.Next()
		if err != nil {
			return false
		}
		if e == nil {
			break
		}
		// Where the length of a unit is wrong, package dwarf of Go 1.26 can go round for ever.
		if entries++; entries > bytes {
			return false
		}
		switch e.Tag {
		case dwarf.TagStructType, dwarf.TagClassType, dwarf.TagUnionType, dwarf.TagPointerType, dwarf.TagSubroutineType,
			dwarf.TagFormalParameter, dwarf.TagMember, dwarf.TagSubprogram, dwarf.TagVariable:
			continue // their size does not depend on another type's
		}
		if of, ok := e.Val(dwarf.AttrType).(dwarf.Offset); ok {
			made[e.Offset] = of
		}
	}
	const most = 256
	for off := range made {
		for range most {
			of, ok := made[off]
			if !ok {
				break
			}
			off = of
		}
		if _, more := made[off]; more {
			return false
		}
	}
	return true
}

// readBases finds the classes that structures are derived from, which package dwarf leaves out.
func (d *debugReader) readBases() {
	r := d.data.Reader()
	var within []dwarf.Offset // the entries around that at hand
	for {
		e, err := r.Next()
		switch {
		case e == nil || err != nil:
			return
		case e.Tag == 0:
			within = within[:max(len(within)-1, 0)]
			continue
		case e.Tag == dwarf.TagInheritance && len(within) > 0:
			d.base(within[len(within)-1], e)
		}
		if e.Children {
			within = append(within, e.Offset)
		}
	}
}

// base notes a class that the structure at an offset is derived from.
func (d *debugReader) base(of dwarf.Offset, e *dwarf.Entry) {
	t, err := d.data.Type(of)
	s, ok := t.(*dwarf.StructType)
	off, typed := e.Val(dwarf.AttrType).(dwarf.Offset)
	if err != nil || !ok || !typed {
		return
	}
	from, err := d.data.Type(off)
	b, ok := from.(*dwarf.StructType)
	if err != nil || !ok {
		return
	}
	f := &dwarf.StructField{Name: b.StructName, Type: b, ByteSize: b.ByteSize}
	switch at := e.Val(dwarf.AttrDataMemberLoc).(type) {
	case int64:
		f.ByteOffset = at
	case []byte: // an expression: add a number of up to two times seven bits
		const plusUconst = 0x23
		if len(at) < 2 || len(at) > 3 || at[0] != plusUconst {
			return
		}
		f.ByteOffset = int64(at[1] & 0x7f)
		if len(at) == 3 {
			f.ByteOffset |= int64(at[2]) << 7
		}
	}
	d.bases[s] = append(d.bases[s], f)
}

// read visits all functions and variables.
func (d *debugReader) read() {
	r := d.data.Reader()
	for {
		e, err := r.Next()
		if e == nil || err != nil {
			return
		}
		switch e.Tag {
		case dwarf.TagSubprogram:
			if name := d.symbol(e); name != "" && e.Children {
				if list := d.params(r); list != nil && d.out.funcs[name] == nil {
					d.out.funcs[name] = list
				}
			}
		case dwarf.TagVariable:
			if name := d.symbol(e); name != "" {
				if t := d.typeOf(e); t.Kind != Other {
					d.out.vars[name] = t
				}
			}
		}
	}
}

// symbol returns the symbol of a function or variable, which may be declared elsewhere.
func (d *debugReader) symbol(e *dwarf.Entry) string {
	for range 4 {
		for _, a := range []dwarf.Attr{dwarf.AttrLinkageName, linkage} {
			if s, ok := e.Val(a).(string); ok {
				return s
			}
		}
		next := d.origin(e)
		if next == nil {
			s, _ := e.Val(dwarf.AttrName).(string)
			return s
		}
		e = next
	}
	return ""
}

// origin is the entry that another one completes.
func (d *debugReader) origin(e *dwarf.Entry) *dwarf.Entry {
	for _, a := range []dwarf.Attr{dwarf.AttrAbstractOrigin, dwarf.AttrSpecification} {
		if off, ok := e.Val(a).(dwarf.Offset); ok {
			r := d.data.Reader()
			r.Seek(off)
			if o, err := r.Next(); err == nil {
				return o
			}
		}
	}
	return nil
}

// params reads the parameters of the function at hand, whose children come next. It leaves the
// reader behind the last of them.
func (d *debugReader) params(r *dwarf.Reader) []Field {
	list := []Field{}
	for {
		e, err := r.Next()
		switch {
		case err != nil || e == nil || e.Tag == 0:
			return list
		case e.Tag == dwarf.TagFormalParameter:
			f := Field{Type: d.typeOf(e)}
			f.Name, _ = e.Val(dwarf.AttrName).(string)
			if o := d.origin(e); o != nil && f.Name == "" {
				f.Name, _ = o.Val(dwarf.AttrName).(string)
			}
			list = append(list, f)
		}
		if e.Children {
			r.SkipChildren()
		}
	}
}

// typeOf reads the type of a variable or parameter.
func (d *debugReader) typeOf(e *dwarf.Entry) *Type {
	off, ok := e.Val(dwarf.AttrType).(dwarf.Offset)
	if !ok {
		if o := d.origin(e); o != nil {
			off, ok = o.Val(dwarf.AttrType).(dwarf.Offset)
		}
	}
	if ok {
		if t, err := d.data.Type(off); err == nil {
			return d.typ(t)
		}
	}
	return &Type{}
}

// typ reads a type. What a pointer in a structure points to is left out: structures may point to
// each other.
func (d *debugReader) typ(t dwarf.Type) *Type {
	if d.left--; d.left < 0 {
		return &Type{}
	}
	size := sizeOf(t)
	bits := 8 * int(min(size, 1<<20))
	switch t := t.(type) {
	case *dwarf.QualType:
		return d.typ(t.Type)
	case *dwarf.TypedefType:
		return d.typ(t.Type)
	case *dwarf.BoolType:
		return &Type{Kind: Bool, Text: t.Name, Bits: bits}
	case *dwarf.IntType, *dwarf.CharType:
		return number64(&Type{Kind: Int, Text: t.Common().Name, Bits: bits})
	case *dwarf.UintType, *dwarf.UcharType:
		return number64(&Type{Kind: Uint, Text: t.Common().Name, Bits: bits})
	case *dwarf.EnumType:
		return number64(&Type{Kind: Uint, Text: t.EnumName, Bits: bits})
	case *dwarf.FloatType:
		if bits == 16 || bits == 32 || bits == 64 {
			return &Type{Kind: Float, Text: t.Name, Bits: bits}
		}
	case *dwarf.VoidType:
		return &Type{Kind: Void, Text: "void"}
	case *dwarf.PtrType:
		e := d.typ(t.Type)
		return &Type{Kind: Pointer, Text: e.Text + "*", Elem: e}
	case *dwarf.FuncType:
		return &Type{Kind: Func, Text: "function"}
	case *dwarf.ArrayType:
		if e := d.typ(t.Type); e.Bytes() > 0 && t.Count >= 0 && t.Count <= maxArray/e.Bytes() {
			return &Type{Kind: Array, Text: e.Text + "[]", Elem: e, Len: int(t.Count)}
		}
	case *dwarf.StructType:
		return d.structure(t)
	}
	return &Type{Text: t.Common().Name}
}

// sizeOf is the size of a type, 0 where it is not known. Types may be made of themselves in files that
// nobody has compiled.
func sizeOf(t dwarf.Type) int64 {
	n := int64(1)
	for range 64 {
		switch x := t.(type) {
		case *dwarf.QualType:
			t = x.Type
		case *dwarf.TypedefType:
			t = x.Type
		case *dwarf.ArrayType:
			if x.Count < 0 || x.Count > maxArray || n*max(x.Count, 1) > maxArray {
				return 0
			}
			n *= x.Count
			t = x.Type
		case nil:
			return 0
		default:
			if size := t.Size(); size > 0 && size <= maxArray {
				return n * size
			}
			return 0
		}
	}
	return 0
}

// number64 leaves out numbers that no Go type is like.
func number64(t *Type) *Type {
	if t.Bits != 8 && t.Bits != 16 && t.Bits != 32 && t.Bits != 64 {
		return &Type{Text: t.Text}
	}
	return t
}

// structure reads a structure. A union is bytes.
func (d *debugReader) structure(t *dwarf.StructType) *Type {
	if v := Lookup(t.StructName); v != nil && v.Bytes() == t.ByteSize {
		return v
	}
	if s := d.structs[t]; s != nil {
		return s
	}
	out := &Type{Kind: Named, Text: t.StructName, Name: t.StructName}
	d.structs[t] = out
	switch {
	case t.Incomplete || t.ByteSize <= 0 || t.ByteSize > maxArray:
		return out
	case t.Kind == "union" || t.StructName == "":
		*out = *bytesOf(t.ByteSize)
		return out
	}
	s := &Struct{}
	for _, f := range append(d.bases[t], t.Field...) {
		if f.BitSize != 0 {
			s.addBits(f)
			continue
		}
		field := Field{Name: f.Name, Off: f.ByteOffset}
		switch x := f.Type.(type) {
		case *dwarf.PtrType:
			field.Type = &Type{Kind: Pointer, Text: "void*", Elem: &Type{Kind: Void, Text: "void"}}
		case *dwarf.StructType:
			if x.StructName == "" {
				x.StructName = t.StructName + "_" + f.Name // it is declared there
			}
			field.Type = d.typ(x)
		default:
			field.Type = d.typ(x)
		}
		if n := sizeOf(f.Type); field.Type.Bytes() != n {
			field.Type = bytesOf(n)
		}
		s.Fields = append(s.Fields, field)
	}
	if s.settle(t.ByteSize) {
		out.Struct = s
	}
	return out
}

// addBits adds a field of bits: to the bytes of those in front of it where it shares one, or else as bytes
// of its own.
func (s *Struct) addBits(f *dwarf.StructField) {
	from := f.DataBitOffset
	if f.ByteSize > 0 { // counted from the other end of some bytes, in front of DWARF 4
		from = 8*(f.ByteOffset+f.ByteSize) - f.BitOffset - f.BitSize
	}
	first, end := from/8, (from+f.BitSize+7)/8
	if n := len(s.Fields); n > 0 {
		last := &s.Fields[n-1]
		if to := last.Off + last.Type.Bytes(); last.bits && first < to {
			last.Type = bytesOf(max(end, to) - last.Off)
			return
		}
	}
	s.Fields = append(s.Fields, Field{Name: f.Name + "_bits", Off: first, Type: bytesOf(end - first), bits: true})
}

// bytesOf is an array of bytes.
func bytesOf(n int64) *Type {
	return &Type{Kind: Array, Text: "bytes", Elem: &Type{Kind: Uint, Text: "unsigned char", Bits: 8}, Len: int(max(n, 0))}
}
