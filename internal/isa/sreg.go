package isa

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// SReg is a special register (section 10).
type SReg struct {
	Name       string // with its %: "%tid", "%envreg3"
	Type       Type   // of the register, or of each component
	Vector     bool   // has the components .x .y .z .w
	Index      int    // n of %envregN and %pmN, else 0
	PTX        Version
	SM         int // least architecture: 20 for sm_20
	Meaning    string
	Definition string // what it is on a CPU
	Tier       int
	Src        string
	Note       string // types of older versions, "" where there were none

	// As says what a read of the register is on a CPU: the name of another register
	// that is the same there, a number, "-" where it is not supported, "" for the
	// register itself.
	As string

	parts []SRegPart // of a vector x, y and z
}

// SRegPart is what is known about the values of a special register, or of one of its
// components.
type SRegPart struct {
	Per     Per
	Bounded bool // the value is a number from Lo to Hi
	Lo, Hi  int64
}

// Per says which threads read the same value from a special register.
type Per uint8

// The groups of threads, the largest first. A row is the threads of a CTA with the
// same tid.y and tid.z, a layer those with the same tid.z. A warp may span rows.
const (
	PerLaunch Per = iota
	PerCTA
	PerLayer
	PerRow
	PerWarp
	PerThread
	PerRead // not even one thread reads it twice
)

// sregIndex finds special registers, and what is known of their parts.
type sregIndex struct {
	byName map[string]*SReg
	parts  map[string]*SRegPart
}

var sregsOnce = sync.OnceValue(func() sregIndex {
	x := sregIndex{byName: map[string]*SReg{}, parts: map[string]*SRegPart{}}
	for _, s := range tables.SRegs {
		x.byName[s.Name] = s
		name := s.Name[1:]
		if !s.Vector {
			x.parts[name] = &s.parts[0]
			continue
		}
		for i := range s.parts {
			x.parts[name+"."+"xyz"[i:i+1]] = &s.parts[i]
		}
	}
	return x
})

// trailingNumber returns the decimal number at the end of s, 0 without one.
func trailingNumber(s string) int {
	n, _ := strconv.Atoi(s[len(strings.TrimRight(s, "0123456789")):])
	return n
}

// LookupSReg returns the special register of that name, written with its %
// ("%tid", "%lanemask_lt", "%envreg3") and without a component, or nil.
func LookupSReg(name string) *SReg { return sregsOnce().byName[name] }

// unknownSReg is all that can be said of a register that is not in the table.
var unknownSReg = SRegPart{Per: PerRead}

// RowStart is the name that the SSA form uses for the number of the first thread of a row in its CTA,
// which is no register of PTX.
const RowStart = "row.start"

var rowStart = SRegPart{Per: PerRow, Bounded: true, Hi: 1023}

// LookupSRegPart returns what is known about a special register by the name that the SSA
// form uses: without a percent sign, and with the component of a vector ("tid.x",
// "laneid").
func LookupSRegPart(name string) *SRegPart {
	if p := sregsOnce().parts[name]; p != nil {
		return p
	}
	if name == RowStart {
		return &rowStart
	}
	return &unknownSReg
}

// SRegs returns all special registers in the order of the table.
func SRegs() []*SReg { return tables.SRegs }

// SRegRange says which registers there are where a name is like one of
// %envreg0 to %envreg31 but for its number, "" for other names.
func SRegRange(name string) string {
	base := strings.TrimRight(name, "0123456789")
	first, last := -1, -1
	for _, s := range SRegs() {
		if n := strings.TrimRight(s.Name, "0123456789"); n == base && n != s.Name {
			if k := trailingNumber(s.Name); first < 0 {
				first, last = k, k
			} else {
				first, last = min(first, k), max(last, k)
			}
		}
	}
	if last <= 0 || base == name {
		return ""
	}
	return fmt.Sprintf("there are %s%d to %s%d", base, first, base, last)
}
