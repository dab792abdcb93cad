package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/vectors"
)

// TestVectorLaunches: what verify builds runs kernels as gangs, as ordinary builds do, and counts the
// launches; it does without where the processor or the compiler is missing, and says so.
func TestVectorLaunches(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir() // has a go command that has no other version
	script := fmt.Sprintf("#!/bin/sh\n[ \"$1 $2\" != \"env GOVERSION\" ] || { echo go1.0; exit; }\nexec %q \"$@\"\n", goCommand)
	if err := os.WriteFile(filepath.Join(other, "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	all := 0
	if _, err := vectors.Lanes(t.Context()); err == nil {
		all = 1
	} else if errors.Is(err, vectors.ErrUnavailable) {
		t.Logf("SKIPPED: %v", err)
	} else {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		flags   []string
		path    string
		of      string
		vectors int
		skipped string
	}{
		{"all", nil, "", "legacy_v4", all, ""},
		{"eight", []string{"-vectors=8"}, "", "legacy_v4", all, ""},
		{"one by one", []string{"-vectors=off"}, "", "legacy_v4", 0, ""},
		{"with and without", []string{"-vectors=off,8"}, "", "legacy_v4", all, ""},
		{"faster one by one", nil, "", "traps_1_3_sm_13", all, ""},
		{"all gangs", []string{"-all-gangs"}, "", "traps_1_3_sm_13", 2 * all, ""},
		{"without the compiler", nil, other, "legacy_v4", 0, "ptx2go: SKIPPED: threads run one at a time"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.path != "" {
				if _, err := os.Stat("/bin/sh"); err != nil {
					t.Skip("SKIPPED: no shell")
				}
				t.Setenv("PATH", test.path+string(os.PathListSeparator)+os.Getenv("PATH"))
			}
			var out, stderr bytes.Buffer
			std := Stdio{In: strings.NewReader(""), Out: &out, Err: &stderr}
			if status := Main(t.Context(), slices.Concat([]string{"verify", "-engine=go", "-json"}, test.flags, []string{"../cases/casefile/testdata/cases/" + test.of}), std); status != 0 {
				t.Fatalf("%s%s", out.String(), stderr.String())
			}
			runs, launches := 1, 1
			if test.of == "traps_1_3_sm_13" { // of two kernels one takes less time without gangs
				launches = 2
			}
			if strings.Contains(fmt.Sprint(test.flags), ",") {
				runs = 2
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			var total struct {
				Passed   int
				Launches int `json:"launches"`
				Vectors  int `json:"vector_launches"`
			}
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &total); err != nil {
				t.Fatal(err)
			}
			if total.Passed != runs || total.Launches != launches*runs || total.Vectors != test.vectors {
				t.Errorf("got %+v, want %d launches in vectors", total, test.vectors)
			}
			if got := stderr.String(); test.skipped == "" && all == 1 && got != "" || !strings.Contains(got, test.skipped) || strings.Count(got, "\n") > 1 {
				t.Errorf("got %q on standard error, want %q", got, test.skipped)
			}
		})
	}
}
