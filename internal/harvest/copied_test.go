package harvest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/pinned"
)

// What -update does where something has changed is for people to say.
var (
	raised   = flag.Bool("raise", false, "with -update: count the version of assembly up if something has changed that it has copies of")
	sameBits = flag.Bool("samebits", false, "with -update: what has changed computes the same, and the version of assembly stays")
)

// copiedFiles have what assembly may have copies of, by hashes.
var copiedFiles = []struct {
	Target
	file string
}{{AMD64, "testdata/copied.txt"}, {ARM64, "testdata/copied_arm64.txt"}}

// versionIn is where the version of what assembly has copies of is written.
var versionIn = []struct {
	file string
	is   *regexp.Regexp
}{
	{"../../runtime/gen/version.go", regexp.MustCompile(`(RunPtx2goAgainForAssembly)(\d+)`)},
	{"../../runtime/gen/version.go", regexp.MustCompile(`(RunPtx2goAgainForAssembly\d+ = )(\d+)`)},
	{"../../codegen/sources.go", regexp.MustCompile(`(const asmVersion = ")(\d+)`)},
	{"../asm/asm_test.go", regexp.MustCompile(`(\{"RunPtx2goAgainForAssembly)(\d+)`)},
}

// TestCopied: assembly that was made before has copies of functions and constants of the runtime, and numbers
// of its types. Whoever changes any of them raises the version of assembly, or such files go on with what was
// wrong: go test -update -raise does that, in all files, and go generate makes assembly again. What is new is in no
// file yet. Functions that are inlined are in the listing too, but for those with type parameters that
// no function of the runtime calls.
func TestCopied(t *testing.T) {
	for _, x := range copiedFiles {
		t.Run(x.Arch(), func(t *testing.T) {
			if x.Target != AMD64 {
				everyOther(t)
			}
			compareCopied(t, x.file, copied(t, x.Target))
		})
	}
}

// compareCopied compares with what stands in a file.
func compareCopied(t *testing.T, copiedFile string, now map[string]string) {
	var version string
	for _, in := range versionIn {
		text, err := os.ReadFile(in.file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range in.is.FindAllSubmatch(text, -1) {
			if version == "" {
				version = string(m[2])
			}
			if string(m[2]) != version {
				t.Fatalf("%s has version %s of assembly, others %s", in.file, m[2], version)
			}
		}
	}
	if version == "" {
		t.Fatal("no version of assembly")
	}
	was := map[string]string{}
	data, err := os.ReadFile(copiedFile)
	if err != nil && !*update {
		t.Fatalf("no %s: run go test -update", copiedFile)
	}
	head, list, _ := strings.Cut(string(data), "\n")
	for line := range strings.Lines(list) {
		name, sum, _ := strings.Cut(strings.TrimSpace(line), "\t")
		was[name] = sum
	}
	changed, isNew := versus(was, now)
	const how = "go test ./internal/harvest -run TestCopied -update"
	if some := strings.Join(changed[:min(len(changed), 9)], ", "); some != "" && len(was) > 0 {
		switch {
		case head != "version "+version || *update && *sameBits:
		case *update && *raised:
			version = raise(t)
			fmt.Printf("version %s of assembly: run go test ./codegen -update, and go generate\n", version)
		default:
			t.Fatalf("assembly of version %s has copies of what has changed: %s\nRun %s -raise, or with -samebits if all of these compute the same as before", version, some, how)
		}
	}
	switch {
	case *update:
		var b strings.Builder
		fmt.Fprintf(&b, "version %s\n", version)
		for _, name := range slices.Sorted(maps.Keys(now)) {
			fmt.Fprintf(&b, "%s\t%s\n", name, now[name])
		}
		write(t, copiedFile, []byte(b.String()))
	case head != "version "+version:
		t.Errorf("%s is of %s, and assembly of version %s: run %s", copiedFile, head, version, how)
	case len(isNew) > 0:
		t.Errorf("assembly may have copies of what is new: %s\nRun %s, which notes that", strings.Join(isNew[:min(len(isNew), 9)], ", "), how)
	}
}

// versus compares what may be copied with what could be before.
func versus(was, now map[string]string) (changed, isNew []string) {
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if sum, known := was[name]; !known {
			isNew = append(isNew, name)
		} else if sum != now[name] {
			changed = append(changed, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if now[name] == "" {
			changed = append(changed, name)
		}
	}
	return changed, isNew
}

// TestCopiedNoticed: another instruction, another constant and a function that is gone are changes, another
// line of the source is none, and what is new changes nothing.
func TestCopiedNoticed(t *testing.T) {
	hashed := func(list string) map[string]string {
		l, err := Parse(AMD64, []byte(list))
		if err != nil {
			t.Fatal(err)
		}
		return copies(l)
	}
	const fn = "lib.G STEXT size=4\n\t0x0000 00000 (g.go:1)\tTEXT\tlib.G(SB), NOSPLIT|ABIInternal, $0-8\n\t0x0000 00000 (g.go:7)\tADDL\t$1, AX\n\t0x0003 00003 (g.go:7)\tMOVL\tlib.x(SB), BX\n\t0x0009 00009 (g.go:8)\tRET\n"
	const x = "lib.x SRODATA size=4\n\t0x0000 01 00 00 00                                      ....\n"
	base := hashed(fn + x)
	for _, c := range []struct {
		name, list     string
		changed, isNew int
	}{
		{"nothing", fn + x, 0, 0},
		{"a line", strings.ReplaceAll(fn, "g.go:7", "g.go:9") + x, 0, 0},
		{"an instruction", strings.Replace(fn, "$1", "$2", 1) + x, 1, 0},
		{"a constant", fn + strings.Replace(x, " 01 ", " 02 ", 1), 1, 0},
		{"gone", x, 1, 0},
		{"new", fn + x + strings.ReplaceAll(fn, "lib.G", "lib.H"), 0, 1},
	} {
		if changed, isNew := versus(base, hashed(c.list)); len(base) != 1 || len(changed) != c.changed || len(isNew) != c.isNew {
			t.Errorf("%s: of %d changed %v, new %v", c.name, len(base), changed, isNew)
		}
	}
}

// raise counts the version up in all files, and returns it.
func raise(t *testing.T) (version string) {
	for _, in := range versionIn {
		text, err := os.ReadFile(in.file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, in.file, in.is.ReplaceAllFunc(text, func(m []byte) []byte {
			sub := in.is.FindSubmatch(m)
			n, _ := strconv.Atoi(string(sub[2]))
			version = strconv.Itoa(n + 1)
			return append(bytes.Clone(sub[1]), version...)
		}))
	}
	return version
}

// runtimeListing is that of the packages of the runtime that assembly has copies from.
func runtimeListing(t *testing.T, target Target) (l *Listing) {
	t.Helper()
	one := []map[string][]byte{{"vector.go": []byte("package vector\n\nvar X int\n")}}
	err := pinned.Listings(t.Context(), target.Arch(), os.DirFS("../../runtime"), one, func(texts [][]byte) (err error) {
		l, err = Parse(target, texts...)
		return err
	}, func(int, []byte, error) error { return nil })
	if errors.Is(err, pinned.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	return l
}

// numbers are those of the runtime that assembly has, besides those that each target has.
var numbers = map[string]int{"Leaving": Leaving, "StopAt": StopAt, "DoneAt": DoneAt, "guardAt": guardAt, "wanted": wanted}

var numbersOf = map[Target]map[string]int{
	AMD64: {"slotsSize": amd64Slots, "saved8": saved8.size, "saved16": saved16.size},
	ARM64: {"saved4": saved4.size, "savedLink": savedLink},
}

// copied hashes what assembly may have copies of, by names.
func copied(t *testing.T, target Target) map[string]string {
	list := copies(runtimeListing(t, target))
	for _, m := range []map[string]int{numbers, numbersOf[target]} {
		for name, value := range m {
			list[name] = strconv.Itoa(value)
		}
	}
	if len(list) < 500 {
		t.Fatalf("only %d functions can be copied", len(list))
	}
	return list
}

// exported is a function that other packages can call.
var exported = regexp.MustCompile(`^\w+\.(?:(?:\(\*)?[A-Z]\w*\)?\.)?[A-Z]\w*$`)

// harvesterOf is one of helpers.
func harvesterOf(l *Listing) *harvester {
	h := &harvester{Listing: l, t: l.t, opt: &Options{Rounds: map[string]int{}}, helpers: map[string]*helper{}, out: &Output{}}
	h.constants = constants{from: l, own: ".", names: map[string]string{}, taken: map[string]bool{}, texts: map[string]string{}}
	for _, p := range []string{"fpops", "gang4", "gang8", "gang16", "internal/mufu", "internal/powers", "intops"} {
		h.opt.Rounds[pinned.Runtime+"/"+p] = 64
	}
	return h
}

// copies hashes the functions of a listing that other packages can call and that can be harvested, with
// those that they call and the constants that all of these read. Of a name it leaves the path out. Of types
// of gen gang functions know CTA alone.
func copies(l *Listing) map[string]string {
	list := map[string]string{}
	for name := range l.funcs {
		if short := name[strings.LastIndexByte(name, '/')+1:]; !exported.MatchString(short) || strings.HasPrefix(short, "gen.(") && !strings.HasPrefix(short, "gen.(*CTA).") {
			continue
		}
		h := harvesterOf(l)
		if _, err := h.helper(name); err != nil {
			continue // it is refused
		}
		sum := sha256.Sum256([]byte(strings.Join(h.texts, "") + h.constants.text()))
		list[path.Base(name)] = fmt.Sprintf("%x", sum[:6])
	}
	return list
}
