package cxx

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// spell writes what is known of a type.
func spell(t *Type) string {
	switch t.Kind {
	case Pointer:
		return "*" + spell(t.Elem)
	case Array:
		return fmt.Sprintf("[%d]%s", t.Len, spell(t.Elem))
	case Named:
		return "struct " + t.FullWord()
	case Other:
		return "other " + t.Text
	}
	return t.Word()
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ symbol, plain, scope, name, args, params string }{
		{"_ZN3foo3bar5scaleEPffi", "foo::bar::scale", "foo bar", "scale", "", "*float32 float32 int32"},
		{"_Z1kjmlxyhatsbwc", "k", "", "k", "", "uint32 uint64 int64 int64 uint64 uint8 int8 uint16 int16 bool int32 int8"},
		{"_Z1kPKfRdOiPvPPh", "k", "", "k", "", "*float32 *float64 *int32 *void **uint8"},
		{"_Z1kDv4_f6float45uint213__nv_bfloat16P6__halfDF16_4dim310ulonglong1", "k", "", "k", "",
			"[4]float32 [4]float32 [2]uint32 float16 *float16 float16 [3]uint32 [1]uint64"},
		{"_Z1kPA3_A4_i", "k", "", "k", "", "*[3][4]int32"},
		{"_Z1kPFviEM1Siez", "k", "", "k", "", "*func other int S::* other long double other ..."},
		{"_Z4stepIfLi16EEvPT_N2ns3VecIfLi3EEE", "step<float, 16>", "", "step", "float32 16", "*float32 struct ns_Vec_float32_3"},
		{"_Z1kILb1ELin3EL4Mode2EXadL_Z1fvEEJfdEEvDpT3_", "k<true, -3, (Mode)2, &f, float, double>", "", "k", "true minus3 Mode_2 f float32 float64", "float32 float64"},
		{"_Z3mapIZ4mainEUliE_EvT_", "map<main::{lambda(int)#1}>", "", "map", "lambda1", "struct main_lambda1"},
		{"_ZN12_GLOBAL__N_14hideEv", "(anonymous namespace)::hide", "-", "hide", "", ""},
		{"_ZN52_GLOBAL__N__39_tmpxft_0000_7_kernel_cpp1_ii_abcdef124hideEv", "(anonymous namespace)::hide", "-", "hide", "", ""},
		{"_ZN25_INTERNAL_3_a_cpp1_ii_1e93sum3seqE", "_INTERNAL_3_a_cpp1_ii_1e9::sum::seq", "- sum", "seq", "", "none"},
		{"_ZL6hidden_$_0", "hidden", "", "hidden", "", "none"},
		{"_ZZ6matmulPfE2as", "matmul(float*)::as", "matmul", "as", "", "none"},
		{"_ZL5table", "table", "", "table", "", "none"},
		{"_ZN4blur4tapsE", "blur::taps", "blur", "taps", "", "none"},
		{"_ZplRK4Vec3S1_", "operator+", "", "operator_add", "", "*struct Vec3 *struct Vec3"},
		{"_ZNK4Vec3clEi", "Vec3::operator()", "Vec3", "operator_call", "", "int32"},
		{"_ZN4Vec3C2Ef", "Vec3::Vec3", "Vec3", "Vec3", "", "float32"},
		{"_ZN4Vec3D2Ev", "Vec3::~Vec3", "Vec3", "delete_Vec3", "", ""},
		{"_ZNK4Vec3cvfEv", "Vec3::operator float", "Vec3", "to_float32", "", ""},
		{"_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write", "core fmt", "write", "", "none"},
		{"_ZTV4Vec3", "", "", "", "", ""},
		{"_Z", "", "", "", "", ""},
		{"saxpy", "", "", "", "", ""},
		{"_R4core", "", "", "", "", ""},
		{"_Z" + strings.Repeat("9", 20000), "", "", "", "", ""},
	} {
		s := Parse(test.symbol)
		if s == nil {
			if test.plain != "" {
				t.Errorf("%s is not read", test.symbol)
			}
			continue
		}
		var scope, params []string
		for _, x := range s.Scope {
			if x == "" {
				x = "-"
			}
			scope = append(scope, x)
		}
		for _, p := range s.Params {
			params = append(params, spell(p))
		}
		if s.Params == nil {
			params = []string{"none"}
		}
		got := fmt.Sprintf("%s|%s|%s|%s|%s", s.Plain, strings.Join(scope, " "), s.Name, strings.Join(words(s.Args, Arg.Word), " "), strings.Join(params, " "))
		if want := strings.Join([]string{test.plain, test.scope, test.name, test.args, test.params}, "|"); got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.symbol, got, want)
		}
	}
}

// TestGrowth: substitutions make a type of a short symbol that is too large to be written
// down. Nothing is read of it.
func TestGrowth(t *testing.T) {
	symbol := func(depth int) string {
		s := "_Z1k1AIiiE"
		for i := range depth {
			n := strings.ToUpper(strconv.FormatInt(int64(i), 36))
			s += "S_IS" + n + "_S" + n + "_E"
		}
		return s
	}
	if s := Parse(symbol(3)); s == nil || spell(s.Params[1]) != "struct A_A_int32_int32_A_int32_int32" {
		t.Errorf("%+v", s)
	}
	for _, depth := range []int{30, 300, 1500} {
		if s := Parse(symbol(depth)); s != nil {
			t.Errorf("depth %d is read", depth)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"_ZN3foo3bar5scaleEPffi", "_Z4stepIfLi16EEvPT_N2ns3VecIfLi3EEE", "_Z3mapIZ4mainEUliE_EvT_", "_Z1kDv4_fPA3_A4_i"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, symbol string) {
		s := Parse(symbol)
		if s == nil {
			return
		}
		if s.Name == "" {
			t.Errorf("%q has no name", symbol)
		}
		for _, p := range s.Params {
			_, _, _ = p.Bytes(), p.Word(), p.FullWord()
		}
		if found, _, _ := Find(s.Text, []string{symbol}); found != symbol {
			t.Errorf("%q is not found by its text %q", symbol, s.Text)
		}
	})
}
