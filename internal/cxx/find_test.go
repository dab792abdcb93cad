package cxx

import (
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	kernels := strings.Fields("saxpy _ZN3foo3bar5scaleEPffi _Z4stepIfEvPT_i _Z4stepIdEvPT_i _ZN1a3sumEPf _ZN1b3sumEPf _Z4fillPf _ZN1a4fillEPf _ZN12_GLOBAL__N_14hideEv")
	all := "there are saxpy, foo::bar::scale(float*, float, int), step<float>(float*, int), step<double>(double*, int), a::sum(float*), b::sum(float*), fill(float*), a::fill(float*), (anonymous namespace)::hide()"
	for _, test := range []struct{ name, found, problem, hint string }{
		{"saxpy", "saxpy", "", ""},
		{"_Z4stepIfEvPT_i", "_Z4stepIfEvPT_i", "", ""},
		{"foo::bar::scale(float*, float, int)", "_ZN3foo3bar5scaleEPffi", "", ""},
		{"foo::bar::scale(float*,float,int)", "_ZN3foo3bar5scaleEPffi", "", ""},
		{"foo::bar::scale", "_ZN3foo3bar5scaleEPffi", "", ""},
		{"bar::scale", "_ZN3foo3bar5scaleEPffi", "", ""},
		{"scale(float*, float, int)", "_ZN3foo3bar5scaleEPffi", "", ""},
		{"scale", "_ZN3foo3bar5scaleEPffi", "", ""},
		{"void step<float>(float*, int)", "_Z4stepIfEvPT_i", "", ""},
		{"step<double>(double*, int)", "_Z4stepIdEvPT_i", "", ""},
		{"step<double>", "_Z4stepIdEvPT_i", "", ""},
		{"a::sum", "_ZN1a3sumEPf", "", ""},
		{"fill", "_Z4fillPf", "", ""}, // all of its name, not the end of another
		{"a::fill", "_ZN1a4fillEPf", "", ""},
		{"hide", "_ZN12_GLOBAL__N_14hideEv", "", ""},
		{"step", "", "this may be step<float>(float*, int), step<double>(double*, int)", "name the template arguments or the parameters too"},
		{"sum", "", "this may be a::sum(float*), b::sum(float*)", "name the template arguments or the parameters too"},
		{"foo::bar::scael", "", all, "did you mean foo::bar::scale?"},
		{"step<flaot>", "", all, "did you mean step<float>?"},
		{"saxpi", "", all, "did you mean saxpy?"},
		{"nothing of the kind", "", all, ""},
	} {
		found, problem, hint := Find(test.name, kernels)
		if found != test.found || problem != test.problem || hint != test.hint {
			t.Errorf("%s: %q %q %q, want %q %q %q", test.name, found, problem, hint, test.found, test.problem, test.hint)
		}
	}
	if _, problem, _ := Find("k", nil); problem != "there is none" {
		t.Error(problem)
	}
	if _, problem, hint := Find("k1", []string{"k"}); problem != "there is k" || hint != "did you mean k?" {
		t.Error(problem, hint)
	}
	if _, problem, _ := Find("k", strings.Fields(strings.Repeat("x ", 23))); !strings.HasSuffix(problem, "x, x and 3 more") {
		t.Error(problem)
	}
}
