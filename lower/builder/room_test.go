package builder

import (
	"strings"
	"testing"
)

// TestRoom: what a module's variables take is bounded when it is built, as a program
// would have their memory from its start on; and a short text cannot ask for initial
// values without end.
func TestRoom(t *testing.T) {
	const head = ".version 7.8\n.target sm_70\n.address_size 64\n"
	body := func(decl string) string { return ".visible .entry k()\n{\n" + decl + "\nret;\n}\n" }
	for _, tt := range []struct{ name, src, says string }{
		{"one", ".visible .global .b8 x[1<<30];", ""},
		{"too large", ".visible .global .b8 x[(1<<30)+1];", "5:22: not supported yet: with x (1073741825 bytes) the .global and .const variables of a module take more than 1073741824 bytes"},
		{"2^40", ".visible .global .align 8 .b8 x[1<<40];", "with x (1099511627776 bytes) the .global"},
		{"several", ".visible .global .b8 x[1<<29];\n.visible .global .b64 y[1<<26];\n.visible .const .b8 z;\n.visible .global .b8 w[1<<40];", "7:21: not supported yet: with z (1 byte)"},
		{"extern is elsewhere", ".extern .global .b8 x[1<<40];", ""},
		{"in a function", body(".global .b8 x[1<<31];"), "with x (2147483648 bytes) the .global"},
		{"local", body(".local .b8 x[1<<30];"), ""},
		{"locals", body(".local .b8 x[1<<30];\n.local .b8 y;"), "with y (1 byte) the .local variables of a function take"},
		{"sparse", ".visible .global .b8 x[6][1<<20] = {" + strings.Repeat("{0}, ", 5) + "{1}};", "5242881 bytes of initial values with those of x, most of them zeros that the text does not give"},
		{"sparse ones", ".visible .global .b8 x[2][3<<20] = {{1}, {1}};\n.visible .global .b8 y[2][3<<20] = {{1}, {1}};", "6:22: not supported yet: 6291458 bytes of initial values with those of y"},
		{"given", ".visible .global .b64 x[600000] = {" + strings.TrimSuffix(strings.Repeat("1,", 600000), ",") + "};", ""},
		{"large and hardly given", ".visible .global .b8 x[1<<28] = {1};", ""},
	} {
		_, l := lowerText(t, "room.ptx", head+"\n"+tt.src, Options{})
		got := report(l)
		if tt.says == "" && l.Errors() > 0 || tt.says != "" && (l.Errors() != 1 || !strings.Contains(strings.ReplaceAll(got, "error: ", ""), tt.says)) {
			t.Errorf("%s: want %q, got\n%.2000s", tt.name, tt.says, got)
		}
	}
}
