package fpops_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops/fptable"
)

// spec is what a function's name says, the naming rule read backwards.
type spec struct {
	name  string
	op    string   // "Add"; for Testp, Cvt and Cvt.pack their first modifier as well: "TestpFinite", "CvtPack"
	round string   // "Rn", "Rna", "Rzi", or empty
	types []string // "F16" of CvtU8F16 is the last
	x2    bool     // a packed form of an operation on two halves
	wide  bool     // of an fma of mixed precision only the first factor is narrow
	scale int      // the scales that a conversion takes
	flags
}

// flags are the modifiers.
type flags struct {
	ftz, sat, relu, satfinite, pzo, withNaN, xorsign, abs bool
	approximate                                           bool // proved in files of their own
}

func (s *spec) source() string { return s.types[len(s.types)-1] }

var (
	tokenPattern = regexp.MustCompile(`NaN|[A-Z][a-z0-9]*`)
	typePattern  = regexp.MustCompile(`^(F16|Bf16|F32|F64|F16x2|Bf16x2|F32x2|Tf32|(E|Ue)[0-9]m[0-9]x2|S2f6x2|[US](2|4|8|16|32|64)|B32)$`)
	roundPattern = regexp.MustCompile(`^R([nzmp]i?|na)$`)
	// The operations that have approximate forms only, and the tokens that mark
	// the others.
	approximateTokens = strings.Fields("Rsqrt Sin Cos Lg2 Ex2 Tanh Approx Full Accurate Oob")
	otherTokens       = regexp.MustCompile(`^Sm[0-9]+$`)
)

// parseName reads a name; the error says what it does not understand.
func parseName(name string) (*spec, error) {
	s := &spec{name: name}
	tokens := tokenPattern.FindAllString(name, -1)
	if strings.Join(tokens, "") != name {
		return nil, fmt.Errorf("%s: not made of tokens", name)
	}
	for i, t := range tokens {
		switch {
		case slices.Contains(approximateTokens, t):
			s.approximate = true
			if i == 0 {
				s.op = t
			}
		case i == 0 && slices.Contains(plainOps, t):
			s.op = t
		case s.op == "Testp" || s.op == "Cvt" && i == 1 && t == "Pack":
			s.op += t
		case t == "N1" || t == "N2": // of Scaled
			s.scale = int(t[1] - '0')
		case s.scale != 0 && t == "Ue8m0":
		case typePattern.MatchString(t):
			s.types = append(s.types, t)
		case len(s.types) > 0:
			return nil, fmt.Errorf("%s: %s behind the types", name, t)
		case roundPattern.MatchString(t) && s.round == "":
			s.round = t
		case otherTokens.MatchString(t) && s.approximate:
		default:
			flag := map[string]*bool{"Ftz": &s.ftz, "Sat": &s.sat, "Relu": &s.relu, "Satfinite": &s.satfinite, "Pzo": &s.pzo, "Scaled": new(bool),
				"NaN": &s.withNaN, "Xorsign": &s.xorsign, "Abs": &s.abs}[t]
			if flag == nil || *flag {
				return nil, fmt.Errorf("%s: %s is not expected", name, t)
			}
			*flag = true
		}
	}
	if len(s.types) == 0 {
		return nil, fmt.Errorf("%s: no type", name)
	}
	if d, ok := strings.CutSuffix(s.types[0], "x2"); ok && len(s.types) > 2 { // mixed precision
		if rest := s.types[2:]; slices.ContainsFunc(rest, func(t string) bool { return t != s.types[0] }) || len(rest) != arities[s.op]-1 {
			return nil, fmt.Errorf("%s: types of operands", name)
		}
		s.x2, s.wide, s.types = true, len(s.types) == 4, []string{d, strings.TrimSuffix(s.types[1], "x2")}
	}
	if len(s.types) == 1 && !s.approximate {
		if t, ok := strings.CutSuffix(s.types[0], "x2"); ok {
			s.x2, s.types = true, []string{t}
		}
	}
	return s, nil
}

// specs returns all functions, read.
func specs(t testing.TB) []*spec {
	t.Helper()
	var all []*spec
	for _, name := range fptable.Names() {
		s, err := parseName(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func TestParseName(t *testing.T) {
	for name, want := range map[string]spec{
		"AddRnF32":                       {op: "Add", round: "Rn", types: []string{"F32"}},
		"FmaRnFtzReluF16x2":              {op: "Fma", round: "Rn", types: []string{"F16"}, x2: true, flags: flags{ftz: true, relu: true}},
		"FmaRpSatF32Bf16":                {op: "Fma", round: "Rp", types: []string{"F32", "Bf16"}, flags: flags{sat: true}},
		"Max3FtzNaNAbsF32":               {op: "Max3", types: []string{"F32"}, flags: flags{ftz: true, withNaN: true, abs: true}},
		"CvtRniFtzS32F32":                {op: "Cvt", round: "Rni", types: []string{"S32", "F32"}, flags: flags{ftz: true}},
		"CvtRnSatfiniteReluE4m3x2Bf16x2": {op: "Cvt", round: "Rn", types: []string{"E4m3x2", "Bf16x2"}, flags: flags{satfinite: true, relu: true}},
		"CvtPackSatU4S32B32":             {op: "CvtPack", types: []string{"U4", "S32", "B32"}, flags: flags{sat: true}},
		"TestpNotanumberF64":             {op: "TestpNotanumber", types: []string{"F64"}},
		"SubRzF32x2Bf16x2F32x2":          {op: "Sub", round: "Rz", types: []string{"F32", "Bf16"}, x2: true},
		"FmaRnF32x2F16x2F32x2F32x2":      {op: "Fma", round: "Rn", types: []string{"F32", "F16"}, x2: true, wide: true},
		"CvtRzSatfinitePzoScaledN1Ue8m0E4m3x2F32": {op: "Cvt", round: "Rz", types: []string{"E4m3x2", "F32"}, scale: 1,
			flags: flags{satfinite: true, pzo: true}},
		"SatF32":              {op: "Sat", types: []string{"F32"}},
		"RcpApproxSm60FtzF32": {op: "Rcp", types: []string{"F32"}, flags: flags{ftz: true, approximate: true}},
		"TanhAccurateBf16x2":  {op: "Tanh", types: []string{"Bf16x2"}, flags: flags{approximate: true}},
	} {
		want.name = name
		got, err := parseName(name)
		if err != nil {
			t.Error(err)
		} else if fmt.Sprint(*got) != fmt.Sprint(want) {
			t.Errorf("%s is %v, want %v", name, *got, want)
		}
	}
	for _, name := range []string{"AddRnRnF32", "AddRnFtzFtzF32", "FooF32", "AddRn", "addRnF32", "AddRnF32Ftz", "AddSm60F32", "AddRnF33",
		"AddRnF32x2F16x2F16x2", "FmaRnF32x2F16x2F32x2", "AddRnF32x2F16x2F32x2F32x2"} {
		if s, err := parseName(name); err == nil {
			t.Errorf("%s is read as %v", name, *s)
		}
	}
}
