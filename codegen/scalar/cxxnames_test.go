package scalar

import (
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestDistinct: the names of the functions of a module, in whatever order they stand there.
func TestDistinct(t *testing.T) {
	for _, test := range []struct{ symbols, want string }{
		{"_ZN3foo3bar5scaleEPffi", "Scale"},
		{"_Z4stepIfEvPT_i", "Step"}, // one instance needs no more
		{"_Z4stepIfEvPT_i _Z4stepIdEvPT_i", "StepFloat32 StepFloat64"},
		{"_Z4stepIfEvPT_i step", "StepFloat32 Step"}, // extern "C" is as it was
		{"_Z4stepv step", "Step_1 Step"},             // nothing tells them apart
		{"_Z4gemmILi16ELi32EfEvv _Z4gemmILi16ELi64EfEvv", "Gemm32 Gemm64"},
		{"_Z4gemmILi16ELi32EfEvv _Z4gemmILi16ELi64EfEvv _Z4gemmILi32ELi64EfEvv", "Gemm16_32 Gemm16_64 Gemm32_64"},
		{"_Z4stepIPfEvv _Z4stepIfEvv", "StepFloat32Ptr StepFloat32"}, // short words are the same
		{"_ZN1a3sumEv _ZN1b3sumEv", "ASum BSum"},
		{"_ZN1x1a3sumEv _ZN1x1b3sumEv", "ASum BSum"}, // what all have says nothing
		{"_ZN1a3sumEv _ZN12_GLOBAL__N_13sumEv _Z3sumv", "ASum AnonymousSum Sum"},
		{"_Z3sumPfi _Z3sumPdi", "SumFloat32 SumFloat64"},
		{"_Z3sumPfi _Z3sumPfj _Z3sumPdi", "SumFloat32Int32 SumFloat32Uint32 SumFloat64Int32"},
		{"_ZN1a3sumIfEEvPT_ _ZN1a3sumIdEEvPT_ _ZN1b3sumIfEEvPT_", "ASumFloat32 ASumFloat64 BSumFloat32"},
		{"_Z4stepIfEvPT_i _Z4stepIdEvPT_i step_float32", "StepFloat32Float32 StepFloat64Float64 StepFloat32"},
		{"_Z1kILb1EEvv _Z1kILb0EEvv", "KTrue KFalse"},
		{"_Z1kILin3EEvv _Z1kILi3EEvv", "KMinus3 K3"},
		{"_Z1kIN2ns3VecIfLi3EEEEvv _Z1kIN2ns3VecIdLi3EEEEvv", "KVecFloat32_3 KVecFloat64_3"},
		{"_Z3mapIZ4mainEUliE_EvT_ _Z3mapIZ4mainEUliE0_EvT_", "MapLambda1 MapLambda2"},
		{"_Z3mapI3AddIfEEvv _Z3mapI3AddIdEEvv _Z3mapI3MulIfEEvv", "MapAddFloat32 MapAddFloat64 MapMulFloat32"},
		{"_Z1kI4ModeLS0_1EEvv _Z1kI4ModeLS0_2EEvv", "KMode1 KMode2"},
		{"_Z5sum_2IfLi3EEvv _Z5sum_2IfLi4EEvv", "Sum2_3 Sum2_4"},
		{"_Z3add.suffix! _Z9", "Add Z9"},                                                           // what is cut off or goes on is taken for what it begins with
		{"_ZN6kernel4fill17h0123456789abcdefE _ZN6kernel4fill17h1123456789abcdefE", "Fill Fill_1"}, // of Rust
		{"_ZN3lib4core5agentINS0_4sort5BlockIPfEEbEEvT_ _ZN3lib4core5agentINS0_4sort5MergeIPfEEbEEvT_", "AgentBlockFloat32 AgentMergeFloat32"},
		{"_ZN3lib4core5agentINS0_4sort5BlockIPfEEbEEvT_ _ZN3lib4core5agentINS0_4sort5BlockIPdEEbEEvT_", "AgentBlockFloat32 AgentBlockFloat64"},
		{"a_b aB _Z2aBv", "AB AB AB_1"}, // names in the PTX are numbered later
	} {
		symbols, want := strings.Fields(test.symbols), strings.Fields(test.want)
		got := distinct(symbols, true)
		for i, s := range symbols {
			if got[s] != want[i] {
				t.Errorf("%s: %s is %s, want %s", test.symbols, s, got[s], want[i])
			}
		}
		slices.Reverse(symbols)
		if back := distinct(symbols, true); !strings.Contains(test.want, "_1") && !maps.Equal(back, got) {
			t.Errorf("%s: in another order the names are %v, not %v", test.symbols, back, got)
		}
		for s, name := range got {
			if !token.IsIdentifier(name) || !token.IsExported(name) {
				t.Errorf("%s is %q, which is no exported name", s, name)
			}
		}
	}
}

// TestLongNames: where words would make a name too long, numbers tell functions apart.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 70)
	a, b := "_Z4stepI70"+long+"EvT_", "_Z4stepI71"+long+"yEvT_"
	got := distinct([]string{a, b}, false)
	if got[a] != "step" || got[b] != "step_1" {
		t.Error(got)
	}
}
