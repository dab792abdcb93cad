package builder

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/interp"
)

// videoInst is a video instruction, as its text and as what section 9.7.18 says
// that it computes.
type videoInst struct {
	text  string // with %a, %b, %c and %d for the registers
	model func(a, b, c uint32) uint32
}

// videoValues are the words that sources are made of.
func videoValues() []uint32 {
	w := []uint32{0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x80808080, 0x7f80ff00, 0xfffe0001, 32, 33}
	rng := rand.New(rand.NewPCG(18, 1))
	for len(w) < 32 {
		w = append(w, rng.Uint32()>>rng.IntN(32))
	}
	return w
}

// checkVideo runs instructions on triples of words, one a thread.
func checkVideo(t *testing.T, list []videoInst) {
	t.Helper()
	const threads = 128
	words := videoValues()
	var in []byte
	var triples [threads][3]uint32
	rng := rand.New(rand.NewPCG(18, 4))
	for i := range triples {
		for k := range 3 {
			triples[i][k] = words[rng.IntN(len(words))]
			in = binary.LittleEndian.AppendUint32(in, triples[i][k])
		}
	}
	for len(list) > 0 {
		n := min(len(list), 250)
		var s strings.Builder
		fmt.Fprintf(&s, ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 16 .b8 in[%d];\n.global .align 16 .b8 out[%d];\n", len(in), 4*threads*n)
		s.WriteString(".entry k()\n{\n.reg .u32 %a, %b, %c, %d, %t;\n.reg .u64 %i, %o;\n")
		s.WriteString("mov.u32 %t, %tid.x;\nmov.u64 %i, in;\nmad.wide.u32 %i, %t, 12, %i;\nmov.u64 %o, out;\nmad.wide.u32 %o, %t, 4, %o;\n")
		s.WriteString("ld.global.u32 %a, [%i];\nld.global.u32 %b, [%i+4];\nld.global.u32 %c, [%i+8];\n")
		for i, x := range list[:n] {
			fmt.Fprintf(&s, "%s;\nst.global.u32 [%%o+%d], %%d;\n", x.text, 4*threads*i)
		}
		s.WriteString("ret;\n}\n")
		m, l := lowerText(t, "video.ptx", s.String(), Options{})
		if l.Errors() > 0 {
			t.Fatal(report(l))
		}
		x, err := interp.New(m, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		mem, _ := x.Global("in")
		copy(mem, in)
		if err := x.Launch(context.Background(), "k", interp.Config{Block: [3]uint32{threads}}, nil, nil); err != nil {
			t.Fatal(err)
		}
		out, _ := x.Global("out")
		for i, x := range list[:n] {
			for k, v := range triples {
				got := binary.LittleEndian.Uint32(out[4*(threads*i+k):])
				if want := x.model(v[0], v[1], v[2]); got != want {
					t.Errorf("%s of %#x, %#x, %#x is %#x, want %#x", x.text, v[0], v[1], v[2], got, want)
					break
				}
			}
		}
		list = list[n:]
	}
}

var (
	videoSigns     = []string{"u32", "s32"}
	videoSelectors = []string{"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"}
)

// videoPart is partSelectSignExtend.
func videoPart(x uint32, sel, typ string) *big.Int {
	bits, v := uint(32), x
	switch {
	case sel == "":
	case sel[1] == 'b':
		bits, v = 8, x>>(8*(sel[2]-'0'))&0xff
	default:
		bits, v = 16, x>>(16*(sel[2]-'0'))&0xffff
	}
	n := big.NewInt(int64(v))
	if typ == "s32" && v>>(bits-1) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), bits))
	}
	return n
}

// videoClamp is optSaturate.
func videoClamp(n *big.Int, sel, typ string) *big.Int {
	bits := uint(32)
	if sel != "" {
		bits = map[byte]uint{'b': 8, 'h': 16}[sel[1]]
	}
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
	if typ == "s32" {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	hi.Sub(hi, big.NewInt(1))
	switch {
	case n.Cmp(lo) < 0:
		return lo
	case n.Cmp(hi) > 0:
		return hi
	}
	return n
}

// videoLow is the low 32 bits of a number.
func videoLow(n *big.Int) uint32 {
	return uint32(new(big.Int).And(n, big.NewInt(1<<32-1)).Uint64())
}

// videoFinish is what follows the primary operation: optSecondaryOp in numbers of
// 33 bits, or optMerge.
func videoFinish(n *big.Int, c uint32, typ, dsel, op2 string) uint32 {
	switch {
	case op2 == "add":
		return videoLow(n) + c
	case op2 != "":
		m := new(big.Int).And(n, big.NewInt(1<<33-1))
		if m.Bit(32) == 1 {
			m.Sub(m, big.NewInt(1<<33))
		}
		k := videoPart(c, "", typ)
		if (m.Cmp(k) < 0) == (op2 == "min") {
			return videoLow(m)
		}
		return c
	case dsel == "":
		return videoLow(n)
	}
	mask, shift := uint32(0xff), 8*uint(dsel[2]-'0')
	if dsel[1] == 'h' {
		mask, shift = 0xffff, 2*shift
	}
	return videoLow(n)&mask<<shift | c&^(mask<<shift)
}

// TestVideoScalar tries each scalar instruction but vmad with all types, with and
// without saturation, all selectors of the sources, and each of the ways to use
// the third source.
func TestVideoScalar(t *testing.T) {
	primary := map[string]func(x, y *big.Int) *big.Int{
		"vadd":     func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) },
		"vsub":     func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) },
		"vabsdiff": func(x, y *big.Int) *big.Int { return new(big.Int).Abs(new(big.Int).Sub(x, y)) },
		"vmin": func(x, y *big.Int) *big.Int {
			if x.Cmp(y) < 0 {
				return x
			}
			return y
		},
		"vmax": func(x, y *big.Int) *big.Int {
			if x.Cmp(y) > 0 {
				return x
			}
			return y
		},
	}
	for mode, limit := range map[string]func(n uint64) uint{
		"clamp": func(n uint64) uint { return uint(min(n, 32)) },
		"wrap":  func(n uint64) uint { return uint(n & 31) },
	} {
		primary["vshl "+mode] = func(x, y *big.Int) *big.Int { return new(big.Int).Lsh(x, limit(y.Uint64())) }
		primary["vshr "+mode] = func(x, y *big.Int) *big.Int { return new(big.Int).Rsh(x, limit(y.Uint64())) }
	}
	for name, want := range map[string]func(c int) bool{
		"eq": func(c int) bool { return c == 0 }, "ne": func(c int) bool { return c != 0 },
		"lt": func(c int) bool { return c < 0 }, "le": func(c int) bool { return c <= 0 },
		"gt": func(c int) bool { return c > 0 }, "ge": func(c int) bool { return c >= 0 },
	} {
		primary["vset "+name] = func(x, y *big.Int) *big.Int {
			if want(x.Cmp(y)) {
				return big.NewInt(1)
			}
			return new(big.Int)
		}
	}
	uses := []string{"", "add", "min", "max"} // or a selector of the destination
	uses = append(uses, videoSelectors[1:]...)
	rng := rand.New(rand.NewPCG(18, 5))
	var list []videoInst
	for name, f := range primary {
		op, mode, _ := strings.Cut(name, " ")
		if mode != "" {
			mode = "." + mode
		}
		for k := range 16 {
			dt, at, bt, sat := videoSigns[k&1], videoSigns[k>>1&1], videoSigns[k>>2&1], k>>3 == 1
			if op == "vset" && (dt != "u32" || sat) || strings.HasPrefix(op, "vsh") && bt != "u32" {
				continue
			}
			for _, asel := range videoSelectors {
				for _, bsel := range videoSelectors {
					for _, use := range uses {
						if !testmode.Long() && rng.IntN(20) > 0 && (asel != "" || bsel != "") {
							continue
						}
						op2, dsel := use, ""
						if strings.HasPrefix(use, ".") {
							op2, dsel = "", use
						}
						head := fmt.Sprintf("%s.%s.%s.%s", op, dt, at, bt)
						if op == "vset" {
							head = fmt.Sprintf("%s.%s.%s", op, at, bt)
						}
						if sat {
							head += ".sat"
						}
						head += mode
						if op2 != "" {
							head += "." + op2
						}
						text := fmt.Sprintf("%s %%d%s, %%a%s, %%b%s", head, dsel, asel, bsel)
						if use != "" {
							text += ", %c"
						}
						list = append(list, videoInst{text, func(a, b, c uint32) uint32 {
							n := f(videoPart(a, asel, at), videoPart(b, bsel, bt))
							if sat {
								n = videoClamp(n, dsel, dt)
							}
							return videoFinish(n, c, dt, dsel, op2)
						}})
					}
				}
			}
		}
	}
	t.Logf("%d instructions", len(list))
	checkVideo(t, list)
}

// TestVideoMad tries vmad with all types, negations, scales, and selectors.
func TestVideoMad(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 6))
	var list []videoInst
	for k := range 8 {
		dt, at, bt := videoSigns[k&1], videoSigns[k>>1&1], videoSigns[k>>2&1]
		for _, scale := range []string{"", ".shr7", ".shr15"} {
			for _, sat := range []string{"", ".sat"} {
				for neg := range 9 { // bits: a, b, c; 8 is .po
					if neg&4 != 0 && neg&3 != 0 && neg&3 != 3 {
						continue // (a*b) or c, not both
					}
					for _, asel := range videoSelectors {
						for _, bsel := range videoSelectors {
							if !testmode.Long() && rng.IntN(10) > 0 && (asel != "" || bsel != "") {
								continue
							}
							list = append(list, videoMad(dt, at, bt, scale, sat, neg, asel, bsel))
						}
					}
				}
			}
		}
	}
	t.Logf("%d instructions", len(list))
	checkVideo(t, list)
}

// videoMad is one vmad and its pseudocode in section 9.7.18.1.3.
func videoMad(dt, at, bt, scale, sat string, neg int, asel, bsel string) videoInst {
	minus := func(k int) string {
		if neg>>k&1 == 1 && neg != 8 {
			return "-"
		}
		return ""
	}
	po := ""
	if neg == 8 {
		po = ".po"
	}
	negateProduct, negateC := neg != 8 && (neg&1 != neg>>1&1), neg == 4 || neg == 7
	signed := at == "s32" || bt == "s32" || negateProduct || negateC
	text := fmt.Sprintf("vmad.%s.%s.%s%s%s%s %%d, %s%%a%s, %s%%b%s, %s%%c", dt, at, bt, po, sat, scale,
		minus(0), asel, minus(1), bsel, minus(2))
	return videoInst{text, func(a, b, c uint32) uint32 {
		tmp := new(big.Int).Mul(videoPart(a, asel, at), videoPart(b, bsel, bt))
		lsb := int64(0)
		switch {
		case po != "":
			lsb = 1
		case negateProduct:
			tmp.Not(tmp)
			lsb = 1
		case negateC:
			c = ^c
			lsb = 1
		}
		typ := "u32"
		if signed {
			typ = "s32"
		}
		tmp.Add(tmp, videoPart(c, "", typ))
		tmp.Add(tmp, big.NewInt(lsb))
		tmp.Rsh(tmp, map[string]uint{"": 0, ".shr7": 7, ".shr15": 15}[scale])
		if sat != "" {
			tmp = videoClamp(tmp, "", typ)
		}
		return videoLow(tmp)
	}}
}

// TestVideoLanes tries the instructions on lanes with all types, all masks, and
// many selectors.
func TestVideoLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 7))
	var list []videoInst
	ops := []string{"vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "eq", "ne", "lt", "le", "gt", "ge"}
	for _, lanes := range []int{2, 4} {
		for _, op := range ops {
			for k := range 8 {
				for _, use := range []string{"", ".sat", ".add"} {
					if isSet := len(op) == 2; isSet && (use == ".sat" || k&1 == 1) {
						continue
					}
					for mask := range 1 << lanes { // 0 is none written
						list = append(list, videoLanesInst(rng, lanes, op, use, videoSigns[k&1], videoSigns[k>>1&1], videoSigns[k>>2&1], mask))
					}
				}
			}
		}
	}
	t.Logf("%d instructions", len(list))
	checkVideo(t, list)
}

// videoLanesInst is one instruction on lanes and its pseudocode in section
// 9.7.18.2.
func videoLanesInst(rng *rand.Rand, lanes int, op, use, dt, at, bt string, mask int) videoInst {
	size := map[int]string{2: "h", 4: "b"}[lanes]
	maskText := ""
	for i := lanes - 1; i >= 0; i-- {
		if mask>>i&1 == 1 {
			maskText += fmt.Sprint(i)
		}
	}
	if mask == 0 {
		mask = 1<<lanes - 1
	} else {
		maskText = "." + size + maskText
	}
	// Which parts of both sources the lanes are, lowest first.
	pick := func(first int) (text string, parts []int) {
		chosen := rng.IntN(3) > 0
		for i := range lanes {
			p := first + i
			if chosen {
				p = rng.IntN(2 * lanes)
			}
			text, parts = fmt.Sprint(p)+text, append(parts, p)
		}
		if !chosen {
			return "", parts
		}
		return "." + size + text, parts
	}
	asel, aparts := pick(0)
	bsel, bparts := pick(lanes)
	head := fmt.Sprintf("%s%d.%s.%s.%s", op, lanes, dt, at, bt)
	if len(op) == 2 {
		head = fmt.Sprintf("vset%d.%s.%s.%s", lanes, at, bt, op)
	}
	text := fmt.Sprintf("%s%s %%d%s, %%a%s, %%b%s, %%c", head, use, maskText, asel, bsel)
	bits := 32 / lanes
	return videoInst{text, func(a, b, c uint32) uint32 {
		lane := func(p int, typ string) int64 {
			v := int64((uint64(b)<<32 | uint64(a)) >> (bits * p) & (1<<bits - 1))
			if typ == "s32" && v>>(bits-1) == 1 {
				v -= 1 << bits
			}
			return v
		}
		sum, merged := c, c
		for i := range lanes {
			if mask>>i&1 == 0 {
				continue
			}
			r := videoLane(op, lane(aparts[i], at), lane(bparts[i], bt))
			if use == ".sat" {
				if dt == "s32" {
					r = max(-1<<(bits-1), min(r, 1<<(bits-1)-1))
				} else {
					r = max(0, min(r, 1<<bits-1))
				}
			}
			sum += uint32(r)
			ones := uint32(1<<bits-1) << (bits * i)
			merged = merged&^ones | uint32(r)<<(bits*i)&ones
		}
		if use == ".add" {
			return sum
		}
		return merged
	}}
}

// videoLane is the operation on one lane.
func videoLane(op string, x, y int64) int64 {
	one := func(p bool) int64 {
		if p {
			return 1
		}
		return 0
	}
	switch op {
	case "vadd":
		return x + y
	case "vsub":
		return x - y
	case "vavrg":
		if x+y >= 0 {
			return (x + y + 1) >> 1
		}
		return (x + y) >> 1
	case "vabsdiff":
		return max(x-y, y-x)
	case "vmin":
		return min(x, y)
	case "vmax":
		return max(x, y)
	case "eq":
		return one(x == y)
	case "ne":
		return one(x != y)
	case "lt":
		return one(x < y)
	case "le":
		return one(x <= y)
	case "gt":
		return one(x > y)
	}
	return one(x >= y)
}
