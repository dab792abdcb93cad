package codegen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// kernelGen prints everything that belongs to one .entry.
type kernelGen struct {
	*kernel
	file *fileGen

	launch string // exported launch function
	desc   string // variable of the ptx.Kernel
}

func newKernelGen(g *fileGen, f *ir.Func) *kernelGen {
	k := &kernelGen{file: g}
	k.launch = g.names.Pick(g.exported(f.Name))
	k.desc = g.names.Pick(g.kernelBase(f) + "Kernel")
	k.kernel = g.kernel(f)
	return k
}

// print emits the launch function, the descriptor and the types, then the
// bodies that were built before.
func (k *kernelGen) print(bodies []jen.Code) {
	g := k.file
	f := g.f
	// Launch function.
	for _, line := range k.doc() {
		f.Comment(line)
	}
	run := jen.Func().Params(jen.Id("c").Op("*").Add(rt("CTA"))).Block(jen.Id(k.body).Call(k.arguments(jen.Id("c"))...))
	if k.form == schedule.Coroutines {
		run = k.coroutineRun()
	}
	sig := append([]jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("l").Add(rt("Launch"))}, k.typed()...)
	if k.usesImage && g.m.Narrow() {
		// What the image holds of the slices are addresses that the launch chooses.
		args := []jen.Code{jen.Id("ctx"), jen.Id("l")}
		for _, p := range k.params {
			args = append(args, jen.Id(p.name))
		}
		f.Func().Id(k.launch).Params(sig...).Error().Block(jen.Return(jen.Id(k.desc).Dot("LaunchArgs").Call(args...)))
		f.Line()
		k.finishPrint(bodies)
		return
	}
	var stmts []jen.Code
	k.addresses(func(_ int, p *param) {
		stmts = append(stmts, jen.Id(p.addr).Op(":=").Add(rt("AddrOf")).Call(jen.Id(p.name)))
	})
	if k.usesImage {
		stmts = append(stmts, k.image())
	}
	call, method := []jen.Code{jen.Id("ctx"), jen.Id("l"), run}, "Run"
	if k.usesImage {
		call, method = append(call, jen.Id("params")), "RunImage"
	}
	for _, p := range k.params {
		if p.isSlice() {
			call = append(call, rt("BytesOf").Call(jen.Id(p.name)))
		}
	}
	stmts = append(stmts, jen.Return(jen.Id(k.desc).Dot(method).Call(call...)))
	f.Func().Id(k.launch).Params(sig...).Error().Block(stmts...)
	f.Line()
	k.finishPrint(bodies)
}

// finishPrint emits what stands behind the launch function.
func (k *kernelGen) finishPrint(bodies []jen.Code) {
	f := k.file.f
	k.descriptor()
	if shared := k.sharedType(); shared != nil {
		f.Add(shared)
		f.Line()
	}
	for _, b := range bodies {
		if b != nil {
			f.Add(b)
			f.Line()
		}
	}
}

// coroutineRun runs the body once per thread.
func (k *kernelGen) coroutineRun() *jen.Statement {
	return jen.Func().Params(jen.Id("c").Op("*").Add(rt("CTA"))).Block(
		jen.Id("c").Dot("Coroutines").Call(jen.Func().Params(jen.Id("t").Op("*").Add(rt("Thread"))).Block(
			jen.Id(k.body).Call(k.arguments(jen.Id("t"))...))))
}

// image packs the parameters into bytes, for kernels that take the address of
// one.
func (k *kernelGen) image() jen.Code {
	args := []jen.Code{jen.Op("&").Id(k.desc)}
	for _, p := range k.params {
		switch {
		case p.isSlice():
			args = append(args, rt("AddrOf").Call(jen.Id(p.name)))
		default:
			args = append(args, jen.Id(p.name))
		}
	}
	return jen.Id("params").Op(":=").Add(rt("ParamImage")).Call(args...)
}

// doc is the comment of the launch function: the signature in PTX, what each
// parameter is, and how the block must look.
func (k *kernelGen) doc() []string {
	var ps []string
	for _, p := range k.params {
		t := "." + p.PTX
		if p.array {
			t = fmt.Sprintf(".b8[%d]", p.Size)
		}
		ps = append(ps, t+" "+p.name)
	}
	out := []string{fmt.Sprintf("%s launches .entry %s(%s).", k.launch, k.f.Name, strings.Join(ps, ", "))}
	if r := k.f.ReqNTID; r != [3]int64{} {
		out = append(out, fmt.Sprintf("The block must be %d x %d x %d threads.", r[0], max(r[1], 1), max(r[2], 1)))
	} else if m := k.f.MaxNTID; m != [3]int64{} {
		out = append(out, fmt.Sprintf("The block may have up to %d threads.", m[0]*max(m[1], 1)*max(m[2], 1)))
	}
	if k.form == schedule.Coroutines {
		out = append(out, fmt.Sprintf("Its threads run as coroutines, which is slow, because of %s (line %d).", k.sched.Why.Text, k.file.line(k.sched.Why.Pos)))
	}
	return out
}

// descriptor prints the ptx.Kernel.
func (k *kernelGen) descriptor() {
	g := k.file
	fields := []jen.Code{
		jen.Id("Name").Op(":").Lit(k.f.Name),
		jen.Id("File").Op(":").Lit(g.sourceName(k.f.Pos)),
		jen.Id("GoFile").Op(":").Lit(g.opt.Output),
		jen.Id("Lines").Op(":").Id(g.linesVar),
	}
	if len(k.params) > 0 {
		var ps []jen.Code
		for _, p := range k.params {
			ps = append(ps, jen.Values(jen.Id("Name").Op(":").Lit(p.Name), jen.Id("Type").Op(":").Lit(p.PTX),
				jen.Id("Size").Op(":").Id(gosrc.Num(p.Size)), jen.Id("Align").Op(":").Id(gosrc.Num(int64(p.Align))), jen.Id("Offset").Op(":").Id(gosrc.Num(p.Off))))
		}
		list := jen.Index().Add(rt("Param")).ValuesFunc(func(v *jen.Group) {
			for _, p := range ps {
				v.Line().Add(p)
			}
			v.Line()
		})
		fields = append(fields, jen.Id("Params").Op(":").Add(list))
	}
	if n := sharedSize(k.f); n > 0 {
		fields = append(fields, jen.Id("Shared").Op(":").Id(gosrc.Num(n)))
	}
	if n := g.m.MaxShared(); n != (isa.Target{}).MostShared() {
		fields = append(fields, jen.Id("MaxShared").Op(":").Id(gosrc.Num(n)))
	}
	if d := k.f.MaxNTID; d != [3]int64{} {
		fields = append(fields, jen.Id("MaxNTID").Op(":").Add(dim(d)))
	}
	if d := k.f.ReqNTID; d != [3]int64{} {
		fields = append(fields, jen.Id("ReqNTID").Op(":").Add(dim(d)))
	}
	mode := "Rows"
	if k.form != schedule.Rows {
		mode = "CTAs"
	}
	fields = append(fields, jen.Id("Mode").Op(":").Add(rt(mode)))
	if g.m.Narrow() {
		fields = append(fields, jen.Id("Addr32").Op(":").True())
	}
	if k.sched.RowWarps {
		fields = append(fields, jen.Id("RowWarps").Op(":").True())
	}
	if k.sched.LayerWarps {
		fields = append(fields, jen.Id("LayerWarps").Op(":").True())
	}
	if k.f.MaxRow != 0 {
		fields = append(fields, jen.Id("MinRow").Op(":").Id(gosrc.Num(k.f.MinRow)), jen.Id("MaxRow").Op(":").Id(gosrc.Num(k.f.MaxRow)))
	}
	if k.f.Spins {
		fields = append(fields, jen.Id("Spins").Op(":").True())
	}
	if independent(g.m.Target) {
		fields = append(fields, jen.Id("Independent").Op(":").True())
	}
	fields = append(fields, k.externFields()...)
	fields = append(fields, k.refFields()...)
	fields = append(fields, jen.Id("Raw").Op(":").Add(k.raw()))
	g.f.Var().Id(k.desc).Op("=").Add(rt("Kernel")).ValuesFunc(func(v *jen.Group) {
		for _, x := range fields {
			v.Line().Add(x)
		}
		v.Line()
	})
	g.f.Line()
}

// independent reports whether the lanes of a warp make progress on their own, as
// they do from sm_70 on.
func independent(target string) bool {
	t, _, _ := strings.Cut(target, ",")
	n, err := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(strings.TrimSpace(t), "sm_"), "af"))
	return err == nil && n >= 70
}

func dim(d [3]int64) *jen.Statement {
	return rt("Dim3").Values(jen.Id("X").Op(":").Id(gosrc.Num(d[0])), jen.Id("Y").Op(":").Id(gosrc.Num(max(d[1], 1))), jen.Id("Z").Op(":").Id(gosrc.Num(max(d[2], 1))))
}

var rawNames = map[gosrc.Kind]string{
	gosrc.I8: "Int8", gosrc.U8: "Uint8", gosrc.I16: "Int16", gosrc.U16: "Uint16", gosrc.I32: "Int32", gosrc.U32: "Uint32",
	gosrc.I64: "Int64", gosrc.U64: "Uint64", gosrc.F32: "Float32", gosrc.F64: "Float64",
}

// raw prints the function that binds raw parameters to the body.
func (k *kernelGen) raw() *jen.Statement {
	cta := func() jen.Code { return jen.Op("*").Add(rt("CTA")) }
	var body []jen.Code
	for i, p := range k.params {
		var x *jen.Statement
		switch {
		case p.isSlice():
			fn := "SliceArg"
			if p.writes() {
				fn = "WriteArg"
			}
			x = rt(fn).Types(p.elem().Type()).Call(jen.Id("raw"), jen.Lit(i))
		case p.array:
			x = jen.Parens(p.goType()).Parens(jen.Id("raw").Dot("Bytes").Call(jen.Lit(i)))
		default:
			x = jen.Id("raw").Dot(rawNames[p.kind]).Call(jen.Lit(i))
		}
		body = append(body, jen.Id(p.name).Op(":=").Add(x))
	}
	k.addresses(func(i int, p *param) {
		body = append(body, jen.Id(p.addr).Op(":=").Id("raw").Dot("Uint64").Call(jen.Lit(i)))
	})
	if k.usesImage {
		body = append(body, jen.Id("params").Op(":=").Id("raw").Dot("Image").Call())
	}
	if k.form == schedule.Coroutines {
		body = append(body, jen.Return(k.coroutineRun()))
	} else {
		body = append(body, jen.Return(jen.Func().Params(jen.Id("c").Add(cta())).Block(jen.Id(k.body).Call(k.arguments(jen.Id("c"))...))))
	}
	arg := jen.Id("raw").Op("*").Add(rt("RawArgs"))
	if len(k.params) == 0 && !k.usesImage {
		arg = jen.Op("*").Add(rt("RawArgs"))
	}
	return jen.Func().Params(arg).Func().Params(cta()).Block(body...)
}

// sharedSize is the static shared memory of a kernel in bytes.
func sharedSize(f *ir.Func) int64 { return f.SharedSize }
