package leaf

import (
	"os"
	"regexp"
	"runtime"
	"strconv"
	"testing"
)

// TestAsks: versions that were tested would answer, too.
func TestAsks(t *testing.T) {
	if !tested {
		t.Error("this version has not been tested")
	}
	if !inPrologue() {
		t.Error("the stack guard is not where prologues have it")
	}
	if !wanted(1 << 34) {
		t.Error("no request to stop is seen")
	}
	for range 3 { // it may be wanted at any time
		if runtime.Gosched(); !wanted(1) {
			return
		}
	}
	t.Error("a request to stop is seen all the time")
}

// TestRoom: what registers take is no more than assembly has room for, and they are loaded from where they
// are saved.
func TestRoom(t *testing.T) {
	text, err := os.ReadFile("leaf_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	body := func(name string) string {
		m := regexp.MustCompile(`(?s)TEXT ·` + name + `\(SB\).*?RET\n`).Find(text)
		return string(m)
	}
	for _, x := range []struct {
		lanes      string
		registers  int
		last, room int
	}{{"8", 13 + 16, 32, 640}, {"16", 13 + 7 + 32, 64, 2240}} {
		saved := map[string]string{}
		end := 0
		for _, m := range regexp.MustCompile(`MOV\w+ (\w+), (\d+)\(R14\)`).FindAllStringSubmatch(body("Save"+x.lanes), -1) {
			saved[m[1]] = m[2]
			if at, _ := strconv.Atoi(m[2]); at+x.last > end {
				end = at + x.last
			}
		}
		loaded := regexp.MustCompile(`MOV\w+ (\d+)\(R14\), (\w+)`).FindAllStringSubmatch(body("Load"+x.lanes), -1)
		if len(saved) != x.registers || len(loaded) != x.registers || end != x.room {
			t.Errorf("%s: %d registers saved, %d loaded, %d bytes", x.lanes, len(saved), len(loaded), end)
		}
		for _, m := range loaded {
			if saved[m[2]] != m[1] {
				t.Errorf("%s is saved at %s, and loaded from %s", m[2], saved[m[2]], m[1])
			}
		}
	}
}
