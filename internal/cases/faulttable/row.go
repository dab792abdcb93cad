package faulttable

import (
	"fmt"
	"strings"
	"time"
	"unsafe"
)

// Row is a fault.
type Row struct {
	// Name is that of the kernel, of which there is one for each form: name_rows,
	// name_regions and name_coroutines.
	Name string

	// Body are the instructions after the ones that every kernel begins with, see
	// [Kernel.PTX]. The line that faults ends in Mark. Decl stands before the
	// kernel; the name in it ends in NAME, which becomes the kernel's.
	Body, Decl string

	// Forms are the forms of generated code in which the row is run; "" is all
	// three. A body that has barriers of its own can be in one of them only.
	Forms string

	Kind string // as both engines spell it, or Context
	Says string // part of the messages of both engines

	// Several says that more than one thread faults, so that engines need not name
	// the same one; Above, that it is one from thread At on. Else it is thread At of the first
	// row of the only CTA, or of row Y and CTA.
	Several, Above bool

	AtEntry bool // it is the line with .entry that faults, not one with a mark

	Module  string // key of Headers, "" for 64-bit addresses
	Threads uint32 // of a row of the CTA; 0 is Threads
	Rows    uint32 // of the CTA; 0 is one
	Y       uint32 // the row of thread At, where there are several
	Grid    uint32 // CTAs; 0 is one
	CTA     uint32 // of thread At, where there are several
	Dynamic int    // bytes of dynamic shared memory
	N       int64  // parameter n, the index of thread At; 0 is Far
	A, B    Arg    // the parameters a and b; the zero Arg is a buffer of 1024 bytes
}

const (
	// Mark ends the line that faults.
	Mark = "//!"
	// At is the thread that does what is wrong, in register %hit.
	At = 37
	// Threads are in a CTA, unless a row says otherwise.
	Threads = 64
	// Peek makes host read memory at that address.
	Peek = 48
	// Far is an index that is outside of everything.
	Far = 1 << 20
)

// Arg is a pointer that a kernel is given: into a buffer of its own, or to nowhere.
type Arg struct {
	Bytes  int    // of the buffer; 0 is 1024, and none if Wild
	Offset int    // of the pointer in the buffer
	Fill   string // what the buffer holds: "" for zeros, "index" for 32-bit words that count from 0
	Wild   bool   // Addr is the pointer
	Addr   uint64
	Const  bool   // the pointer is that of the variable c_NAME in const memory
	Image  string // the pointer is a handle: of a "surface" or "texture" of 256 texels in the buffer, see Texels
}

// Size returns the bytes of the argument's buffer.
func (a *Arg) Size() int {
	switch {
	case a.Wild, a.Const:
		return 0
	case a.Bytes == 0:
		return 1024
	}
	return a.Bytes
}

// Contents returns what is in the buffer at first.
func (a *Arg) Contents() []byte {
	b := make([]byte, a.Size())
	if a.Fill == "index" {
		for i := 0; i+4 <= len(b); i += 4 {
			b[i], b[i+1] = byte(i/4), byte(i/4>>8)
		}
	}
	return b
}

// Texels are in the image of an argument: it has one dimension and one channel of 32
// bits.
const Texels = 256

// Kernel is a row in one form.
type Kernel struct {
	*Row
	Form string
}

// Entry returns the name of the kernel in the PTX.
func (k *Kernel) Entry() string { return k.Name + "_" + k.Form }

// Block returns the dimensions of the CTA.
func (k *Kernel) Block() [3]uint32 {
	x := k.Threads
	if x == 0 {
		x = Threads
	}
	return [3]uint32{x, max(k.Rows, 1), 1}
}

// Constant returns the name of the variable of an argument in const memory.
func (k *Kernel) Constant() string { return "c_" + k.Entry() }

// Index returns parameter n.
func (k *Kernel) Index() uint32 {
	if k.N == 0 {
		return Far
	}
	return uint32(k.N)
}

// Limit is how long the launch may take: far longer than any does, but for those that
// the context ends.
func (k *Kernel) Limit() time.Duration {
	if k.Kind == Context {
		return 25 * time.Millisecond
	}
	return 30 * time.Second
}

// Context is the kind of the rows that run until the context ends them. It is no
// fault.
const Context = "context"

// around is what makes the code generator choose a form, as a pair of texts around
// the body: nothing that synchronises; barriers that all threads pass; barriers in
// control flow that is not uniform.
var around = map[string][2]string{
	"rows":    {"", ""},
	"regions": {"\tbar.sync 15;\n", "\tbar.sync 15;\n"},
	"coroutines": {`	setp.lt.u32 %p7, %t, 5;
	@%p7 bra low;
	barrier.sync 15;
	bra both;
low:
	barrier.sync 15;
both:
`, ""},
}

// forms lists the forms of a row.
func (r *Row) forms() []string {
	if r.Forms == "" {
		return []string{"rows", "regions", "coroutines"}
	}
	return strings.Fields(r.Forms)
}

// PTX returns the text of the kernel. Its registers are %t, the thread; %hit, whether
// it is thread At; %n, the parameter, and %i, which is %n in thread At and %t in the
// others; %a and %b, the parameters; %ai and %bi, where element %i of 32 bits is
// after them, and %ta and %tb, where element %t is.
func (k *Kernel) PTX() string {
	ptr := "64"
	widen := "mul.wide.s32"
	if k.Module == Narrow {
		ptr, widen = "32", "mul.lo.s32"
	}
	own := around[k.Form]
	head := ""
	if k.AtEntry {
		head = Mark
	}
	which := ""
	if k.Rows > 0 {
		which += fmt.Sprintf("\tmov.u32 %%r31, %%tid.y;\n\tsetp.eq.and.u32 %%hit, %%r31, %d, %%hit;\n", k.Y)
	}
	if k.Grid > 0 {
		which += fmt.Sprintf("\tmov.u32 %%r31, %%ctaid.x;\n\tsetp.eq.and.u32 %%hit, %%r31, %d, %%hit;\n", k.CTA)
	}
	text := fmt.Sprintf(`.visible .entry %s(.param .u%[2]s a, .param .u%[2]s b, .param .u32 n) %[6]s
{
	.reg .pred %%p<8>, %%hit;
	.reg .b16 %%h<8>;
	.reg .b32 %%r<32>, %%t, %%n, %%i;
	.reg .f32 %%f<8>;
	.reg .b64 %%q<32>;
	.reg .b%[2]s %%d<32>, %%a, %%b, %%ai, %%bi, %%ta, %%tb;
	mov.u32 %%t, %%tid.x;
	ld.param.u%[2]s %%a, [a];
	ld.param.u%[2]s %%b, [b];
	ld.param.u32 %%n, [n];
	setp.eq.u32 %%hit, %%t, %[4]d;
%[7]s	selp.b32 %%i, %%n, %%t, %%hit;
	%[3]s %%d30, %%i, 4;
	%[3]s %%d31, %%t, 4;
	add.u%[2]s %%ai, %%a, %%d30;
	add.u%[2]s %%bi, %%b, %%d30;
	add.u%[2]s %%ta, %%a, %%d31;
	add.u%[2]s %%tb, %%b, %%d31;
%[5]s`, k.Entry(), ptr, widen, At, own[0], head, which)
	text += strings.Trim(k.Body, "\n") + "\n" + own[1] + "\tret;\n}\n"
	return strings.ReplaceAll(strings.TrimLeft(k.Decl, "\n")+text, "NAME", k.Entry())
}

// Module is the kernels that share a module.
type Module struct {
	Name    string // of the Go package
	Lines   bool   // its code is for debuggers, with //line directives
	Text    string
	Kernels []*Kernel
	Marks   []int // by kernel: the line with the mark
}

// The modules beside that of 64-bit addresses.
const (
	Wide   = ""
	Narrow = "narrow"
	Legacy = "legacy"
)

// Headers are what the modules begin with, by their names.
var Headers = map[string]string{
	Wide: `.version 8.5
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 args);
.extern .func (.param .b64 r) malloc(.param .b64 size);
.extern .func free(.param .b64 p);
.extern .func (.param .b64 r) memset(.param .b64 p, .param .b32 c, .param .b64 n);
.extern .func (.param .b64 r) memcpy(.param .b64 to, .param .b64 from, .param .b64 n);
.extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function, .param .b64 size) .noreturn;
.extern .func (.param .b32 r) host(.param .b32 a);
.extern .func never(.param .b32 a) .noreturn;
.global .align 4 .b8 text[8] = {97, 32, 60, 32, 98, 0, 0, 0};
`,
	Narrow: `.version 8.5
.target sm_90
.address_size 32
`,
	// Here __assertfail may return, as far as the declaration goes.
	Legacy: `.version 3.2
.target sm_20
.address_size 64
.extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function, .param .b64 size);
.global .align 4 .b8 text[8] = {97, 32, 60, 32, 98, 0, 0, 0};
`,
}

// Modules puts the rows into modules. The last one has one form of each row, for code
// with //line directives.
func Modules() []*Module {
	out := []*Module{{Name: "wide"}, {Name: "narrow"}, {Name: "legacy"}, {Name: "lines", Lines: true}}
	headers := []string{Wide, Narrow, Legacy, Wide}
	for i, m := range out {
		m.Text = Headers[headers[i]]
		for k := range All {
			r := &All[k]
			forms := r.forms()
			if m.Lines {
				forms = forms[:1]
			}
			if r.Module == headers[i] {
				m.add(r, forms)
			}
		}
	}
	return out
}

func (m *Module) add(r *Row, forms []string) {
	for _, form := range forms {
		k := &Kernel{r, form}
		text := "\n" + k.PTX()
		line := 0
		if before, _, ok := strings.Cut(text, Mark); ok {
			line = strings.Count(m.Text, "\n") + strings.Count(before, "\n") + 1
		}
		m.Text += text
		m.Kernels = append(m.Kernels, k)
		m.Marks = append(m.Marks, line)
	}
}

// All are the rows of all lists.
var All = join(Addresses, Walks, Vectors, Reaches, Neighbours, OfLanes, Kept, Constants, Spaces, Flow, Barriers, Warps, Matrices, Outside, Stacks, Variadic, Ends, Static, Endless)

func join(lists ...[]Row) []Row {
	var out []Row
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// Outcome is how a launch ended.
type Outcome struct {
	Kernel   string
	Fault    bool
	Kind     string
	Line     int
	Thread   [3]uint32
	CTA      [3]uint32
	Text     string // the whole error, "" for none
	Canceled bool   // the error is that of the context
	Damage   string // memory beside a buffer that was written
	Routines int    // goroutines more than before
}

// Canary stands before and after every buffer. Beyond is how many bytes of it.
const (
	Canary = 0xc7
	Beyond = 256
)

// Memory is a buffer between canaries.
type Memory struct{ all []byte }

// apart is how far the buffers of a launch are from each other: no index of a row that is
// outside of one of them is inside of the other, wherever the heap has them.
const apart = 1 << 16

// NewMemories returns memory with the contents of the arguments of a launch, each at a multiple
// of 256 bytes.
func NewMemories(args ...*Arg) (list []*Memory) {
	size := Beyond
	for _, a := range args {
		size += a.Size() + 3*Beyond + apart
	}
	all := make([]byte, size)
	for _, a := range args {
		all = all[int(-uintptr(unsafe.Pointer(&all[0]))%Beyond):]
		m := &Memory{all[:a.Size()+2*Beyond]}
		for i := range m.all {
			m.all[i] = Canary
		}
		copy(m.Bytes(), a.Contents())
		list = append(list, m)
		all = all[len(m.all)+apart:]
	}
	return list
}

// Bytes returns the buffer.
func (m *Memory) Bytes() []byte {
	n := len(m.all) - Beyond
	return m.all[Beyond:n:n]
}

// Damage says where a canary is gone, "" if none is.
func (m *Memory) Damage() string {
	for i, b := range m.all {
		if (i < Beyond || i >= len(m.all)-Beyond) && b != Canary {
			return fmt.Sprintf("byte %d of a buffer of %d bytes was written", i-Beyond, len(m.all)-2*Beyond)
		}
	}
	return ""
}
