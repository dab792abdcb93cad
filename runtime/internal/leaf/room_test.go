package leaf

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

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

// TestRoomNEON is TestRoom for arm64, where registers are saved in pairs.
func TestRoomNEON(t *testing.T) {
	text, err := os.ReadFile("leaf_arm64.s")
	if err != nil {
		t.Fatal(err)
	}
	body := func(name string) string {
		return string(regexp.MustCompile(`(?s)TEXT ·` + name + `\(SB\).*?RET\n`).Find(text))
	}
	const room, link = 768, 208 // where who calls may have the way back
	taken := map[int]string{link: "R30"}
	saved := map[string]int{}
	for _, m := range regexp.MustCompile(`F?STPQ? \((\w+), (\w+)\), (\d+)\(R27\)`).FindAllStringSubmatch(body("Save4"), -1) {
		at, _ := strconv.Atoi(m[3])
		for _, reg := range m[1:3] {
			size := map[byte]int{'R': 8, 'F': 16}[reg[0]]
			saved[reg] = at
			for n := at; n < at+size; n += 8 {
				if taken[n] != "" || n >= room {
					t.Errorf("%s is saved at %d, where there is %q", reg, n, taken[n])
				}
				taken[n] = reg
			}
			at += size
		}
	}
	loaded := map[string]bool{}
	for _, m := range regexp.MustCompile(`F?LDPQ? (\d+)\(R27\), \((\w+), (\w+)\)`).FindAllStringSubmatch(body("Load4"), -1) {
		at, _ := strconv.Atoi(m[1])
		for _, reg := range m[2:4] {
			if loaded[reg] = true; saved[reg] != at {
				t.Errorf("%s is saved at %d, and loaded from %d", reg, saved[reg], at)
			}
			at += map[byte]int{'R': 8, 'F': 16}[reg[0]]
		}
	}
	for n := range 31 {
		if reg := "R" + strconv.Itoa(n); n != 18 && n < 27 != loaded[reg] {
			t.Errorf("%s is loaded: %v", reg, loaded[reg])
		}
	}
	for n := range 32 {
		if reg := "F" + strconv.Itoa(n); !loaded[reg] {
			t.Errorf("%s is not loaded", reg)
		}
	}
	if len(saved) != len(loaded) {
		t.Errorf("%d registers are saved, %d loaded", len(saved), len(loaded))
	}
}
