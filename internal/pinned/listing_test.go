package pinned

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/goversion"
)

const code = `package vector

import "github.com/ptx2go/ptx2go/runtime/gang8"

//go:noinline
func Double(xs []float32) int {
	i := 0
	for ; i < len(xs)-7; i += 8 {
		x := gang8.LoadF32(xs, i)
		gang8.StoreF32(xs, i, gang8.Ex2ApproxF32(x.Add(x)))
	}
	return i
}
`

// sources are those of the tree, with a test that must not be compiled.
func sources() fs.FS { return os.DirFS("../../runtime") }

func listing(t *testing.T, text string) []byte {
	t.Helper()
	var out [][]byte
	err := Listings(t.Context(), "amd64", sources(), []map[string][]byte{{"double.go": []byte(text)}}, func(listings [][]byte) error {
		out = listings
		return nil
	}, func(n int, listing []byte, err error) error {
		out = append(out, listing)
		return err
	})
	if errors.Is(err, ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	return bytes.Join(out, nil)
}

// TestListing: the functions of the package and what they call are in the listing, whatever the
// user has set.
func TestListing(t *testing.T) {
	first := listing(t, code)
	for _, want := range []string{
		"\n" + Package + ".Double STEXT",
		"\n" + modulePath + "/runtime/gang8.Ex2ApproxF32 STEXT",
		"\tVADDPS\t",
	} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("the listing lacks %q", want)
		}
	}
	for name, value := range map[string]string{
		"GOAMD64": "v3", "GOARCH": "arm64", "GOEXPERIMENT": "none", "GOFLAGS": "-gcflags=-N", "GOOS": "windows",
		"GOROOT": t.TempDir(), "GOTOOLCHAIN": "local", "GOWORK": "nowhere", "GODEBUG": "gotypesalias=0", "GOMAXPROCS": "1",
	} {
		t.Setenv(name, value)
	}
	if again := listing(t, code); !bytes.Equal(first, again) {
		t.Error("in another environment the listing is another one")
	}
}

// TestBatch: what does not compile hides nothing else, and no listing depends on what else there is.
func TestBatch(t *testing.T) {
	alone := listing(t, code)
	texts := []string{
		code,
		strings.Replace(code, "x.Add(x)", "x.Ad(x)", 1),
		strings.ReplaceAll(code, "Double", "Twice"),
		code,
		"package vector\n\nimport \"nowhere\"\n",
	}
	var packages []map[string][]byte
	for _, text := range texts[:4] {
		packages = append(packages, map[string][]byte{"double.go": []byte(text)})
	}
	var own []byte
	got := map[int]string{}
	err := Listings(t.Context(), "amd64", sources(), packages, func(listings [][]byte) error {
		own = bytes.Join(listings, nil)
		return nil
	}, func(n int, listing []byte, err error) error {
		var e *Error
		switch {
		case n == 1:
			if !errors.As(err, &e) || !strings.HasPrefix(e.Output, "vector/double.go:10:") || strings.Contains(e.Output, "STEXT") {
				t.Errorf("got %v, want the place of the error", err)
			}
		case err != nil:
			t.Errorf("%d: %v", n, err)
		case own == nil:
			t.Errorf("%d is there before the runtime", n)
		}
		if _, twice := got[n]; twice {
			t.Errorf("%d is there twice", n)
		}
		got[n] = string(listing)
		return nil
	})
	if err != nil || len(got) != 4 {
		t.Fatalf("%d listings, %v", len(got), err)
	}
	if whole := string(own) + got[0]; whole != string(alone) {
		t.Error("another package changes the listing")
	}
	if got[0] != got[3] || !strings.Contains(got[2], Package+".Twice STEXT") || strings.Contains(got[2], "Double") {
		t.Errorf("listings are mixed up:\n%.300s\n%.300s\n%.300s", got[0], got[2], got[3])
	}
	packages[2]["double.go"] = []byte(texts[4])
	var e *Error
	if err := Listings(t.Context(), "amd64", sources(), packages, func([][]byte) error { return nil }, func(int, []byte, error) error { return nil }); !errors.As(err, &e) || !strings.Contains(e.Output, "nowhere") {
		t.Errorf("got %v, want what is not there", err)
	}
}

// TestCache: where the cache of the go command has packages and not what was said of them, they are compiled
// again, each listing is handed on once, and the cache is whole then.
func TestCache(t *testing.T) {
	want := listing(t, code) // or skip
	if os.Getenv("PTX2GO_LONG") == "" {
		t.Skip("compiles the standard library twice: PTX2GO_LONG=1")
	}
	cache := t.TempDir()
	t.Setenv("GOCACHE", cache)
	if !bytes.Equal(listing(t, code), want) {
		t.Fatal("another cache makes another listing")
	}
	// The entries that are listings: one of the runtime, and that of the package.
	lost := 0
	err := filepath.WalkDir(cache, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "-d") {
			return err
		}
		data, err := os.ReadFile(name)
		if err == nil && (bytes.HasPrefix(data, []byte("# "+modulePath+"/runtime/gang8\n")) || bytes.HasPrefix(data, []byte("# "+Package+"/"))) {
			lost++
			err = os.Remove(name)
		}
		return err
	})
	if err != nil || lost != 2 {
		t.Fatalf("%d listings in the cache, %v", lost, err)
	}
	for range 2 {
		if !bytes.Equal(listing(t, code), want) {
			t.Error("the listing is another one")
		}
	}
}

// TestPart: where the go command does not list all it is called once more, to build anew, and nothing is
// handed on twice.
func TestPart(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no shell")
	}
	packages := []map[string][]byte{{"a.go": []byte("package a")}, {"b.go": []byte("package b")}}
	var all, some strings.Builder
	for _, p := range listed["amd64"] {
		fmt.Fprintf(&all, "# %s/%s\nof %s\n", Runtime, p, p)
	}
	for _, p := range packages {
		fmt.Fprintf(&all, "# %s/%s\nof one\n", Package, folderOf(p))
	}
	for n, section := range strings.SplitAfter(all.String(), "# ")[1:] {
		if lost := len(listed["amd64"]) + 1; n != lost { // the second package
			fmt.Fprintf(&some, "# %s", strings.TrimSuffix(section, "# "))
		}
	}
	first, _, _ := strings.Cut(all.String(), "# "+Runtime+"/"+listed["amd64"][2])
	for _, x := range []struct {
		name, part string
		status     int // of the first call: 1 where a package does not compile that is not one of these
	}{{"of the packages", some.String(), 0}, {"of the runtime", first, 0}, {"nothing", "", 0}, {"beside one that does not compile", first, 1}} {
		dir := t.TempDir()
		script := "#!/bin/sh\ncase \"$*\" in\n'env GOVERSION') echo " + goversion.Pinned + ";;\n*' -a '*) cat <<'E'\n" + all.String() + "E\n;;\n*) cat <<'E'\n" + x.part + "E\nexit " + strconv.Itoa(x.status) + "\nesac\n"
		if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		var got []string
		err := Listings(t.Context(), "amd64", sources(), packages, func(texts [][]byte) error {
			got = append(got, string(bytes.Join(texts, nil)))
			return nil
		}, func(n int, text []byte, err error) error {
			got = append(got, fmt.Sprintf("%d %s", n, text))
			return err
		})
		want := []string{"", "0 of one\n", "1 of one\n"}
		for _, p := range listed["amd64"] {
			want[0] += "of " + p + "\n"
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v, want %q", x.name, got, err, want)
		}
	}
}

func TestEnd(t *testing.T) {
	listing(t, code) // or skip
	packages := []map[string][]byte{{"double.go": []byte(code)}}
	enough := errors.New("enough")
	n := 0
	err := Listings(t.Context(), "amd64", sources(), packages, func([][]byte) error { n++; return enough }, func(int, []byte, error) error { n++; return nil })
	if err != enough || n != 1 {
		t.Errorf("got %v and %d calls, want the error of the first", err, n)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if err := Listings(ctx, "amd64", sources(), packages, nil, nil); err != enough {
		t.Errorf("got %v, want the end of the context", err)
	}
}

func TestUnavailable(t *testing.T) {
	t.Run("no command", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if err := Listings(t.Context(), "amd64", sources(), nil, nil, nil); !errors.Is(err, ErrUnavailable) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no version", func(t *testing.T) {
		t.Setenv("GOPROXY", "off")
		env := append(Environment("amd64", os.Environ()), "GOTOOLCHAIN=go1.99.9")
		if err := available(t.Context(), t.TempDir(), env); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "download go1.99.9") {
			t.Errorf("got %v", err)
		}
	})
}
