package probe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// question asks for the results of heads for operands at which neither the manual
// nor public measurements say what they are.
type question struct {
	name string
	why  string // what the answer decides
	asks []ask
}

// ask is a list of heads and the tuples that all of them get. A tuple is cut to
// the number of sources of the head.
type ask struct {
	heads  string // separated by blanks; {a,b} stands for either
	tuples [][]uint64
}

func one(values ...uint64) [][]uint64 {
	var t [][]uint64
	for _, v := range values {
		t = append(t, []uint64{v})
	}
	return t
}

// Operands that come up again and again.
var (
	nans32 = []uint64{0x7fc00000, 0xffc12345, 0x7f812345, 0xff800001, 0x7fffffff}
	nans64 = []uint64{0x7ff8000000000000, 0xfff8000087654321, 0x7ff0000000000001, 0xfff4000012345678, 0x7fffffffffffffff}
	nans16 = []uint64{0x7e00, 0xfe12, 0x7d01, 0xfc01, 0x7fff}
	nansBf = []uint64{0x7fc0, 0xffc1, 0x7f81, 0xff82, 0x7fff}
)

// pairs returns tuples that put each NaN into each of three places, beside one,
// and several NaNs beside each other.
func pairs(nans []uint64, one uint64) [][]uint64 {
	var t [][]uint64
	for _, n := range nans {
		t = append(t, []uint64{n, one, one}, []uint64{one, n, one}, []uint64{one, one, n})
	}
	a, b, c := nans[1], nans[2], nans[3]
	return append(t, []uint64{a, b, one}, []uint64{b, a, one}, []uint64{a, b, c}, []uint64{b, c, a}, []uint64{one, b, c})
}

var questions = []question{
	{"f64-nan", "which NaN an f64 instruction returns, and whether it is quieted", []ask{
		{"{add,sub,mul,div,fma}.rn.f64 {min,max}.f64", pairs(nans64, 0x3ff0000000000000)},
		{"{sqrt,rcp}.rn.f64 abs.f64 neg.f64", one(append([]uint64{0xbff0000000000000, 0xfff0000000000000}, nans64...)...)},
		{"{add,sub,mul,fma}.rn.f64 div.rn.f64", [][]uint64{
			{0x7ff0000000000000, 0xfff0000000000000, 0}, {0x7ff0000000000000, 0, 0}, {0, 0, 0x7ff8000000000001},
			{0x7ff0000000000000, 0, 0x7ff8000000000001}, {0x7ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000}}},
	}},
	{"neg-abs-nan", "what neg and abs make of a NaN", []ask{
		{"{neg,abs}.f32 {neg,abs}.ftz.f32", one(nans32...)},
		{"{neg,abs}.f64", one(nans64...)},
		{"{neg,abs}.f16 {neg,abs}.ftz.f16", one(nans16...)},
		{"{neg,abs}.bf16", one(nansBf...)},
		{"{neg,abs}.f16x2", one(0xfc017e00, 0x7fffffff, 0xfe12fe12)},
		{"{neg,abs}.bf16x2", one(0xff817fc0, 0x7fffffff, 0xffc1ffc1)},
	}},
	{"half-nan", "which NaN f16 and bf16 instructions return", []ask{
		{"{add,sub,mul,fma}.rn.f16 {min,max}.f16 {min,max}.NaN.f16 fma.rn.relu.f16", pairs(nans16, 0x3c00)},
		{"{add,sub,mul,fma}.rn.bf16 {min,max}.bf16 {min,max}.NaN.bf16 fma.rn.relu.bf16", pairs(nansBf, 0x3f80)},
		{"{tanh,ex2}.approx.f16", one(nans16...)},
		{"tanh.approx.bf16 ex2.approx.ftz.bf16", one(nansBf...)},
	}},
	{"f32-nan", "which NaN f32 instructions return", []ask{
		{"{add,sub,mul,div,fma}.rn.f32 {min,max}.f32 {min,max}.NaN.f32 {min,max}.xorsign.abs.f32 {min,max}.ftz.f32 copysign.f32", pairs(nans32, 0x3f800000)},
		{"{sqrt,rcp}.rn.f32 {rcp,sqrt,rsqrt,sin,cos,lg2,ex2,tanh}.approx.f32", one(append([]uint64{0xbf800000, 0x7f800000, 0xff800000, 0x80000000}, nans32...)...)},
	}},
	{"ftz-tiny", "whether .ftz flushes a result that is tiny before rounding, or after", []ask{
		{"{mul,fma}.{rn,rz,rm,rp}.ftz.f32", [][]uint64{
			{0x00ffffff, 0x3f000000, 0}, {0x00fffffe, 0x3f000001, 0}, {0x00ffffff, 0x3f000001, 0}, {0x80ffffff, 0x3f000000, 0},
			{0x00fffffe, 0x3f000000, 0}, {0x1fffffff, 0x1fffffff, 0}, {0x20000000, 0x1fffffff, 0}, {0x1fffffff, 0x20000001, 0}}},
		{"{mul,fma}.rn.f32", [][]uint64{{0x00ffffff, 0x3f000000, 0}, {0x00fffffe, 0x3f000001, 0}}},
		{"{mul,fma}.rn.ftz.f16", [][]uint64{{0x07ff, 0x3800, 0}, {0x07fe, 0x3801, 0}, {0x07ff, 0x3801, 0}, {0x07fe, 0x3800, 0}, {0x2000, 0x1fff, 0}}},
		{"cvt.{rn,rz,rm,rp}.ftz.f32.f64", one(0x380ffffff0000000, 0x380fffffe0000000, 0x380ffffff8000000, 0x380fffffffffffff, 0xb80ffffff0000000, 0x380fffffefffffff)},
		{"div.{rn,rz,rm,rp}.ftz.f32", [][]uint64{{0x00ffffff, 0x40000000}, {0x00fffffe, 0x3fffffff}, {0x00fffffe, 0x40000000}, {0x80ffffff, 0x40000000}}},
		{"rcp.{rn,rz,rm,rp}.ftz.f32", one(0x7e800001, 0x7e800000, 0x7e7fffff, 0x7e800002, 0xfe800001)},
		{"cvt.{rn,rz,rm,rp}.ftz.f16.f32", one(0x00000001, 0x807fffff, 0x33000000, 0x33000001, 0x387fe000, 0x387ff000, 0x387fffff)},
	}},
	{"sat-zero", "whether .sat turns -0 into +0", []ask{
		{"{add,sub,mul,fma}.rn.sat.f32 {add,fma}.rn.ftz.sat.f32", [][]uint64{
			{0x80000000, 0x80000000, 0x80000000}, {0x80000000, 0, 0x80000000}, {0x80000001, 0x3f800000, 0x80000000}, {0x80000000, 0x3f800000, 0x80000000}, {0x7fc00000, 0, 0}}},
		{"{add,sub,mul,fma}.rn.sat.f16", [][]uint64{
			{0x8000, 0x8000, 0x8000}, {0x8000, 0, 0x8000}, {0x8001, 0x3c00, 0x8000}, {0x8000, 0x3c00, 0x8000}, {0x7e00, 0, 0}}},
		{"cvt.sat.f32.f32 cvt.rni.sat.f32.f32", one(0x80000000, 0x80000001, 0xbf800000, 0x7fc00000, 0xff800000)},
		{"cvt.sat.f32.f16", one(0x8000, 0x8001, 0xbc00, 0x7e00)},
		{"cvt.sat.f64.f64", one(0x8000000000000000, 0x8000000000000001, 0xbff0000000000000, 0x7ff8000000000000)},
	}},
	{"relu-zero", "whether .relu turns -0 into +0, and what it makes of a NaN", []ask{
		{"fma.rn.relu.f16", [][]uint64{{0x8000, 0x3c00, 0x8000}, {0x8001, 0x3800, 0x8000}, {0x8001, 0x3c00, 0}, {0x7e00, 0, 0}, {0xfe01, 0x3c00, 0}}},
		{"fma.rn.relu.bf16", [][]uint64{{0x8000, 0x3f80, 0x8000}, {0x8001, 0x3f00, 0x8000}, {0x8001, 0x3f80, 0}, {0x7fc0, 0, 0}, {0xffc1, 0x3f80, 0}}},
		{"cvt.{rn,rz}.relu.{f16,bf16,tf32}.f32", one(0x80000000, 0x80000001, 0xbf800000, 0x7fc00000, 0xffc12345)},
	}},
	{"nan-to-integer", "what a NaN, an infinity and the borders become in a conversion to an integer", []ask{
		{"cvt.{rni,rzi}.{u8,s8,u16,s16,u32,s32,u64,s64}.f32", one(0x7fc00000, 0xffc12345, 0x7f800001, 0x7f800000, 0xff800000, 0xbf800000, 0x43800000, 0x4f800000)},
		{"cvt.{rni,rzi}.{u8,s8,u16,s16,u32,s32,u64,s64}.f64", one(0x7ff8000000000000, 0xfff8000087654321, 0x7ff0000000000001, 0x7ff0000000000000, 0xfff0000000000000, 0xbff0000000000000)},
		{"cvt.{rni,rzi}.{u8,s8,u16,s16,u32,s32,u64,s64}.f16", one(0x7e00, 0xfe12, 0x7d01, 0x7c00, 0xfc00, 0xbc00)},
		{"cvt.{rni,rzi}.{u8,s8,u16,s16,u32,s32,u64,s64}.bf16", one(0x7fc0, 0xffc1, 0x7f81, 0x7f80, 0xff80, 0xbf80)},
	}},
	{"nan-to-float", "what a NaN becomes in a conversion to another floating-point type", []ask{
		{"cvt.f64.f32 cvt.ftz.f64.f32 cvt.sat.f64.f32 cvt.{rn,rz}.f16.f32 cvt.{rn,rz}.bf16.f32 cvt.{rna,rn}.tf32.f32 cvt.f32.f32 cvt.ftz.f32.f32 cvt.rni.f32.f32", one(nans32...)},
		{"cvt.{rn,rz}.f32.f64 cvt.rn.f16.f64 cvt.f64.f64 cvt.rni.f64.f64", one(nans64...)},
		{"cvt.f32.f16 cvt.f64.f16 cvt.f16.f16 cvt.rni.f16.f16 cvt.rn.bf16.f16", one(nans16...)},
		{"cvt.f32.bf16 cvt.f64.bf16 cvt.rn.f16.bf16 cvt.rni.bf16.bf16", one(nansBf...)},
		{"cvt.rn.satfinite{.relu,}.{e4m3x2,e5m2x2}.f32 cvt.{rn,rz}{.relu,}.{f16x2,bf16x2}.f32", [][]uint64{
			{0x7fc00000, 0xffc12345}, {0x7f800000, 0xff800000}, {0x80000000, 0xbf800000}, {0x43e80000, 0x43f00000}, {0x47600000, 0x47700000}}},
		{"cvt.rn.f16x2.{e4m3x2,e5m2x2}", one(0x7f7e, 0xfffd, 0x7c7b, 0x0180)},
		{"cvt.rn.satfinite.{f16,bf16,tf32}.f32", one(0x7fc00000, 0xffc12345, 0x7f800000, 0xff800000, 0x7f7fffff)},
	}},
	{"min-max", "min and max of zeros of both signs, subnormals and NaNs", []ask{
		{"{min,max}.f32 {min,max}.ftz.f32 {min,max}.NaN.f32 {min,max}.xorsign.abs.f32 {min,max}.ftz.NaN.xorsign.abs.f32", [][]uint64{
			{0, 0x80000000}, {0x80000000, 0}, {0x00000001, 0x80000001}, {0x80000001, 0}, {0x7fc00000, 0x80000001}, {0x80000000, 0xffc00000}, {0xbf800000, 0x3f800000}}},
		{"{min,max}.f16 {min,max}.ftz.f16 {min,max}.NaN.f16 {min,max}.xorsign.abs.f16", [][]uint64{
			{0, 0x8000}, {0x8000, 0}, {1, 0x8001}, {0x7e00, 0x8001}, {0x8000, 0xfe00}, {0xbc00, 0x3c00}}},
		{"{min,max}.f64", [][]uint64{{0, 1 << 63}, {1 << 63, 0}, {1, 1<<63 | 1}}},
	}},
	{"approximate", "results that tell known tables of the approximate unit apart", []ask{
		{"rcp.approx{.ftz,}.f32", one(0x3f800001, 0x40400000, 0x3f81cfff, 0x00000001, 0x00400000, 0x7f000000, 0x7e800001, 0x7f7fffff)},
		{"{rsqrt,sqrt}.approx{.ftz,}.f32", one(0x40000000, 0x40400000, 0x3f800001, 0x00000001, 0x00800000, 0x7f7fffff)},
		{"lg2.approx{.ftz,}.f32", one(0x40400000, 0x3f800001, 0x3f7fffff, 0x00000001, 0x7f7fffff)},
		{"ex2.approx{.ftz,}.f32", one(0x3dcccccd, 0xbdcccccd, 0x33800000, 0xb3800000, 0xc2fc0001, 0xc3150000, 0xc3160000, 0x42ffffff)},
		{"{sin,cos}.approx{.ftz,}.f32", one(0x3f800000, 0x40490fdb, 0x3fc90fdb, 0x447a0000, 0x4b000001, 0x4f000001, 0x00000001)},
		{"tanh.approx.f32", one(0x3f000000, 0x3f800000, 0x3a000000, 0x00000001, 0x41000000, 0x41100000)},
		{"{rcp,rsqrt}.approx.ftz.f64 rsqrt.approx.f64", one(0x3ff0000000000000, 0x3ff8000000000000, 0x4000000000000000, 0x4008000012345678,
			0x3fffffffffffffff, 0x0000000000000001, 0x0010000000000000, 0x7fd0000000000001, 0x7fefffffffffffff, 0xc008000000000000, 0x7ff8000000000001)},
		{"ex2.approx.f16 tanh.approx.f16", one(0x0001, 0x3c01, 0xb555, 0xc7ff, 0x5555)},
	}},
	{"division", "of which instructions div.approx and div.full are composed", []ask{
		{"div.{approx,full}{.ftz,}.f32", [][]uint64{
			{0x3f800000, 0x40400000}, {0x40e00000, 0x40400000}, {0x7f7fffff, 0x7f7fffff}, {0x3f800000, 0x7e800001}, {0x7f800000, 0x7f000000},
			{0x7e800000, 0x7f000000}, {0x00800000, 0x7f000000}, {0x3f800000, 0x00000001}, {0x00000001, 0x00000001}, {0x00800000, 0x00400000},
			{0x00000001, 0x3f000000}, {0x80000000, 0x7f800000}, {0x3f800000, 0}, {0, 0x80000000}}},
	}},
	{"integer-by-zero", "what an integer divided by zero is", []ask{
		{"{div,rem}.{u16,s16}", [][]uint64{{5, 0}, {0, 0}, {0x8000, 0xffff}, {0xfffb, 0}}},
		{"{div,rem}.{u32,s32}", [][]uint64{{5, 0}, {0, 0}, {0x80000000, 0xffffffff}, {0xfffffffb, 0}}},
		{"{div,rem}.{u64,s64}", [][]uint64{{5, 0}, {0, 0}, {1 << 63, 1<<64 - 1}, {1<<64 - 5, 0}, {0x123456789abcdef0, 0}}},
	}},
	{"borrow", "whether addc and subc see the borrow of sub.cc, or its complement", []ask{
		{"sub.cc+addc sub.cc+subc add.cc+subc", [][]uint64{{5, 3}, {3, 5}, {0, 0}, {0xffffffff, 1}}},
	}},
	{"absent-lane", "what a lane gets from a lane that does not take part in shfl", []ask{
		{"shfl.from-absent", lanes(func(l uint64) []uint64 { return []uint64{(31 - l) / 16, 1000 + l} })},
	}},
	{"oob-nan", "which operand fma.oob takes for an out-of-bounds NaN: the result is zero", []ask{
		{"fma.rn.oob.f16 fma.rn.oob.bf16 fma.rn.oob.relu.f16", oobOperands()},
	}},
	contractionQuestion(),
}

// snippet is a sequence of instructions that a question takes for one.
type snippet struct {
	like  string // a head that has its operands, %d0 and %s0 and so on
	needs string // a head that exists on the GPUs that it is for
	body  []string
}

// snippets are those of which each is its own kind; see contractionSnippet for others.
var snippets = map[string][]string{
	"sub.cc+addc": {"sub.cc.u32 %i6, %s0, %s1", "addc.u32 %d0, 0, 0"},
	"sub.cc+subc": {"sub.cc.u32 %i6, %s0, %s1", "subc.u32 %d0, 0, 0"},
	"add.cc+subc": {"add.cc.u32 %i6, %s0, %s1", "subc.u32 %d0, 0, 0"},
	// The lower half of a warp reads from 8 lanes further up. 7 would be the result of lanes
	// that the instruction does not write.
	"shfl.from-absent": {"setp.ne.u32 %p1, %s0, 0", "mov.u32 %d0, 7", "mov.u32 %i6, %laneid", "add.s32 %i6, %i6, 8",
		"@%p1 shfl.sync.idx.b32 %d0, %s1, %i6, 31, 65535"},
}

func snippetNamed(name string) (snippet, bool) {
	if body := snippets[name]; body != nil {
		return snippet{"sub.u32", "sub.u32", body}, true
	}
	return contractionSnippet(name)
}

// lanes returns the tuples of a warp.
func lanes(tuple func(lane uint64) []uint64) [][]uint64 {
	var t [][]uint64
	for l := range uint64(32) {
		t = append(t, tuple(l))
	}
	return t
}

// oobOperands are all NaNs of f16 and bf16 as first factor, beside numbers that do
// not cancel.
func oobOperands() [][]uint64 {
	var t [][]uint64
	for u := uint64(0x7c01); u < 0x8000; u++ {
		if u <= 0x7c08 || u >= 0x7ff0 || u&(u-1) == 0x7c00 || u&0x7f == 0x01 {
			t = append(t, []uint64{u, 0x3c00, 0x4000}, []uint64{u | 0x8000, 0x3c00, 0x4000})
		}
	}
	return t
}

// expand resolves braces: a{b,c} is ab and ac.
func expand(s string) []string {
	open := strings.IndexByte(s, '{')
	if open < 0 {
		return []string{s}
	}
	end := open + strings.IndexByte(s[open:], '}')
	var all []string
	for alt := range strings.SplitSeq(s[open+1:end], ",") {
		all = append(all, expand(s[:open]+alt+s[end+1:])...)
	}
	return all
}

// names returns the heads that the question is about.
func (a *ask) names() []string {
	var list []string
	for s := range strings.FieldsSeq(a.heads) {
		list = append(list, expand(s)...)
	}
	return list
}

// columns turns tuples into one array for each source of the head.
func (h *Head) columns(tuples [][]uint64) [][]uint64 {
	args := make([][]uint64, len(h.src))
	for k := range args {
		for _, t := range tuples {
			u := t[k]
			if h.src[k].bits < 64 {
				u &= 1<<h.src[k].bits - 1
			}
			args[k] = append(args[k], u)
		}
	}
	return args
}

// headNamed finds the head with that many sources at most, which need not be about
// floating point.
func headNamed(name string, most int) (*Head, error) {
	if s, ok := snippetNamed(name); ok {
		h, err := headNamed(s.like, 3)
		if err != nil {
			return nil, err
		}
		needs, err := headNamed(s.needs, 3)
		if err != nil {
			return nil, err
		}
		h.Name, h.body, h.match = name, s.body, needs.match
		return h, nil
	}
	parts := strings.Split(name, ".")
	matches, miss := isa.Resolve(parts[0], parts[1:])
	if miss != nil {
		return nil, fmt.Errorf("%s: %s", name, miss.Text)
	}
	for _, m := range matches {
		h, why := newHead(m)
		if h == nil {
			return nil, fmt.Errorf("%s: %s", name, why)
		}
		if len(h.src) <= most {
			return h, nil
		}
	}
	return nil, fmt.Errorf("%s has more than %d sources", name, most)
}

// questionHeads returns the heads of a question in order, each once, with the tuples
// for each.
func (q *question) questionHeads() ([]*Head, map[*Head][][]uint64, error) {
	var heads []*Head
	tuples := map[*Head][][]uint64{}
	for i := range q.asks {
		for _, name := range q.asks[i].names() {
			h, err := headNamed(name, len(q.asks[i].tuples[0]))
			if err != nil {
				return nil, nil, fmt.Errorf("question %s: %w", q.name, err)
			}
			if k := slices.IndexFunc(heads, func(x *Head) bool { return x.Name == h.Name }); k >= 0 {
				h = heads[k]
			} else {
				heads = append(heads, h)
			}
			tuples[h] = append(tuples[h], q.asks[i].tuples...)
		}
	}
	return heads, tuples, nil
}
