package driver

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const racyPTX = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 %r<3>; .reg .b64 %rd<2>;
ld.param.u64 %rd0, [p];
mov.u32 %r0, %ctaid.x;
ld.global.u32 %r1, [%rd0];
st.global.u32 [%rd0], %r0;
ret;
}
`

// TestSanitize checks the exit statuses, the report and suppressions of run -sanitize.
func TestSanitize(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "k.ptx")
	rules := filepath.Join(dir, "rules.txt")
	report := filepath.Join(dir, "report.json")
	for name, text := range map[string]string{file: racyPTX, rules: "kind=race line=10 # known\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"-grid", "2", file, "buf:u32:1"}, exitOK, ""},
		{[]string{"-sanitize=race", "-grid", "1", file, "buf:u32:1"}, exitOK, "0 findings"},
		{[]string{"-sanitize=race", "-report", report, "-grid", "2", file, "buf:u32:1"}, exitFound, "Race reported between Read access at k:k.ptx:9"},
		{[]string{"-sanitize=race", "-suppress", rules, "-grid", "2", file, "buf:u32:1"}, exitOK, "suppressed"},
		{[]string{"-sanitize=init", "-grid", "2", file, "buf:u32:1:none"}, exitOK, "0 findings"},
		{[]string{"-sanitize=init", "-grid", "2", file, "buf:u32:0"}, exitFound, "Invalid __global__ access"},
		{[]string{"-sanitize=race", "-steps", "1", "-grid", "2", file, "buf:u32:1"}, exitError, "budget"},
		{[]string{"-sanitize=race", "-orders", "0", file, "buf:u32:1"}, exitUsage, "at least 1"},
		{[]string{"-engine=go", "-sanitize=race", "-orders", "2", file, "buf:u32:1"}, exitUsage, "-engine=interp"},
		{[]string{"-sanitize=races", file, "buf:u32:1"}, exitUsage, "race, init, sync"},
		{[]string{"-race=ptx", file, "buf:u32:1"}, exitUsage, "-sanitize"},
		{[]string{"-sanitize=race", "-suppress", file, file, "buf:u32:1"}, exitError, "k.ptx:1"},
	}
	for _, c := range tests {
		var out, errs strings.Builder
		status := Main(t.Context(), append([]string{"run"}, c.args...), Stdio{In: strings.NewReader(""), Out: &out, Err: &errs})
		if status != c.status || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%v: status %d, want %d:\n%s", c.args, status, c.status, errs.String())
		}
	}
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, data)
}

// TestSanitizeGenerated checks that generated code finds what the interpreter does, by run and by verify, with the
// same report and exit status.
func TestSanitizeGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	file := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(file, []byte(racyPTX), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"run", "-sanitize=race,init,sync", "-report", "-", "-grid", "2", file, "buf:u32:1"}, exitFound},
		{[]string{"run", "-sanitize=race,init,sync", "-report", "-", "-grid", "1", file, "buf:u32:1"}, exitOK},
		{[]string{"run", "-sanitize=init", "-report", "-", file, "buf:u32:0"}, exitFound},
		{[]string{"verify", "-sanitize=race,init,sync", "-report", "-", "../cases/casefile/testdata/cases/legacy_v4"}, exitOK},
	} {
		var reports []string
		for _, engine := range []string{"interp", "go"} {
			var out, errs strings.Builder
			args := append([]string{c.args[0], "-engine=" + engine}, c.args[1:]...)
			if status := Main(t.Context(), args, Stdio{In: strings.NewReader(""), Out: &out, Err: &errs}); status != c.status {
				t.Errorf("%v: status %d, want %d:\n%s", args, status, c.status, errs.String())
			}
			_, report, _ := strings.Cut(out.String(), "{")
			reports = append(reports, address.ReplaceAllString(report, "$1 0"))
		}
		if reports[0] != reports[1] || reports[0] == "" {
			t.Errorf("%v: the interpreter reports\n{%s\ngenerated code\n{%s", c.args, reports[0], reports[1])
		}
	}
}

// address is what each engine has its own of: addresses, and the words of faults.
var address = regexp.MustCompile(`("address":|"note":) .*`)

// TestSanitizeFlags checks what generated code with notes goes with.
func TestSanitizeFlags(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(file, []byte(racyPTX), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"-pkg=p", "-o=-", "-sanitize=race", file}, exitOK, "c.NoteLoad("},
		{[]string{"-pkg=p", "-o=-", "-sanitize=race", "-race=ptx", file}, exitOK, "sanitize.Options{Race: true, Strict: true}"},
		{[]string{"-pkg=p", "-o=-", "-sanitize=race", "-asm=on", file}, exitUsage, "-asm"},
		{[]string{"-pkg=p", "-o=-", "-sanitize=all", file}, exitUsage, "race, init, sync"},
		{[]string{"-pkg=p", "-o=-", "-race=ptx", file}, exitUsage, "-sanitize"},
	} {
		var out strings.Builder
		status := Main(t.Context(), c.args, Stdio{In: strings.NewReader(""), Out: &out, Err: &out})
		if status != c.status || !strings.Contains(out.String(), c.says) {
			t.Errorf("%v: status %d, want %d, and %q in\n%s", c.args, status, c.status, c.says, out.String())
		}
	}
}

// checkReport compares a report with its schema: every key of the schema that is required is there, and no other.
func checkReport(t *testing.T, data []byte) {
	schema, err := os.ReadFile("../../docs/sanitizers.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s, r any
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	root := s.(map[string]any)
	conform(t, root, root, r, "report")
	if n := len(r.(map[string]any)["findings"].([]any)); n == 0 {
		t.Error("a report without findings")
	}
}

// conform checks a value against the part of JSON Schema that the schema uses.
func conform(t *testing.T, root, s map[string]any, v any, at string) {
	t.Helper()
	if ref, ok := s["$ref"].(string); ok {
		s = root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if list, ok := s["enum"].([]any); ok {
		found := false
		for _, e := range list {
			found = found || e == v
		}
		if !found {
			t.Errorf("%s: %v is none of %v", at, v, list)
		}
	}
	switch s["type"] {
	case "object":
		m, ok := v.(map[string]any)
		if !ok {
			t.Errorf("%s is no object", at)
			return
		}
		props := s["properties"].(map[string]any)
		for k, x := range m {
			p, ok := props[k].(map[string]any)
			if !ok {
				t.Errorf("%s: the schema has no %s", at, k)
				continue
			}
			conform(t, root, p, x, at+"."+k)
		}
		for _, k := range s["required"].([]any) {
			if _, ok := m[k.(string)]; !ok {
				t.Errorf("%s lacks %s", at, k)
			}
		}
	case "array":
		list, ok := v.([]any)
		if !ok {
			t.Errorf("%s is no array", at)
		}
		for _, x := range list {
			conform(t, root, s["items"].(map[string]any), x, at+"[]")
		}
	case "integer":
		if n, ok := v.(float64); !ok || n != float64(int64(n)) {
			t.Errorf("%s: %v is no integer", at, v)
		}
	case "string":
		if _, ok := v.(string); !ok {
			t.Errorf("%s: %v is no string", at, v)
		}
	}
}

// handedPTX gives a word from one warp to the other only if the second comes later: an order in which it comes
// first has a race.
const handedPTX = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<2>;
ld.param.u64 %rd0, [p];
mov.u32 %r0, %tid.x;
setp.ge.u32 %p0, %r0, 32;
@%p0 bra L;
setp.ne.u32 %p1, %r0, 0;
@%p1 bra M;
st.global.u32 [%rd0+4], 5;
st.release.gpu.global.u32 [%rd0], 1;
bra M;
L: setp.ne.u32 %p1, %r0, 32;
@%p1 bra M;
ld.acquire.gpu.global.u32 %r1, [%rd0];
ld.global.u32 %r2, [%rd0+4];
M: ret;
}
`

// TestSanitizeOrders finds what the usual order hides.
func TestSanitizeOrders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(file, []byte(handedPTX), 0o644); err != nil {
		t.Fatal(err)
	}
	for orders, status := range map[string]int{"1": exitOK, "16": exitFound} {
		var errs strings.Builder
		args := []string{"run", "-sanitize=race", "-race=ptx", "-orders", orders, "-block", "64", file, "buf:u32:2"}
		if got := Main(t.Context(), args, Stdio{In: strings.NewReader(""), Out: io.Discard, Err: &errs}); got != status {
			t.Errorf("%s orders: status %d, want %d:\n%s", orders, got, status, errs.String())
		}
	}
}
