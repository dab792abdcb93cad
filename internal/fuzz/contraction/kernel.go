package contraction

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// Type is what the kernels of a folder compute with.
type Type struct {
	Name   string // as after mul and add
	Label  string // of its folders
	Bits   int    // of a register
	lane   int    // bits of a number in it
	man    int    // bits of its mantissa
	target string // the oldest that has it, and its version
	sat    bool   // whether add has .sat
}

// Types are those that have mul and add without a rounding modifier.
var Types = []*Type{
	{"f32", "f32", 32, 32, 23, "7.8 sm_75", true},
	{"ftz.f32", "ftz.f32", 32, 32, 23, "7.8 sm_75", true},
	{"f64", "f64", 64, 64, 52, "7.8 sm_75", false},
	{"f16", "f16", 16, 16, 10, "7.8 sm_75", true},
	{"f16x2", "f16x2", 32, 16, 10, "7.8 sm_75", true},
	{"bf16", "bf16", 16, 16, 7, "7.8 sm_90", false},
	{"bf16x2", "bf16x2", 32, 16, 7, "7.8 sm_90", false},
	{"f32", "sm_13.f32", 32, 32, 23, "1.4 sm_13", false}, // an assembler of today takes it for GPUs of today
	{"f64", "sm_13.f64", 64, 64, 52, "1.4 sm_13", false},
	{"f32x2", "f32x2", 64, 32, 23, "8.6 sm_100", false},
}

// old reports whether the module is one of PTX 1.x.
func (t *Type) old() bool { return strings.HasPrefix(t.target, "1.") }

func (t *Type) exp() int { return t.lane - 1 - t.man }

// splat is the bits of a register that holds a number everywhere, which is given by its
// sign and exponent and the upper bits of its mantissa, as those of an f32.
func (t *Type) splat(f32 uint32) uint64 {
	e := int(f32>>23&0xff) - 127 + 1<<(t.exp()-1) - 1
	if f32<<1 == 0 {
		e = 0
	}
	x := uint64(f32>>31)<<(t.lane-1) | uint64(e)<<t.man
	if m := uint64(f32 & (1<<23 - 1)); t.man < 23 {
		x |= m >> (23 - t.man)
	} else {
		x |= m << (t.man - 23)
	}
	for n := t.lane; n < t.Bits; n *= 2 {
		x |= x << n
	}
	return x
}

// threads is how many run a kernel. Each has operands of its own, so that one of them
// shows any difference.
const threads = 16

// inputs is how many operands a thread has.
const inputs = 6

// outs is how many results a thread may store.
const outs = 8

// input is the bytes of all of them: numbers of all mantissas between 0.5 and 4.
func (t *Type) input() []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b []byte
	for range threads * inputs * t.Bits / t.lane {
		x := uint64(rng.IntN(2))<<(t.lane-1) | uint64(1<<(t.exp()-1)-2+rng.IntN(3))<<t.man | rng.Uint64()&(1<<t.man-1)
		for range t.lane / 8 {
			b = append(b, byte(x))
			x >>= 8
		}
	}
	return b
}

// Kernel is one question.
type Kernel struct {
	Name string

	// Body is PTX in short: T is the type and B that of its bits; a to f are the operands;
	// r0, r1 and so on are registers of the type, s0 of 16, i0 of 32, l0 of 64 bits; p and
	// q are predicates that hold for some threads, and P0 others. OUT(x) stores a result,
	// LAST is where the last of eight results is stored, NEXT the one before, CALL(f, x, y, z) calls a function that
	// is the add or mul, K(bits) is a constant by its bits as an f32, SHARED is shared memory of the thread,
	// LOCAL local memory.
	Body string
}

var (
	wordOut  = regexp.MustCompile(`OUT\((\w+)\)`)
	wordCall = regexp.MustCompile(`CALL\((\w+), (\w+), (\w+), (\w+)\)`)
	wordK    = regexp.MustCompile(`K\((\w+)\)`)
	wordReg  = regexp.MustCompile(`(^|[^\w.%])([a-f]|[rsilP]\d+|[pq])\b`)
)

// text writes the entry.
func (k *Kernel) text(t *Type) string {
	var b strings.Builder
	size := t.Bits / 8
	fmt.Fprintf(&b, ".visible .entry %s(.param .u64 in, .param .u64 out)\n{\n", k.Name)
	fmt.Fprintf(&b, "\t.reg .b64 %%l<20>, %%in, %%out;\n\t.reg .b32 %%i<20>, %%self;\n\t.reg .b16 %%s<20>;\n\t.reg .pred %%p, %%q, %%P<20>;\n\t.reg .b%d %%r<100>", t.Bits)
	for i := range inputs {
		fmt.Fprintf(&b, ", %%%c", 'a'+i)
	}
	b.WriteString(";\n")
	if strings.Contains(k.Body, "SHARED") {
		fmt.Fprintf(&b, "\t.shared .align 8 .b8 shared[%d];\n\t.reg .b32 %%shared;\n", 8*threads)
	}
	if strings.Contains(k.Body, ".local") {
		b.WriteString("\t.local .align 16 .b8 local[64];\n")
	}
	b.WriteString("\tld.param.u64 %in, [in];\n\tld.param.u64 %out, [out];\n")
	if !t.old() {
		b.WriteString("\tcvta.to.global.u64 %in, %in;\n\tcvta.to.global.u64 %out, %out;\n\tmov.u32 %self, %tid.x;\n")
	} else {
		b.WriteString("\tcvt.u32.u16 %self, %tid.x;\n")
	}
	fmt.Fprintf(&b, "\tmul.wide.u32 %%l0, %%self, %d;\n\tadd.s64 %%in, %%in, %%l0;\n\tmul.wide.u32 %%l0, %%self, %d;\n\tadd.s64 %%out, %%out, %%l0;\n", inputs*size, outs*size)
	b.WriteString("\tand.b32 %i0, %self, 1;\n\tsetp.ne.u32 %p, %i0, 0;\n\tand.b32 %i1, %self, 2;\n\tsetp.ne.u32 %q, %i1, 0;\n")
	if strings.Contains(k.Body, "SHARED") {
		b.WriteString("\tmov.u32 %shared, shared;\n\tshl.b32 %i2, %self, 3;\n\tadd.s32 %shared, %shared, %i2;\n")
	}
	for i := range inputs {
		fmt.Fprintf(&b, "\tld.global.b%d %%%c, [%%in+%d];\n", t.Bits, 'a'+i, i*size)
	}
	out := 0
	body := wordCall.ReplaceAllString(k.Body, "{; .param .B x0; .param .B x1; .param .B y; st.param.B [x0], $3; st.param.B [x1], $4; call.uni (y), func_$1, (x0, x1); ld.param.B $2, [y]; }")
	for s := range strings.SplitSeq(body, ";") {
		s = strings.TrimSpace(s)
		if label, rest, ok := strings.Cut(s, ": "); ok {
			b.WriteString(label + ":\n")
			s = rest
		} else if strings.HasSuffix(s, ":") {
			b.WriteString(s + "\n")
			continue
		}
		if s == "" {
			continue
		}
		s = wordOut.ReplaceAllStringFunc(s, func(o string) string {
			out++
			return fmt.Sprintf("st.global.B [%%out+%d], %s", (out-1)*size, o[4:len(o)-1])
		})
		s = wordK.ReplaceAllStringFunc(s, func(k string) string {
			bits, err := strconv.ParseUint(k[2:len(k)-1], 16, 32)
			if err != nil {
				panic(err) // a body is wrong
			}
			return fmt.Sprintf("%#x", t.splat(uint32(bits)))
		})
		for range 2 { // words that share a character between them
			s = wordReg.ReplaceAllString(s, "$1%$2")
		}
		first, rest, _ := strings.Cut(t.Name, ".")
		sat := "sat." + t.Name
		if rest != "" {
			sat = first + ".sat." + rest
		}
		s = strings.NewReplacer(".sat.T", "."+sat, ".T", "."+t.Name, ".B", fmt.Sprintf(".b%d", t.Bits), "SHARED", "[%shared]", "LOCAL", "[local]", "LAST", fmt.Sprintf("[%%out+%d]", (outs-1)*size), "NEXT", fmt.Sprintf("[%%out+%d]", (outs-2)*size)).Replace(s)
		if s != "{" && s != "}" {
			s += ";"
		}
		b.WriteString("\t" + s + "\n")
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// functions writes what CALL calls.
func (t *Type) functions() string {
	var b strings.Builder
	for _, op := range []string{"add", "mul"} {
		fmt.Fprintf(&b, ".func (.param .b%d y) func_%s(.param .b%[1]d x0, .param .b%[1]d x1)\n{\n\t.reg .b%[1]d %%r<3>;\n", t.Bits, op)
		fmt.Fprintf(&b, "\tld.param.b%d %%r0, [x0];\n\tld.param.b%[1]d %%r1, [x1];\n\t%s.%s %%r2, %%r0, %%r1;\n\tst.param.b%[1]d [y], %%r2;\n\tret;\n}\n\n", t.Bits, op, t.Name)
	}
	return b.String()
}
