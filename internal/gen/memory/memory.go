package memory

// memoryType is a type that loads and stores have.
type memoryType struct {
	Name string // in the names of functions
	Go   string
	Bits string // in the names of the strong accesses
}

var memoryTypes = []memoryType{
	{"U8", "uint8", "8"},
	{"U16", "uint16", "16"},
	{"U32", "uint32", "32"},
	{"U64", "uint64", "64"},
	{"F32", "float32", "F32"},
	{"F64", "float64", "F64"},
}

const memoryText = `package gen

{{range .}}
// Accesses of {{.Go}}.

// Ptr{{.Name}} returns the {{.Go}} at a generic address, to be written.
func (t *Thread) Ptr{{.Name}}(addr uint64) *{{.Go}} { return AtWrite[{{.Go}}](t, addr) }

// Load{{.Name}} loads from a generic address.
func (t *Thread) Load{{.Name}}(addr uint64) {{.Go}} { return *At[{{.Go}}](t, addr) }

// Store{{.Name}} stores to a generic address.
func (t *Thread) Store{{.Name}}(addr uint64, v {{.Go}}) { *AtWrite[{{.Go}}](t, addr) = v }

// Load{{.Name}}Volatile is a volatile or strong load from a generic address.
func (t *Thread) Load{{.Name}}Volatile(addr uint64) {{.Go}} {
	return AtomicLoad{{.Bits}}(At[{{.Go}}](t, addr))
}

// Store{{.Name}}Volatile is a volatile or strong store to a generic address.
func (t *Thread) Store{{.Name}}Volatile(addr uint64, v {{.Go}}) {
	AtomicStore{{.Bits}}(AtWrite[{{.Go}}](t, addr), v)
}

// Ptr{{.Name}} returns the {{.Go}} at a generic address, to be written.
func (c *CTA) Ptr{{.Name}}(addr uint64) *{{.Go}} { return AtWrite[{{.Go}}](c.self, addr) }

// Load{{.Name}} loads from a generic address.
func (c *CTA) Load{{.Name}}(addr uint64) {{.Go}} { return *At[{{.Go}}](c.self, addr) }

// Store{{.Name}} stores to a generic address.
func (c *CTA) Store{{.Name}}(addr uint64, v {{.Go}}) { *AtWrite[{{.Go}}](c.self, addr) = v }

// Load{{.Name}}Volatile is a volatile or strong load from a generic address.
func (c *CTA) Load{{.Name}}Volatile(addr uint64) {{.Go}} {
	return AtomicLoad{{.Bits}}(At[{{.Go}}](c.self, addr))
}

// Store{{.Name}}Volatile is a volatile or strong store to a generic address.
func (c *CTA) Store{{.Name}}Volatile(addr uint64, v {{.Go}}) {
	AtomicStore{{.Bits}}(AtWrite[{{.Go}}](c.self, addr), v)
}

// SharedPtr{{.Name}} returns the {{.Go}} at an address of the shared window.
func (c *CTA) SharedPtr{{.Name}}(off uint64) *{{.Go}} { return SharedAt[{{.Go}}](c, off) }

// SharedLoad{{.Name}} loads from an address of the shared window. One goroutine
// runs the CTA, so a volatile load is the same.
func (c *CTA) SharedLoad{{.Name}}(off uint64) {{.Go}} { return *SharedAt[{{.Go}}](c, off) }

// SharedStore{{.Name}} stores to an address of the shared window.
func (c *CTA) SharedStore{{.Name}}(off uint64, v {{.Go}}) { *SharedAt[{{.Go}}](c, off) = v }

// LocalPtr{{.Name}} returns the {{.Go}} at an address of the thread's local window.
func (t *Thread) LocalPtr{{.Name}}(off uint64) *{{.Go}} { return LocalAt[{{.Go}}](t, off) }

// LocalLoad{{.Name}} loads from an address of the thread's local window.
func (t *Thread) LocalLoad{{.Name}}(off uint64) {{.Go}} { return *LocalAt[{{.Go}}](t, off) }

// LocalStore{{.Name}} stores to an address of the thread's local window.
func (t *Thread) LocalStore{{.Name}}(off uint64, v {{.Go}}) { *LocalAt[{{.Go}}](t, off) = v }

// Ptr{{.Name}} returns the {{.Go}} at a byte offset in a buffer.
func Ptr{{.Name}}(b []byte, off int64) *{{.Go}} { return BytesAt[{{.Go}}](b, off) }

// Load{{.Name}} loads from a byte offset in a buffer.
func Load{{.Name}}(b []byte, off int64) {{.Go}} { return *BytesAt[{{.Go}}](b, off) }

// Store{{.Name}} stores to a byte offset in a buffer.
func Store{{.Name}}(b []byte, off int64, v {{.Go}}) { *BytesAt[{{.Go}}](b, off) = v }

// Load{{.Name}}Volatile is a volatile or strong load from a byte offset in a
// buffer.
func Load{{.Name}}Volatile(b []byte, off int64) {{.Go}} {
	return AtomicLoad{{.Bits}}(BytesAt[{{.Go}}](b, off))
}

// Store{{.Name}}Volatile is a volatile or strong store to a byte offset in a
// buffer.
func Store{{.Name}}Volatile(b []byte, off int64, v {{.Go}}) {
	AtomicStore{{.Bits}}(BytesAt[{{.Go}}](b, off), v)
}
{{end}}`
