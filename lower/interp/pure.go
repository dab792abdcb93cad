package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// pure executes a value that has no effect beyond its result.
func (l *lane) pure(fr *frame, in *inst) {
	v := in.v
	var a, aHi, b, bHi uint64
	if len(in.args) > 0 {
		a, aHi = fr.get(in.args[0])
	}
	if len(in.args) > 1 {
		b, bHi = fr.get(in.args[1])
	}
	if in.meaning != nil {
		fr.put(in.dst, in.meaning.do(a, b, in.places.k), 0)
		return
	}
	switch v.Op {
	case ir.OpConst:
		lo, hi := literal(v)
		fr.put(in.dst, lo, hi)
	case ir.OpArg:
		fr.copyFrom(in.dst, fr, fr.code.args[v.Attr.Index])
	case ir.OpParam:
		l.param(fr, in)
	case ir.OpSReg:
		x := sregs[v.Attr.SReg](l)
		fr.put(in.dst, x&ir.Ones(v.Type.Bits()), 0)
	case ir.OpSymAddr:
		fr.put(in.dst, l.symbolAddress(fr, v.Attr.Sym)+uint64(v.Attr.Off), 0)
	case ir.OpFuncAddr:
		fr.put(in.dst, l.cta.grid.m.handle(l.cta.grid.m.codes[v.Attr.Func]), 0)
	case ir.OpRefAddr:
		fr.put(in.dst, l.cta.grid.m.refHandleOf(v.Attr.Ref), 0)
	case ir.OpIsRef:
		fr.put(in.dst, bit(isKind(l.image(a), v.Attr.RefKind)), 0)
	case ir.OpExtract:
		from := in.args[0]
		for _, t := range v.Args[0].Results[:v.Attr.Index] {
			from.at += words(t)
		}
		from.words = in.dst.words
		fr.copyFrom(in.dst, fr, from)
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFSqrt, ir.OpFNeg, ir.OpFAbs, ir.OpCanon:
		r, _ := in.call.do(l.warp.pair(a, b))
		fr.put(in.dst, r, 0)
	case ir.OpIntrin:
		l.intrin(fr, in)
	case ir.OpSelect:
		from := in.args[1]
		if a == 0 {
			from = in.args[2]
		}
		fr.copyFrom(in.dst, fr, from)
	case ir.OpZext:
		fr.put(in.dst, a, 0)
	case ir.OpSext:
		lo, hi := signExtend(a, in.args[0].typ.Bits(), v.Type.Bits())
		fr.put(in.dst, lo, hi)
	case ir.OpTrunc:
		fr.put(in.dst, a&ir.Ones(v.Type.Bits()), aHi)
	case ir.OpBitcast:
		fr.put(in.dst, a, aHi)
	case ir.OpToGeneric:
		fr.put(in.dst, a+l.cta.grid.m.windows()[v.Attr.Space], 0)
	case ir.OpFromGeneric:
		fr.put(in.dst, a-l.cta.grid.m.windows()[v.Attr.Space], 0)
	case ir.OpIsSpace:
		fr.put(in.dst, bit(l.inSpace(v.Attr.Space, a)), 0)
	default:
		lo, hi := integer128(v.Op, a, aHi, b, bHi)
		fr.put(in.dst, lo, hi)
	}
}

// literal returns the bits of a constant.
func literal(v *ir.Value) (lo, hi uint64) {
	return v.Attr.Bits & ir.Ones(v.Type.Bits()), v.Attr.Hi
}

// param reads a kernel parameter, or several elements of one.
func (l *lane) param(fr *frame, in *inst) {
	v := in.v
	p := fr.code.f.Params[v.Attr.Index]
	for i := range v.Vec() {
		dst := in.dst
		if v.Type == ir.Tuple {
			dst = in.result(i)
		}
		t := v.Attr.Mem
		if t == ir.Void {
			t = dst.typ
		}
		off := v.Attr.Off + int64(i*t.Bytes())
		if off < 0 || off+int64(t.Bytes()) > p.Size {
			l.fail(FaultAddress, v.Pos, "bytes %d to %d are outside of parameter %s, which has %d", off, off+int64(t.Bytes())-1, p.Name, p.Size)
		}
		lo, hi := element(l.cta.grid.params[p.Off+off:], t)
		if v.Attr.Signed && dst.typ.Bits() > t.Bits() {
			lo, hi = signExtend(lo, t.Bits(), dst.typ.Bits())
		}
		fr.put(dst, lo, hi)
	}
}

// intrin calls a function of fpops or intops.
func (l *lane) intrin(fr *frame, in *inst) {
	args := l.warp.operands[:]
	for i, a := range in.args {
		args[i] = *fr.word(a.at)
	}
	r0, r1 := in.call.do(args)
	if in.v.Type != ir.Tuple {
		fr.put(in.dst, r0, 0)
		return
	}
	for i, r := range []uint64{r0, r1}[:len(in.v.Results)] {
		fr.put(in.result(i), r, 0)
	}
}

// pair returns the operands of a function of up to two.
func (w *warp) pair(a, b uint64) []uint64 {
	w.operands[0], w.operands[1] = a, b
	return w.operands[:2]
}
