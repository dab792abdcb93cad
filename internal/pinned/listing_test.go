package pinned

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
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
	out, err := Listing(t.Context(), sources(), map[string][]byte{"double.go": []byte(text)})
	if errors.Is(err, ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	return out
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
	if again := listing(t, code); !slices.Equal(lines(first), lines(again)) {
		t.Error("in another environment the listing is another one")
	}
}

// lines are those of a listing in an order: packages may come in any.
func lines(b []byte) []string {
	l := strings.Split(string(b), "\n")
	slices.Sort(l)
	return l
}

func TestErrors(t *testing.T) {
	listing(t, code) // or skip
	_, err := Listing(t.Context(), sources(), map[string][]byte{"double.go": []byte(strings.Replace(code, "x.Add(x)", "x.Ad(x)", 1))})
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(e.Output, "double.go:10:") || strings.Contains(e.Output, "STEXT") {
		t.Errorf("got %v, want the place of the error", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := Listing(ctx, sources(), nil); err == nil || err.Error() != "enough" {
		t.Errorf("got %v, want the end of the context", err)
	}
}

func TestUnavailable(t *testing.T) {
	t.Run("no command", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if _, err := Listing(t.Context(), sources(), nil); !errors.Is(err, ErrUnavailable) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no version", func(t *testing.T) {
		t.Setenv("GOPROXY", "off")
		env := append(environment(os.Environ()), "GOTOOLCHAIN=go1.99.9")
		if err := available(t.Context(), t.TempDir(), env); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "download go1.99.9") {
			t.Errorf("got %v", err)
		}
	})
}
