package pinned

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/scratch"
)

// Package is the import path of what is compiled, and those of the runtime are below Runtime.
const (
	Package = modulePath + "/" + folder
	Runtime = modulePath + "/runtime"
)

const (
	modulePath = "github.com/ptx2go/ptx2go"
	folder     = "vector"
)

// listed are the packages of the runtime whose functions may be called, and so are in a listing:
// the other ones give constants and what is inlined.
var listed = []string{"fpops", "gang8", "gang16", "gen", "internal/mufu", "internal/powers"}

// ErrUnavailable is that the version of Go cannot be had. What Listing returns says why.
var ErrUnavailable = errors.New(goversion.Pinned + " cannot be had")

// Error is what the compiler has against the code.
type Error struct{ Output string }

func (e *Error) Error() string { return goversion.Pinned + " does not compile it:\n" + e.Output }

// Listing compiles the Go files of a package, by their names, for amd64 with archsimd and returns
// the listing of it and of those packages of the runtime whose functions it may call; runtime are
// these, by their paths below the folder runtime.
func Listing(ctx context.Context, runtime fs.FS, files map[string][]byte) ([]byte, error) {
	dir, remove, err := scratch.Dir("ptx2go-asm-")
	if err != nil {
		return nil, err
	}
	defer remove()
	if err := write(dir, runtime, files); err != nil {
		return nil, err
	}
	env := environment(os.Environ())
	if err := available(ctx, dir, env); err != nil {
		return nil, err
	}
	args := []string{"build", "-gcflags=" + Package + "=-S"}
	for _, p := range listed {
		args = append(args, "-gcflags="+Runtime+"/"+p+"=-S")
	}
	var out bytes.Buffer
	cmd := command(ctx, dir, env, append(args, "./"+folder)...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); ctx.Err() != nil {
		return nil, context.Cause(ctx)
	} else if err != nil {
		return nil, &Error{messages(out.String())}
	}
	return out.Bytes(), nil
}

// write makes the module: a go.mod, the runtime without its tests, and the package.
func write(dir string, runtime fs.FS, files map[string][]byte) error {
	put := func(name string, data []byte) error {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	}
	err := fs.WalkDir(runtime, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") || path.Ext(name) != ".go" && path.Ext(name) != ".s" {
			return err
		}
		data, err := fs.ReadFile(runtime, name)
		if err != nil {
			return err
		}
		return put(path.Join("runtime", name), data)
	})
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := put(path.Join(folder, name), data); err != nil {
			return err
		}
	}
	return put("go.mod", []byte("module "+modulePath+"\n\ngo "+strings.TrimPrefix(goversion.First, "go")+"\n"))
}

// own are the variables that a listing depends on, as they must be. None is empty: the go command
// would take what go env -w has.
var own = []string{
	"CGO_ENABLED=0",
	"GO111MODULE=on",
	"GOAMD64=v1",
	"GOARCH=amd64",
	"GOEXPERIMENT=simd",
	"GOFLAGS=-trimpath",
	"GOOS=linux",
	"GOTOOLCHAIN=" + goversion.Pinned,
	"GOWORK=off",
}

// environment is one without what a listing would depend on, and with what the go command needs to
// find its caches and its proxy.
func environment(env []string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return name == "GODEBUG" || name == "GOROOT" || slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(o, name+"=") })
	})
	return append(env, own...)
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

// messages are what the compiler says beside the listing.
func messages(out string) string {
	var b strings.Builder
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, folder+"/") || strings.HasPrefix(line, "./") || strings.HasPrefix(line, "go: ") {
			b.WriteString(line)
		}
	}
	if b.Len() == 0 {
		return out[max(0, len(out)-1000):]
	}
	return b.String()
}
