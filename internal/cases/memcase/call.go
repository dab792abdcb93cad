package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Windows in .param of a call. A function and a kernel share them: one of the two
// has the accesses, the other moves the window between the call and the buffer mem.

// slotWords moves a window between global memory and a .param variable.
func (r render) slotWords(b *code, slot, mem string, toSlot bool) {
	v := []string{b.reg(isa.U32), b.reg(isa.U32), b.reg(isa.U32), b.reg(isa.U32)}
	quad := "{" + strings.Join(v, ", ") + "}"
	for off := 0; off < r.k.size; off += 16 {
		if toSlot {
			b.line("ld.global.v4.u32 %s, [%s+%d];", quad, mem, off)
			b.line("st.param.v4.b32 [%s+%d], %s;", slot, off, quad)
		} else {
			b.line("ld.param.v4.b32 %s, [%s+%d];", quad, slot, off)
			b.line("st.global.v4.u32 [%s+%d], %s;", mem, off, quad)
		}
	}
}

// pass declares an argument slot for a pointer and fills it.
func (b *code) pass(name, value string) {
	if value == "" {
		value = "0"
	}
	b.line(".param .b64 %s;", name)
	b.line("st.param.b64 [%s], %s;", name, value)
}

// function writes a .func.
func function(results, name string, params []string, b *code) string {
	return fmt.Sprintf(".func %s%s(%s)\n{\n%s}\n", results, name, strings.Join(params, ", "), b.declared())
}

// argument is the kernel whose window is an argument.
func (r render) argument() string {
	k := r.k
	var f, b code
	win := fmt.Sprintf(".param .align 16 .b8 win[%d]", k.size)
	in, mem, out := r.pointers(&b)
	b.line("{")
	b.line("%s;", win)
	r.slotWords(&b, "win", mem, true)
	var params, args []string
	if k.writes() {
		// The kernel stores, the function takes the window away.
		r.accesses(&b, r.columns(&b, in), "", out)
		r.slotWords(&f, "win", f.param("f_mem"), false)
		b.pass("a_mem", mem)
		params, args = []string{win, ".param .b64 f_mem"}, []string{"win", "a_mem"}
	} else {
		r.accesses(&f, nil, "", f.param("f_out"))
		b.pass("a_out", out)
		params, args = []string{win, ".param .b64 f_out"}, []string{"win", "a_out"}
	}
	f.line("ret;")
	b.line("call.uni %s_f, (%s);", k.name, strings.Join(args, ", "))
	b.line("}")
	b.line("ret;")
	return function("", k.name+"_f", params, &f) + r.entry() + b.declared() + "}\n"
}

// result is the kernel whose window is a result.
func (r render) result() string {
	k := r.k
	var f, b code
	win := fmt.Sprintf(".param .align 16 .b8 win[%d]", k.size)
	in, mem, out := r.pointers(&b)
	b.line("{")
	b.line("%s;", win)
	b.pass("a_mem", mem)
	params, args := []string{".param .b64 f_mem"}, []string{"a_mem"}
	r.slotWords(&f, "win", f.param("f_mem"), true)
	if k.writes() {
		b.pass("a_in", in)
		params, args = append(params, ".param .b64 f_in"), append(args, "a_in")
		fin := f.param("f_in")
		r.accesses(&f, r.columns(&f, fin), "", "")
	}
	f.line("ret;")
	b.line("call.uni (win), %s_f, (%s);", k.name, strings.Join(args, ", "))
	if k.writes() {
		r.slotWords(&b, "win", mem, false)
	} else {
		r.accesses(&b, nil, "", out)
	}
	b.line("}")
	b.line("ret;")
	return function("("+win+") ", k.name+"_f", params, &f) + r.entry() + b.declared() + "}\n"
}
