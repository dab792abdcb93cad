package lanes

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWidths runs all tests of the package with other numbers of lanes: the reference is one of any
// number, and so are the functions over it.
func TestWidths(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the package twice")
	}
	if Width != 8 {
		t.Skip("runs with another number already")
	}
	if _, err := withTables(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("basis.go")
	if err != nil {
		t.Fatal(err)
	}
	const width = "\nconst Width = 8\n"
	if strings.Count(string(text), width) != 1 {
		t.Fatalf("basis.go has no line%s", width)
	}
	here, err := filepath.Abs("basis.go")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := os.ReadFile(filepath.Join(tablesDir, "overlay.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{4, 32} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			dir := t.TempDir()
			var overlay struct{ Replace map[string]string }
			if err := json.Unmarshal(tables, &overlay); err != nil {
				t.Fatal(err)
			}
			overlay.Replace[here] = filepath.Join(dir, "basis.go")
			other := strings.Replace(string(text), width, fmt.Sprintf("\nconst Width = %d\n", n), 1)
			if err := os.WriteFile(overlay.Replace[here], []byte(other), 0o644); err != nil {
				t.Fatal(err)
			}
			data, err := json.Marshal(overlay)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "overlay.json")
			if err := os.WriteFile(file, data, 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("go", "test", "-overlay", file, "-short", "-count=1", ".").CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
