package interpret_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/driver"
)

// TestAnswers loads texts that are wrong: the results are those of GPUs, of which
// runtime/driver/testdata/answers has a record.
func TestAnswers(t *testing.T) {
	text, err := os.ReadFile("../runtime/driver/testdata/answers/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Texts map[string]driver.Result `json:"texts"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if err := driver.Init(0); err != nil {
		t.Fatal(err)
	}
	c, err := driver.CtxCreate(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer driver.CtxDestroy(c)
	const head = ".version 7.0\n.target sm_70\n.address_size 64\n"
	ours := map[string]error{"unload null": driver.ModuleUnload(0)}
	_, ours["no file"] = driver.ModuleLoad("/nonexistent")
	for what, text := range map[string]string{
		"empty":         "",
		"garbage":       "hello world, this is not PTX at all",
		"syntax":        head + ".visible .entry f() { bogus; }",
		"newer version": strings.Replace(head, "7.0", "9.9", 1),
		"newer target":  ".version 8.7\n.target sm_120\n.address_size 64\n.visible .entry f() { ret; }",
		"undefined":     head + ".extern .func g();\n.visible .entry f() { call g; ret; }",
		"elf":           "\x7fELF" + strings.Repeat("\x00", 200),
	} {
		_, ours[what] = driver.ModuleLoadData(text)
	}
	// A text for a newer GPU than the device is runs here as well.
	if all.Texts["newer target"] = driver.Success; len(all.Texts) != len(ours) {
		t.Errorf("%d questions, GPUs were asked %d", len(ours), len(all.Texts))
	}
	for what, want := range all.Texts {
		if err := ours[what]; driver.ResultOf(err) != want {
			t.Errorf("%s: %v, on GPUs %s", what, err, want.Name())
		}
	}
}
