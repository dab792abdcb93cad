package libcuda_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// others says which answers are not those of the GPUs that were asked, and why: they are to become
// fewer.
var others = map[string]string{
	"limits 6":                        "there is no cache that keeps lines",
	"limits 7":                        "there is no shared memory of several processes",
	"limits 8":                        "there is no context of graphics",
	"functions inc attribute 5":       "the .target of a text is not kept",
	"functions sh attribute 5":        "the .target of a text is not kept",
	"texts newer target":              "a text for a newer GPU than the device is runs as well",
	"after trap launch":               atOnce,
	"wild address launch":             atOnce,
	"odd address launch":              atOnce,
	"graphs instantiate with flags 4": "no kernel launches a graph",
}

const atOnce = "the default stream waits for its kernels, as if CUDA_LAUNCH_BLOCKING were set"

// TestAnswers lets the recorder of what GPUs have answered ask the library.
func TestAnswers(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	recorded := filepath.Join("..", "testdata", "answers")
	out := filepath.Join(t.TempDir(), "answers.json")
	t.Setenv("PTX2GO_COMPUTE_CAPABILITY", "9.0") // as the GPUs have
	with(t, library(t, "./cmd/libcuda"), python, filepath.Join(recorded, "record.py"), filepath.Join("..", "internal", "kernels", "asked.ptx"), out)
	want, have := answers(t, filepath.Join(recorded, "answers.json")), answers(t, out)
	for k, a := range want {
		switch same := reflect.DeepEqual(a, have[k]); {
		case same && others[k] != "":
			t.Errorf("%s is as on GPUs now: take it from the list", k)
		case !same && others[k] == "":
			t.Errorf("%s is %v, on GPUs %v", k, have[k], a)
		}
	}
	for k := range have {
		if _, is := want[k]; !is {
			t.Errorf("GPUs were not asked %s", k)
		}
	}
	for k := range others {
		if _, is := want[k]; !is {
			t.Errorf("GPUs were not asked %s, which the list has", k)
		}
	}
}

// answers reads a record. The names are those of section and question.
func answers(t *testing.T, file string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sections map[string]map[string]any
	if err := json.Unmarshal(text, &sections); err != nil {
		t.Fatal(err)
	}
	all := map[string]any{}
	for section, list := range sections {
		for k, a := range list {
			all[section+" "+k] = a
		}
	}
	return all
}
