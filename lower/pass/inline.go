package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// The limits of inlining, in values.
const (
	tinyFunc  = 24     // inlined everywhere
	fewCalls  = 2000   // inlined where all of its calls are no more together: one, or those of a function without a frame
	maxInline = 40_000 // a caller does not grow beyond this

	// A module does not grow by more than this, and as much for each of its values. What
	// is called once moves, which is no growth.
	maxGrowth, growthEach = 100_000, 8
)

// inline replaces calls by the body of the callee: of functions that
// synchronise, so that the sync points are in the kernel; of tiny ones; of
// those that are called once; and of small ones without a frame that are called
// in few places, as the lanes of a gang do not call. Recursive functions stay calls,
// and so does what is beyond the limits: functions that call the one before twice
// double each time.
func inline(f *ir.Func, o *Options) bool {
	if o.calls == nil {
		o.calls = newCallFacts(f.Module)
	}
	in := &inliner{f: f, debug: o.Debug, callFacts: o.calls, size: map[*ir.Func]int{}, r: newReplacer(f), results: map[*ir.Value][]*ir.Value{}}
	size := funcSize(f)
	// Blocks are visited in order, those of an inlined body as if they had always
	// stood there.
	work := slices.Clone(f.Blocks)
	slices.Reverse(work)
	var done []*ir.Block
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		done = append(done, b)
		i := slices.IndexFunc(b.Values, func(v *ir.Value) bool {
			return v.Op == ir.OpCall && in.fits(v.Attr.Func, size) && in.wants(v.Attr.Func)
		})
		own := b.Values
		if i >= 0 {
			own = own[:i]
		}
		for _, v := range own {
			v.Block = b // where it is what follows an expanded call
		}
		if i < 0 {
			continue
		}
		size += in.sizeOf(b.Values[i].Attr.Func)
		f.Blocks = nil
		in.expand(b, i)
		for _, nb := range slices.Backward(f.Blocks) {
			work = append(work, nb)
		}
	}
	f.Blocks = done
	if in.copies == 0 {
		return false
	}
	in.finish()
	unreachable(f, o)
	jumps(f, o)
	in.recount(f)
	return true
}

type inliner struct {
	*callFacts
	f       *ir.Func
	debug   bool                      // Options.Debug
	copies  int                       // and moves
	size    map[*ir.Func]int          // of callees
	r       *replacer                 // of calls by their results
	results map[*ir.Value][]*ir.Value // of calls that return several
}

// fits reports whether a function may grow by the size of another, and the module too.
func (in *inliner) fits(g *ir.Func, size int) bool {
	n := in.sizeOf(g)
	return size+n <= maxInline && (n <= in.growth || in.moves(g))
}

func (in *inliner) sizeOf(g *ir.Func) int {
	n, ok := in.size[g]
	if !ok {
		n = funcSize(g)
		in.size[g] = n
	}
	return n
}

func funcSize(f *ir.Func) int { return f.CountValues() + len(f.Blocks) }

// wants reports whether calls of the function should be inlined.
func (in *inliner) wants(f *ir.Func) bool {
	if f == in.f || f.Entry || f.Extern || len(f.Blocks) == 0 || in.recursive[f] || in.stack[f] {
		return false
	}
	if in.debug {
		return in.syncs[f]
	}
	n := in.sizeOf(f)
	return n <= tinyFunc || in.calls[f]*n <= fewCalls && (in.calls[f] == 1 || len(f.Locals) == 0) || in.syncs[f]
}

// dropInlined removes the functions of which all calls were inlined. Nothing is left
// that leads to them, so nothing after this pass has to go through them.
func dropInlined(m *ir.Module, o *Options) {
	if o.calls == nil {
		return
	}
	m.Funcs = slices.DeleteFunc(m.Funcs, func(f *ir.Func) bool { return o.calls.inlined[f] && o.calls.unused(f) })
}

// expand replaces the call that is value i of block b. The function's list of blocks
// gets what comes between b and the block after it.
func (in *inliner) expand(b *ir.Block, i int) {
	f, call := in.f, b.Values[i]
	g := call.Attr.Func
	in.copies++
	in.adopt(g)
	in.inlined[g] = true
	if in.moves(g) {
		in.moveBody(g, call.Args)
	} else {
		in.copyBody(g, call.Args)
	}
	body := f.Blocks
	if f.KeepsOrigins() {
		joinAll(body, call.Origins())
	}
	cont := f.NewBlock("")

	// The rest of b moves to cont, without a copy: there may be many calls. The place of
	// the call is that of its result.
	rest := b.Values[i:]
	cont.Term, cont.Ctrl, cont.Pos, cont.Also, cont.Succs = b.Term, b.Ctrl, b.Pos, b.Also, b.Succs
	for _, s := range cont.Succs {
		for k, p := range s.Preds {
			if p == b {
				s.Preds[k] = cont
			}
		}
	}
	b.Values, b.Ctrl, b.Succs = b.Values[:i:i], nil, nil
	b.SetTerm(ir.Jump, call.Pos, body[0])
	var rets []*ir.Block
	for _, nb := range body {
		if nb.Term == ir.Ret {
			rets = append(rets, nb)
		}
	}
	switch phis := in.returns(call, cont, rets); len(phis) {
	case 0:
		cont.Values = rest[1:]
	case 1:
		rest[0] = phis[0]
		cont.Values = rest
	default:
		cont.Values = append(phis, rest[1:]...)
	}
}

// returns makes the returns jump to cont. It returns the phis there that are the results
// of the call. Uses of the call are rewritten when all calls are expanded. Where nothing
// comes back, they cannot be reached.
func (in *inliner) returns(call *ir.Value, cont *ir.Block, rets []*ir.Block) (list []*ir.Value) {
	for k, t := range call.ResultTypes() {
		if len(rets) == 0 {
			break
		}
		args := make([]*ir.Value, len(rets))
		for j, b := range rets {
			args[j] = b.Ctrl[k]
		}
		phi := in.f.NewValue(ir.OpPhi, t, call.Pos, args...)
		phi.Block, phi.Name = cont, call.Name
		list = append(list, phi)
		if call.Type != ir.Tuple {
			in.r.replace(call, phi)
		}
	}
	if call.Type == ir.Tuple && len(list) > 0 {
		in.results[call] = list
	}
	for _, b := range rets {
		b.Ctrl = nil
		b.SetTerm(ir.Jump, b.Pos, cont)
	}
	return list
}

// finish rewrites the uses of the calls that are gone.
func (in *inliner) finish() {
	unreachable(in.f, nil)
	for _, b := range in.f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpExtract {
				continue
			}
			if list := in.results[v.Args[0]]; list != nil {
				in.r.replace(v, list[v.Attr.Index])
			}
		}
	}
	in.r.apply()
}

// adopt makes the caller declare the shared variables of the callee: there is
// one instance of each per CTA, however often the function is called.
func (in *inliner) adopt(g *ir.Func) {
	for _, s := range g.Shared {
		if !slices.Contains(in.f.Shared, s) {
			in.f.Shared = append(in.f.Shared, s)
		}
	}
}
