package gen

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// manualShfl is the pseudo code of section 9.7.9.6, line by line.
func manualShfl(mode ShflMode, lane int, b, c uint32) (j int, p bool) {
	bval := int(b & 0x1f)
	cval := int(c & 0x1f)
	mask := int((c >> 8) & 0x1f)
	maxLane := (lane & mask) | (cval &^ mask)
	minLane := lane & mask
	switch mode {
	case ShflUp:
		j = lane - bval
		p = j >= maxLane
	case ShflDown:
		j = lane + bval
		p = j <= maxLane
	case ShflBfly:
		j = lane ^ bval
		p = j <= maxLane
	case ShflIdx:
		j = minLane | (bval &^ mask)
		p = j <= maxLane
	}
	if !p {
		j = lane
	}
	return j, p
}

func TestShflSourceAgainstManual(t *testing.T) {
	for mode := ShflUp; mode <= ShflIdx; mode++ {
		for lane := range uint32(32) {
			for b := range uint32(64) { // bit 5 of b is ignored
				for seg := range uint32(32) {
					for clamp := range uint32(32) {
						c := seg<<8 | clamp | 0xe0e0&(b*0x1234) // other bits are ignored
						j, ok := shflSource(mode, lane, b, c)
						wantJ, wantOK := manualShfl(mode, int(lane), b, c)
						if int(j) != wantJ || ok != wantOK {
							t.Fatalf("mode %d lane %d b %d c %#x: got %d %v, want %d %v", mode, lane, b, c, j, ok, wantJ, wantOK)
						}
					}
				}
			}
		}
	}
}

// What CUDA's shuffles compile to, with the values that its guide gives.
func TestShflLanesCUDA(t *testing.T) {
	var a, b, c [32]uint32
	set := func(bv, cv uint32) {
		for i := range a {
			a[i], b[i], c[i] = uint32(i)+100, bv, cv
		}
	}
	for _, tt := range []struct {
		name string
		mode ShflMode
		b, c uint32
		want func(i uint32) (uint32, bool)
	}{
		{"__shfl_up(v, 1)", ShflUp, 1, 0, func(i uint32) (uint32, bool) { return max(i, 1) - 1, i >= 1 }},
		{"__shfl_up(v, 3, 8)", ShflUp, 3, 0x1800, func(i uint32) (uint32, bool) {
			if i%8 < 3 {
				return i, false
			}
			return i - 3, true
		}},
		{"__shfl_down(v, 16)", ShflDown, 16, 0x1f, func(i uint32) (uint32, bool) {
			if i >= 16 {
				return i, false
			}
			return i + 16, true
		}},
		{"__shfl_down(v, 2, 4)", ShflDown, 2, 0x1c1f, func(i uint32) (uint32, bool) {
			if i%4 >= 2 {
				return i, false
			}
			return i + 2, true
		}},
		{"__shfl_xor(v, 31)", ShflBfly, 31, 0x1f, func(i uint32) (uint32, bool) { return 31 - i, true }},
		{"__shfl(v, 5)", ShflIdx, 5, 0x1f, func(i uint32) (uint32, bool) { return 5, true }},
		{"__shfl(v, 32)", ShflIdx, 32, 0x1f, func(i uint32) (uint32, bool) { return 0, true }},
		{"__shfl(v, 9, 8)", ShflIdx, 9, 0x181f, func(i uint32) (uint32, bool) { return i&^7 | 1, true }},
	} {
		set(tt.b, tt.c)
		var dst [32]uint32
		pred := uint32(0x5a5a5a5a)
		ShflLanes(tt.mode, &dst, &pred, &a, &b, &c, ^uint32(0), ^uint32(0))
		for i := range uint32(32) {
			j, ok := tt.want(i)
			if dst[i] != j+100 || pred>>i&1 == 1 != ok {
				t.Errorf("%s lane %d: got %d %v, want lane %d %v", tt.name, i, dst[i], pred>>i&1, j, ok)
			}
		}
	}
}

func TestShflLanesPartial(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var a, b, c, old [32]uint32
		for i := range a {
			a[i], b[i], c[i], old[i] = r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()
		}
		mode := ShflMode(r.IntN(4))
		active, mask, oldPred := r.Uint32()|r.Uint32(), r.Uint32()|r.Uint32(), r.Uint32()
		dst, pred := old, oldPred
		ShflLanes(mode, &dst, &pred, &a, &b, &c, active, mask)
		alias, aliasPred := a, oldPred
		ShflLanes(mode, &alias, &aliasPred, &alias, &b, &c, active, mask)
		for i := range 32 {
			want, ok := old[i], oldPred>>i&1 == 1
			if active&mask>>i&1 == 1 {
				var j int
				j, ok = manualShfl(mode, i, b[i], c[i])
				if active&mask>>j&1 == 0 {
					j = i
				}
				want = a[j]
				if alias[i] != want {
					t.Fatalf("in place: lane %d got %#x, want %#x", i, alias[i], want)
				}
			}
			if dst[i] != want || pred>>i&1 == 1 != ok {
				t.Fatalf("mode %d lane %d: got %#x %d, want %#x %v", mode, i, dst[i], pred>>i&1, want, ok)
			}
		}
	}
}

func TestVoteMatchReduxLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ops := map[ReduxOp]func(a, b uint32) uint32{
		ReduxAdd:  func(a, b uint32) uint32 { return a + b },
		ReduxMinU: func(a, b uint32) uint32 { return min(a, b) },
		ReduxMaxU: func(a, b uint32) uint32 { return max(a, b) },
		ReduxMinS: func(a, b uint32) uint32 { return uint32(min(int32(a), int32(b))) },
		ReduxMaxS: func(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) },
		ReduxAnd:  func(a, b uint32) uint32 { return a & b },
		ReduxOr:   func(a, b uint32) uint32 { return a | b },
		ReduxXor:  func(a, b uint32) uint32 { return a ^ b },
	}
	for round := range 3000 {
		active, mask, p := r.Uint32(), r.Uint32(), r.Uint32()
		switch round % 5 {
		case 0:
			active, mask = ^uint32(0), ^uint32(0)
		case 1:
			p = 0
		case 2:
			p = ^uint32(0)
		case 3:
			p = active & mask
		}
		var v32 [32]uint32
		var v64 [32]uint64
		kinds := uint64(1 + r.IntN(4))
		for i := range v32 {
			v64[i] = r.Uint64N(kinds) << 60
			v32[i] = uint32(v64[i] >> 32)
		}
		members := active & mask
		var trues, n int
		var same32 [32]uint32
		allEqual := true
		for i := range 32 {
			if members>>i&1 == 0 {
				same32[i] = 0xdead
				continue
			}
			n++
			trues += int(p >> i & 1)
			for j := range 32 {
				if members>>j&1 == 1 {
					if v32[j] == v32[i] {
						same32[i] |= 1 << j
					} else {
						allEqual = false
					}
				}
			}
		}
		if got := bits.OnesCount32(BallotLanes(p, active, mask)); got != trues || BallotLanes(p, active, mask)&^members != 0 {
			t.Fatalf("ballot %#x", BallotLanes(p, active, mask))
		}
		if VoteAllLanes(p, active, mask) != (trues == n) || VoteAnyLanes(p, active, mask) != (trues > 0) ||
			VoteUniLanes(p, active, mask) != (trues == 0 || trues == n) {
			t.Fatalf("vote of %#x in %#x", p, members)
		}
		var got32, got64 [32]uint32
		for i := range got32 {
			got32[i], got64[i] = 0xdead, 0xdead
		}
		MatchAnyLanes32(&got32, &v32, active, mask)
		MatchAnyLanes64(&got64, &v64, active, mask)
		if got32 != same32 || got64 != same32 {
			t.Fatalf("match.any: got %x %x, want %x", got32, got64, same32)
		}
		want := members
		if !allEqual {
			want = 0
		}
		m32, ok32 := MatchAllLanes32(&v32, active, mask)
		m64, ok64 := MatchAllLanes64(&v64, active, mask)
		if m32 != want || m64 != want || ok32 != allEqual || ok64 != allEqual {
			t.Fatalf("match.all: got %#x %v, %#x %v, want %#x %v", m32, ok32, m64, ok64, want, allEqual)
		}
		for op, f := range ops {
			for i := range v32 {
				v32[i] = r.Uint32()
			}
			var want uint32
			first := true
			for i := range 32 {
				if members>>i&1 == 1 {
					if first {
						want, first = v32[i], false
					} else {
						want = f(want, v32[i])
					}
				}
			}
			if got := ReduxLanes(op, &v32, active, mask); got != want {
				t.Fatalf("redux %d: got %#x, want %#x", op, got, want)
			}
		}
	}
}
