package libcuda

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ptx2go/ptx2go/internal/scratch"
	"github.com/ptx2go/ptx2go/interpret/record"
)

// Builder builds libraries of one source.
type Builder struct {
	Source string
	Key    string
	// Accurate says that approximate instructions give correctly rounded results, or nearly, if the environment of
	// a program does not say otherwise.
	Accurate bool
	// Translate writes the Go code of modules into folders, each of which has the texts of one that are
	// linked; a package named kernels. The errors are those of the folders.
	Translate func(ctx context.Context, dirs []string, accurate bool, log io.Writer) []error
	Log       io.Writer
}

// ErrNoCompiler is the error where a tool is missing.
var ErrNoCompiler = errors.New("the library is built with go and gcc")

// packageOf is the folder, and the end of the import path, of a module's package.
func packageOf(t record.Text) string { return "t" + t.Name }

// Modules translates texts into packages in a folder, those that are not there yet, and returns the texts
// that there are packages of. What is wrong with the others is in the log.
func (b *Builder) Modules(ctx context.Context, texts []record.Text, dir string) ([]record.Text, error) {
	var list []record.Text
	var dirs []string // of those that are to be translated, below one that is new
	tmp, err := os.MkdirTemp(dir, ".new-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	var wanted []record.Text
	for _, t := range texts {
		if _, err := os.Stat(filepath.Join(dir, packageOf(t))); err == nil {
			list = append(list, t)
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, packageOf(t)+".failed")); err == nil {
			continue
		}
		to := filepath.Join(tmp, packageOf(t))
		if err := os.Mkdir(to, 0o755); err != nil {
			return nil, err
		}
		for _, f := range t.Files {
			text, err := os.ReadFile(f)
			if err == nil {
				err = os.WriteFile(filepath.Join(to, filepath.Base(f)), text, 0o644)
			}
			if err != nil {
				return nil, err
			}
		}
		wanted, dirs = append(wanted, t), append(dirs, to)
	}
	if len(dirs) == 0 {
		return list, nil
	}
	for i, err := range b.Translate(ctx, dirs, b.Accurate, b.Log) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		to := filepath.Join(dir, packageOf(wanted[i]))
		if err != nil {
			fmt.Fprintf(b.Log, "%s stays interpreted: %v\n", wanted[i].Files[0], err)
			if err := os.WriteFile(to+".failed", []byte(err.Error()), 0o644); err != nil {
				return nil, err
			}
			continue
		}
		if err := os.Rename(dirs[i], to); err != nil {
			return nil, err
		}
		list = append(list, wanted[i])
	}
	return list, nil
}

// about are the words of the go command about a package.
var about = regexp.MustCompile(`(?m)^# ` + regexp.QuoteMeta(programPath) + `/(t[0-9a-f]+)$`)

// Go builds the library in Go, with the packages of texts that Modules has made in a folder, and returns the
// texts that it has: those whose package compiles.
func (b *Builder) Go(ctx context.Context, texts []record.Text, dir, soname, to string) ([]record.Text, error) {
	for {
		if err := b.program(texts, dir); err != nil {
			return nil, err
		}
		out, err := b.run(ctx, dir, "go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-w -extldflags=-Wl,-soname,"+soname, "-o", to, ".")
		if err == nil {
			_ = os.Remove(strings.TrimSuffix(to, filepath.Ext(to)) + ".h")
			return texts, nil
		}
		// A package that does not compile must not keep the others away.
		bad := map[string]bool{}
		for _, m := range about.FindAllSubmatch(out, -1) {
			bad[string(m[1])] = true
		}
		if len(bad) == 0 || ctx.Err() != nil {
			return nil, fmt.Errorf("go build: %w\n%s", err, out)
		}
		fmt.Fprintf(b.Log, "%s", out)
		var good []record.Text
		for _, t := range texts {
			if !bad[packageOf(t)] {
				good = append(good, t)
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, packageOf(t)+".failed"), out, 0o644); err != nil {
				return nil, err
			}
			if err := os.RemoveAll(filepath.Join(dir, packageOf(t))); err != nil {
				return nil, err
			}
		}
		texts = good
	}
}

// program writes the main package.
func (b *Builder) program(texts []record.Text, dir string) error {
	below := filepath.Join(b.Source, "runtime", "driver", "libcuda")
	mod, err := os.ReadFile(filepath.Join(below, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(below, "go.sum"))
	if err != nil {
		return err
	}
	// The module needs what that of the library does.
	lib := modulePath + "/runtime/driver/libcuda"
	text := strings.Replace(string(mod), "module "+lib, "module "+programPath, 1)
	text = strings.Replace(text, "replace "+modulePath+" => ../../..", "", 1)
	text += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace (\n\t%s => %s\n\t%s => %s\n)\n", lib, modulePath, quoted(b.Source), lib, quoted(below))
	var main bytes.Buffer
	main.WriteString("// Command built is libcuda.so.1 with Go code of PTX texts.\npackage main\n\nimport (\n\t\"embed\"\n\n")
	fmt.Fprintf(&main, "\t%q\n\t_ %q\n\t%q\n\t_ %q\n\n", modulePath+"/internal/libcuda/cache", modulePath+"/interpret", modulePath+"/runtime/driver", lib)
	for _, t := range texts {
		fmt.Fprintf(&main, "\t_ %q\n", programPath+"/"+packageOf(t))
	}
	main.WriteString(")\n\n")
	if len(texts) > 0 {
		main.WriteString("//go:embed t*/*.ptx\n")
	}
	goTool, _ := exec.LookPath("go")
	approx := "Any" // until the environment says what; a library has code of one kind
	if b.Accurate {
		approx = "Accurate"
	}
	fmt.Fprintf(&main, "var linked embed.FS\n\nfunc init() {\n\tdriver.SetApprox(driver.Approx%s)\n\tcache.Use(cache.Config{Key: %q, Source: %q, Go: %q, Linked: linked, Accurate: %t})\n}\n\nfunc main() {}\n", approx, b.Key, b.Source, goTool, b.Accurate)
	for name, data := range map[string][]byte{"go.mod": []byte(text), "go.sum": sum, "main.go": main.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

// quoted is a path in go.mod.
func quoted(path string) string { return fmt.Sprintf("%q", path) }

// Front builds the library that programs load, around the one in Go.
func (b *Builder) Front(ctx context.Context, base, to string) error {
	front := filepath.Join(b.Source, "runtime", "driver", "libcuda", "front")
	out, err := b.run(ctx, filepath.Dir(base), "gcc", "-std=gnu11", "-O2", "-fPIC", "-shared", "-Wl,-soname,libcuda.so.1", "-Wl,-z,nodelete", "-Wl,-z,noexecstack",
		"-DPTX2GO_KEY="+quoted(b.Key), "-DPTX2GO_BASE="+quoted(filepath.Base(base)), fmt.Sprintf("-DPTX2GO_ACCURATE=%d", bit(b.Accurate)), "-o", to,
		filepath.Join(front, "front.c"), filepath.Join(front, "calls.c"), "-ldl", "-lpthread")
	if err != nil {
		return fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return nil
}

func (b *Builder) run(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	if _, err := exec.LookPath(name); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoCompiler, err)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "CGO_ENABLED=1")
	return cmd.CombinedOutput()
}

// Library builds libcuda.so.1 with texts in it. The file appears at once. It returns how many texts cannot be
// translated, which the library interprets.
func (b *Builder) Library(ctx context.Context, texts []record.Text, to string) (interpreted int, err error) {
	dir, remove, err := scratch.Dir("ptx2go-libcuda-")
	if err != nil {
		return 0, err
	}
	defer remove()
	made, err := b.Modules(ctx, texts, dir)
	if err != nil {
		return 0, err
	}
	base := filepath.Join(dir, "base.so")
	if made, err = b.Go(ctx, made, dir, "libcuda-ptx2go.so", base); err != nil {
		return 0, err
	}
	tmp := fmt.Sprintf("%s.%d.tmp", to, os.Getpid())
	defer os.Remove(tmp)
	abs, err := filepath.Abs(tmp)
	if err != nil {
		return 0, err
	}
	if err := b.Front(ctx, base, abs); err != nil {
		return 0, err
	}
	return len(texts) - len(made), os.Rename(tmp, to)
}
