package memcase

import "github.com/ptx2go/ptx2go/internal/cases/seeded"

// launch is a kernel with its buffers. Every kernel has three parameters, for what
// it reads, for what it changes and for its results; each launch has buffers of its
// own.
type launch struct {
	kernel  string
	grid    int
	block   int
	dynamic int    // bytes of dynamic shared memory
	in      []byte // read
	mem     []byte // changed, as it is at first
	want    []byte // and afterwards; nil if it is not changed
	out     []byte // written
	param   []byte // a fourth parameter, bytes by value; nil for none
}

// variable are the bytes of a variable of the module that kernels only read.
func (c *folder) variable(name string) []byte {
	return seeded.For(c.name + " " + name).Bytes(readWindow + 4*constSteps)
}

// run computes what a kernel does.
func (c *folder) run(k *kernel) launch {
	l := launch{kernel: k.name, grid: k.grid, block: k.block}
	r := seeded.For(c.name + " " + k.name)
	if k.window == inEntry {
		l.param = r.Bytes(k.size)
	}
	if k.usesMemory() {
		l.mem = r.Bytes(k.size * k.threads())
		for thread := range k.threads() {
			for _, s := range k.start {
				at, n, w := s(thread)
				put(l.mem[thread*k.size+at:], n, w)
			}
		}
		if k.writes() {
			l.want = append([]byte(nil), l.mem...)
		}
	}
	l.in = make([]byte, k.input*k.threads())
	l.out = make([]byte, k.record*k.threads())
	for thread := range k.threads() {
		for _, col := range k.columns {
			put(l.in[thread*k.input+col.at:], col.reg.Bits()/8, col.values[thread])
		}
		var mem []byte
		switch {
		case k.window == inEntry:
			mem = l.param
		case k.window == inConst && !k.named:
			mem = c.variable(c.readVariable(k))[constSteps*thread:]
		case !k.usesMemory():
			mem = c.variable(c.readVariable(k))
		case k.writes():
			mem = l.want[thread*k.size:]
		default:
			mem = l.mem[thread*k.size:]
		}
		mem = mem[:k.size:k.size]
		for _, a := range k.insts {
			results := a.execute(mem, func(operand, elem int) word { return k.value(a.srcs[operand][elem], thread) })
			for i, at := range a.at {
				put(l.out[thread*k.record+at:], a.reg.Bits()/8, results[i])
			}
		}
	}
	return l
}
