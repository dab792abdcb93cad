package pinned

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/scratch"
)

// Package is the import path that each of the compiled packages has in its listing. Those of the runtime
// are below Runtime.
const (
	Package = modulePath + "/" + folder
	Runtime = modulePath + "/runtime"
)

const (
	modulePath = "github.com/ptx2go/ptx2go"
	folder     = "vector"
)

// listed are the packages of the runtime whose functions may be called, by architectures, and so are in a
// listing: the other ones give constants and what is inlined.
var listed = map[string][]string{
	"amd64": {"fpops", "gang8", "gang16", "gen", "internal/mufu", "internal/powers", "intops"},
	"arm64": {"fpops", "gang4", "gen", "internal/mufu", "internal/powers", "intops"},
}

// ErrUnavailable is that the version of Go cannot be had. What Listing returns says why.
var ErrUnavailable = errors.New(goversion.Pinned + " cannot be had")

// Error is what the compiler has against the code.
type Error struct{ Output string }

func (e *Error) Error() string { return goversion.Pinned + " does not compile it:\n" + e.Output }

// Listings compiles packages, each of Go files by their names, for an architecture with archsimd, all in one build,
// and calls take with the number of each and its listing, in any order. Before these, it calls first with
// the listings of those packages of the runtime whose functions may be called, in an order that is always
// the same; runtime are these, by their paths below the folder runtime. What does not compile has an *Error in
// place of a listing. An error of first or take ends everything. A listing does not depend on what else is
// compiled. Whoever is given one may keep it.
func Listings(ctx context.Context, arch string, runtime fs.FS, packages []map[string][]byte, first func(listings [][]byte) error, take func(number int, listing []byte, err error) error) error {
	dir, remove, err := scratch.Dir("ptx2go-asm-")
	if err != nil {
		return err
	}
	defer remove()
	if err := write(dir, runtime); err != nil {
		return err
	}
	numbers := map[string][]int{}
	for n, files := range packages {
		name := folderOf(files)
		numbers[name] = append(numbers[name], n)
		for file, data := range files {
			if err := put(dir, path.Join(folder, name, file), data); err != nil {
				return err
			}
		}
	}
	env := Environment(arch, os.Environ())
	if err := available(ctx, dir, env); err != nil {
		return err
	}
	b := &build{listed: listed[arch], numbers: numbers, first: first, take: take}
	return b.run(ctx, dir, env)
}

// folderOf names the folder of a package by what is in it, so that the cache of the go command has the
// listing again, whatever the package is compiled with.
func folderOf(files map[string][]byte) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%q %d\n%s", name, len(files[name]), files[name])
	}
	return fmt.Sprintf("p%x", h.Sum(nil)[:12])
}

// write makes the module: a go.mod, and the runtime without its tests, and without the file that has these
// sources in it.
func write(dir string, runtime fs.FS) error {
	err := fs.WalkDir(runtime, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "sources.go" || strings.HasSuffix(name, "_test.go") || path.Ext(name) != ".go" && path.Ext(name) != ".s" {
			return err
		}
		data, err := fs.ReadFile(runtime, name)
		if err != nil {
			return err
		}
		return put(dir, path.Join("runtime", name), data)
	})
	if err != nil {
		return err
	}
	return put(dir, "go.mod", []byte("module "+modulePath+"\n\ngo "+strings.TrimPrefix(goversion.First, "go")+"\n"))
}

func put(dir, name string, data []byte) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}

// own are the variables that a listing depends on, as they must be. None is empty: the go command
// would take what go env -w has.
var own = []string{
	"CGO_ENABLED=0",
	"GO111MODULE=on",
	"GOAMD64=v2",   // what each processor with AVX2 has, or code would ask; with v3 products and sums join
	"GOARM64=v8.0", // all processors; with v8.1 code would have instructions of which it does not ask whether they are there
	"GOEXPERIMENT=simd",
	"GOFLAGS=-trimpath",
	"GOOS=linux",
	"GOTOOLCHAIN=" + goversion.Pinned,
	"GOWORK=off",
}

// Environment is one for an architecture without what a listing would depend on, and with what the go command
// needs to find its caches and its proxy.
func Environment(arch string, env []string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return name == "GOARCH" || name == "GODEBUG" || name == "GOROOT" || slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(o, name+"=") })
	})
	return append(append(env, own...), "GOARCH="+arch)
}

// Available returns nil, or why the version of Go cannot be had: ErrUnavailable, or the end of the context.
func Available(ctx context.Context) error {
	return available(ctx, "", Environment("amd64", os.Environ()))
}

// available asks the go command for the version.
func available(ctx context.Context, dir string, env []string) error {
	out, err := command(ctx, dir, env, "env", "GOVERSION").CombinedOutput()
	switch said, _, _ := strings.Cut(strings.TrimSpace(string(out)), " "); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%w: there is no go command", ErrUnavailable)
	case err != nil:
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("%w: %s", ErrUnavailable, strings.TrimPrefix(lines[len(lines)-1], "go: "))
	case said != goversion.Pinned:
		return fmt.Errorf("%w: the go command gives %s", ErrUnavailable, said)
	}
	return nil
}

func command(ctx context.Context, dir string, env []string, args ...string) *exec.Cmd {
	cmd := scratch.Ask(exec.CommandContext(ctx, "go", args...))
	cmd.Dir, cmd.Env = dir, env
	return cmd
}
