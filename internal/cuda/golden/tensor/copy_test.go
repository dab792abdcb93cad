package tensor_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// tensorCopy is what the header of a tensor copy says.
type tensorCopy struct {
	Copy    string
	Map     mapParameters
	At      []int
	Shared  int `json:"shared_offset"`
	Offsets []int
	RC      int
	Result  string
}

func (c *tensorCopy) size() int { return int(elementSizes[c.Map.DT]) }

// swizzled is the address in shared memory, of which bits 4 to 6 change.
func swizzled(at int, mode uint32) int { return at ^ (at>>7&(1<<mode-1))<<4 }

// pitch is the bytes from one row of a box to the next. A row that is narrower than
// the swizzle is padded.
func (c *tensorCopy) pitch(row int) int {
	if c.Map.SW != 0 {
		return 16 << c.Map.SW
	}
	return row
}

// fill is what elements outside of the tensor are read as.
func (c *tensorCopy) fill() []byte {
	if c.Map.OOB != 0 {
		return bytes.Repeat([]byte{0xf7, 0x7f}, c.size()/2)
	}
	return make([]byte, c.size())
}

// source is the tensor of the loads: half i is i.
func source(at int) byte { return byte(at / 2 >> (at % 2 * 8)) }

// rows calls f for the rows of a box, with their number and their place in the
// dimensions from 1 on. Element strides count there; that of dimension 0 does not.
func (c *tensorCopy) rows(f func(n int, place []int)) {
	m := c.Map
	count := make([]int, m.Rank)
	total := 1
	for d := 1; d < m.Rank; d++ {
		count[d] = int((m.Box[d] + m.ES[d] - 1) / m.ES[d])
		total *= count[d]
	}
	for n := range total {
		place, rest := []int(nil), n
		for d := 1; d < m.Rank; d++ {
			place = append(place, c.At[d]+rest%count[d]*int(m.ES[d]))
			rest /= count[d]
		}
		f(n, place)
	}
}

// inside reports whether the place is in the tensor, and what byte it begins at.
func (c *tensorCopy) inside(place []int) (int, bool) {
	at := 0
	for d, x := range place {
		if x < 0 || x >= int(c.Map.Dim[d+1]) {
			return 0, false
		}
		at += x * int(c.Map.Stride[d])
	}
	return at, true
}

// element is an element as a load writes it.
func (c *tensorCopy) element(row int, ok bool, x int) []byte {
	if !ok || x < 0 || x >= int(c.Map.Dim[0]) {
		return c.fill()
	}
	var e []byte
	for b := range c.size() {
		e = append(e, source(row+x*c.size()+b))
	}
	if c.Map.DT >= 11 { // tf32
		e[0], e[1] = 0, e[1]&0xe0
	}
	return e
}

func (c *tensorCopy) write(image []byte, at int, e []byte) {
	for b, v := range e {
		if x := swizzled(at+b, c.Map.SW); x < len(image) {
			image[x] = v
		}
	}
}

func (c *tensorCopy) load(image []byte) {
	width, size := int(c.Map.Box[0]), c.size()
	c.rows(func(n int, place []int) {
		row, ok := c.inside(place)
		for i := range width {
			c.write(image, c.Shared+n*c.pitch(width*size)+i*size, c.element(row, ok, c.At[0]+i))
		}
	})
}

// im2col takes pixels of a window, one after the other: from the lower corner to the
// last pixel less the upper one, then the next line, up to the next image. The
// offsets are added at the end; element strides do not multiply them.
func (c *tensorCopy) im2col(image []byte) {
	m, size := c.Map, c.size()
	spatial := m.Rank - 2
	at := append([]int(nil), c.At[1:]...)
	for pixel := range int(m.PPC) {
		place := append([]int(nil), at...)
		for d := range spatial {
			place[d] += c.Offsets[d]
		}
		row, ok := c.inside(place)
		for i := range int(m.CPP) {
			c.write(image, pixel*c.pitch(int(m.CPP)*size)+i*size, c.element(row, ok, c.At[0]+i))
		}
		d := 0
		for ; d < spatial; d++ {
			if at[d] += int(m.ES[d+1]); at[d] <= int(m.Dim[d+1])-1+int(m.Upper[d]) {
				break
			}
			at[d] = int(m.Lower[d])
		}
		if d == spatial {
			at[d]++
		}
	}
}

// store writes rows that end outside of the tensor up to the next multiple of 16
// bytes. Half i of shared memory is 0x8000 + i.
func (c *tensorCopy) store(memory []byte) {
	width, end := int(c.Map.Box[0])*c.size(), int(c.Map.Dim[0])*c.size()
	end = (end + 15) &^ 15
	c.rows(func(n int, place []int) {
		row, ok := c.inside(place)
		for b := range width {
			if x := c.At[0]*c.size() + b; ok && x >= 0 && x < end {
				from := swizzled(c.Shared+n*c.pitch(width)+b, c.Map.SW)
				memory[row+x] = source(from) | byte(from%2<<7)
			}
		}
	})
}

// outside reports whether im2col begins outside of its window.
func (c *tensorCopy) outside() bool {
	for d := range c.Map.Rank - 2 {
		x := c.At[d+1]
		if c.Copy == "im2col" && (x < int(c.Map.Lower[d]) || x > int(c.Map.Dim[d+1])-1+int(c.Map.Upper[d])) {
			return true
		}
	}
	return false
}

// Tensor copies. One whose first coordinate is not a multiple of 16 bytes is an
// illegal instruction, and so is one of im2col that begins outside of the window.
func TestCopies(t *testing.T) {
	counts := map[string]int{}
	for name, records := range files(t) {
		if !strings.HasPrefix(name, "tma_") {
			continue
		}
		for _, r := range records {
			var c tensorCopy
			if err := json.Unmarshal(r.Head, &c); err != nil {
				t.Fatal(err)
			}
			if c.RC != 0 || c.Map.IL != 0 {
				continue // the driver makes no such map, or an interleaved one
			}
			illegal := c.At[0]*c.size()%16 != 0 || c.outside()
			if got := strings.Contains(c.Result, "ILLEGAL_INSTRUCTION"); got != illegal {
				t.Errorf("%s: illegal instruction %v, computed %v", r.Head, got, illegal)
			}
			if illegal {
				counts["illegal"]++
				continue
			}
			counts[c.Copy]++
			want := bytes.Repeat([]byte{0xab}, len(r.Data))
			switch c.Copy {
			case "load":
				c.load(want)
			case "im2col":
				c.im2col(want)
			case "store":
				want = bytes.Repeat([]byte{0xee}, len(r.Data))
				c.store(want)
			}
			if !bytes.Equal(want, r.Data) {
				t.Errorf("%s: differs", r.Head)
			}
		}
	}
	for _, kind := range []string{"load", "store", "im2col", "illegal"} {
		if counts[kind] < 40 {
			t.Errorf("%d of %s", counts[kind], kind)
		}
	}
}
