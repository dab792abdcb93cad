package lanes

import (
	"strings"
	"testing"
)

// TestFile: Lanes chooses as init does, by its argument, and registers nothing.
func TestFile(t *testing.T) {
	const file = "var aBody = aRow // or aRow8 or aRow16, see p_amd64.go\nvar other = 1\n"
	const head = "//go:build amd64\n\npackage p\n\nimport ptx \"x\"\n\n"
	got, err := File("p", file, head+`// Launches call these bodies.
func init() {
	switch {
	case ptx.Vectors() >= 16:
		aBody = aRow16
		m.Gangs("p_amd64.go", lines, &a)
	case ptx.Vectors() >= 8:
		aBody = aRow8
		m.Gangs("p_amd64.go", lines, &a)
	}
}

func aRow8() {}
`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `func Lanes(most int) {
	switch {
	case most >= 16:
		aBody = aRow16
	case most >= 8:
		aBody = aRow8
	default:
		aBody = aRow
	}
}
`
	if !strings.HasPrefix(got, "//go:build amd64\n\n") || !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s", got)
	}
	if _, err := File("p", file, head); err == nil {
		t.Error("no error where nothing is chosen")
	}
}
