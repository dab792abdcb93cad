package isa

import (
	_ "embed" // the table is a file
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed special_registers.tsv
var specialRegistersTSV string

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

var perNames = map[string]Per{
	"launch": PerLaunch, "cta": PerCTA, "layer": PerLayer, "row": PerRow, "warp": PerWarp, "thread": PerThread, "read": PerRead,
}

type sregTable struct {
	all    []*SReg
	byName map[string]*SReg
	parts  map[string]*SRegPart
}

var loadSRegs = sync.OnceValue(func() sregTable {
	rows, col := readTSV(specialRegistersTSV)
	t := sregTable{byName: map[string]*SReg{}, parts: map[string]*SRegPart{}}
	for _, r := range rows {
		get := func(name string) string { return r[col[name]] }
		name := get("name")
		if !strings.HasPrefix(name, "%") {
			continue // WARP_SZ is a constant of the language, not a register
		}
		typ, note, _ := strings.Cut(get("type"), " ")
		s := SReg{Name: name, Meaning: get("meaning"), Definition: get("cpu_definition"), Src: get("src"),
			Note: strings.Trim(note, "()"), As: get("as")}
		typ, s.Vector = strings.CutPrefix(typ, "v4.")
		var ok, ok2 bool
		s.Type, ok = ParseType(typ)
		s.PTX, ok2 = ParseVersion(get("since"))
		target, ok3 := ParseTarget(get("min_sm"))
		tier, err := strconv.Atoi(get("tier"))
		if !ok || !ok2 || !ok3 || err != nil {
			panic(fmt.Sprintf("isa: special_registers.tsv: bad row %q", name))
		}
		s.SM, s.Tier = target.Arch, tier
		if s.parts, err = parseParts(s.Vector, get("uniform"), get("range")); err != nil {
			panic(fmt.Sprintf("isa: special_registers.tsv: row %q: %v", name, err))
		}
		first, last, isRange := strings.Cut(name, "..")
		if !isRange {
			first, last = name, name
		}
		base := strings.TrimRight(first, "0123456789")
		lo, hi := trailingNumber(first), trailingNumber(last)
		if !isRange {
			s.Index = 0
			if strings.HasPrefix(name, "%pm") {
				s.Index = int(name[3] - '0')
			}
			t.add(s)
			continue
		}
		for n := lo; n <= hi; n++ {
			s.Name, s.Index = base+strconv.Itoa(n), n
			s.Note = ""
			t.add(s)
		}
	}
	return t
})

func (t *sregTable) add(s SReg) {
	t.all = append(t.all, &s)
	if t.byName[s.Name] != nil {
		panic("isa: special register twice: " + s.Name)
	}
	t.byName[s.Name] = &s
	name := s.Name[1:]
	if !s.Vector {
		t.parts[name] = &s.parts[0]
		return
	}
	for i := range s.parts {
		t.parts[name+"."+"xyz"[i:i+1]] = &s.parts[i]
	}
}

// parseParts reads the columns uniform and range: a word for a scalar, one or three for
// a vector. What is said once holds for all components.
func parseParts(vector bool, uniform, ranges string) ([]SRegPart, error) {
	n := 1
	if vector {
		n = 3
	}
	per, bounds := strings.Fields(uniform), strings.Fields(ranges)
	parts := make([]SRegPart, n)
	for i := range parts {
		if len(per) != 1 && len(per) != n || len(bounds) != 1 && len(bounds) != n {
			return nil, fmt.Errorf("%q, %q: one word or %d", uniform, ranges, n)
		}
		p, ok := perNames[per[min(i, len(per)-1)]]
		if !ok {
			return nil, fmt.Errorf("%q is no group of threads", uniform)
		}
		parts[i].Per = p
		b := bounds[min(i, len(bounds)-1)]
		if b == "-" {
			continue
		}
		lo, hi, _ := strings.Cut(b, "..")
		var err, err2 error
		parts[i].Lo, err = strconv.ParseInt(lo, 10, 64)
		parts[i].Hi, err2 = strconv.ParseInt(hi, 10, 64)
		if err != nil || err2 != nil || parts[i].Lo > parts[i].Hi {
			return nil, fmt.Errorf("%q is no range", b)
		}
		parts[i].Bounded = true
	}
	return parts, nil
}

// trailingNumber returns the decimal number at the end of s, 0 without one.
func trailingNumber(s string) int {
	n, _ := strconv.Atoi(s[len(strings.TrimRight(s, "0123456789")):])
	return n
}

// LookupSReg returns the special register of that name, written with its %
// ("%tid", "%lanemask_lt", "%envreg3") and without a component, or nil.
func LookupSReg(name string) *SReg { return loadSRegs().byName[name] }

// unknownSReg is all that can be said of a register that is not in the table.
var unknownSReg = SRegPart{Per: PerRead}

// LookupSRegPart returns what is known about a special register by the name that the SSA
// form uses: without a percent sign, and with the component of a vector ("tid.x",
// "laneid").
func LookupSRegPart(name string) *SRegPart {
	if p := loadSRegs().parts[name]; p != nil {
		return p
	}
	return &unknownSReg
}

// SRegs returns all special registers in the order of the table.
func SRegs() []*SReg { return loadSRegs().all }

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
