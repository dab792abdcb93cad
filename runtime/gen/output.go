package gen

import (
	"io"
	"os"
	"sync"
)

// stdout keeps writes apart, also those of different launches.
var stdout sync.Mutex

// output is where the threads of a launch print to. What comes after an error of the writer
// is lost; the kernel goes on, as on a GPU whose buffer is full.
type output struct {
	w    io.Writer
	err  error
	lost int64 // bytes that were not written
}

// write writes what threads have printed.
func (o *output) write(text []byte) {
	if len(text) == 0 {
		return
	}
	stdout.Lock()
	defer stdout.Unlock()
	n := 0
	if o.err == nil {
		w := o.w
		if w == nil {
			w = os.Stdout
		}
		n, o.err = w.Write(text)
		if o.err == nil && n < len(text) {
			o.err = io.ErrShortWrite
		}
	}
	o.lost += int64(len(text) - max(n, 0))
}

// print prints the text of one call of vprintf.
func (c *CTA) print(text []byte) {
	if o := c.run.order; o != nil {
		o.print(c, text)
		return
	}
	c.run.out.write(text)
}

// maxWaiting is how much text may wait for its turn, in bytes. A worker that has
// more waits with it.
const maxWaiting = 1 << 20

// printOrder puts what CTAs print in their order. CTAs are handed out in
// ascending chunks, and a worker runs the CTAs of a chunk in order; so of the
// chunks that have not ended, the lowest prints at once, and the others keep
// their text until they are it.
type printOrder struct {
	out *output

	mu      sync.Mutex
	moved   sync.Cond           // head has changed
	head    int64               // all CTAs below have ended, and their text is written
	ended   map[int64]endedText // chunks above head, by their first CTA
	waiting int                 // bytes of text that is kept
}

// endedText is what a chunk of CTAs that has ended has printed.
type endedText struct {
	end  int64 // first CTA after the chunk
	text []byte
}

func newPrintOrder(out *output, first int64) *printOrder {
	o := &printOrder{out: out, head: first, ended: map[int64]endedText{}}
	o.moved.L = &o.mu
	return o
}

// print prints a text of the chunk that a worker runs. It may wait for lower
// chunks, whose workers never wait for this one: CTAs that wait for each other
// have no order.
func (o *printOrder) print(c *CTA, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.head != c.lo {
		if o.waiting+len(text) <= maxWaiting {
			c.text = append(c.text, text...)
			o.waiting += len(text)
			return
		}
		o.moved.Wait()
	}
	o.flush(c)
	o.out.write(text)
}

func (o *printOrder) flush(c *CTA) {
	o.waiting -= len(c.text)
	o.out.write(c.text)
	c.text = c.text[:0]
}

// end notes that the chunk that a worker ran, up to CTA hi, has ended.
func (o *printOrder) end(c *CTA, hi int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.head != c.lo {
		o.ended[c.lo] = endedText{hi, c.text}
		c.text = nil
		return
	}
	o.flush(c)
	o.head = hi
	for {
		e, ok := o.ended[o.head]
		if !ok {
			break
		}
		delete(o.ended, o.head)
		o.waiting -= len(e.text)
		o.out.write(e.text)
		o.head = e.end
	}
	o.moved.Broadcast()
}
