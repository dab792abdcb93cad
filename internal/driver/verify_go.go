package driver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/casefile"
)

const modulePath = "github.com/ptx2go/ptx2go"

// runGenerated writes a Go program with one package per variant, builds it
// once, and lets it run all of them.
func runGenerated(ctx context.Context, all []*variant, opt verifyOptions, io Stdio) error {
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	dir := opt.keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "ptx2go-verify-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	list := runnable(all)
	each(list, func(v *variant) {
		defer func() {
			if r := recover(); r != nil {
				v.err = fmt.Errorf("internal error: %v", r)
			}
		}()
		v.err = v.writePackage(dir)
	})
	list = runnable(all)
	if len(list) == 0 {
		return nil
	}
	if err := writeProgram(dir, root, list); err != nil {
		return err
	}
	bin := filepath.Join(dir, "verify.bin")
	build := exec.CommandContext(ctx, "go", "build", "-o", bin, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the generated program: %w\n%s", err, firstLines(out, 40))
	}
	return execute(ctx, bin, list, io)
}

// packageName is the folder of a variant's generated code.
func (v *variant) packageName() string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		if r >= 'A' && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return '_'
	}, "k_"+v.key())
}

func (v *variant) writePackage(dir string) error {
	src, err := codegen.File(v.m, codegen.Options{
		Package: v.packageName(), Source: v.file, Output: "kernel_ptx.go", Comments: true,
		Command: "ptx2go " + v.file, ModuleVar: "Module",
	})
	if err != nil {
		return err
	}
	d := filepath.Join(dir, v.packageName())
	if err := os.MkdirAll(d, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d, "kernel_ptx.go"), src, 0o644)
}

// writeProgram writes go.mod and main.go. The module's path lies below
// internal/ of ptx2go, so that the program may import caserun.
func writeProgram(dir, root string, list []*variant) error {
	const self = modulePath + "/internal/verifyrun"
	mod := fmt.Sprintf("module %s\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", self, modulePath, modulePath, root)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return err
	}
	var imports, entries bytes.Buffer
	for _, v := range list {
		p := v.packageName()
		fmt.Fprintf(&imports, "\t%q\n", self+"/"+p)
		fmt.Fprintf(&entries, "\t\t%q: %s.Module,\n", v.key(), p)
	}
	src := fmt.Sprintf("package main\n\nimport (\n\t%q\n\tptx %q\n\n%s)\n\nfunc main() {\n\tcaserun.Main(map[string]*ptx.Module{\n%s\t})\n}\n",
		modulePath+"/internal/caserun", modulePath+"/runtime", imports.String(), entries.String())
	return os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o644)
}

// execute feeds the jobs to the program. When it dies, the job it was at has
// failed, and it is started again for the rest.
func execute(ctx context.Context, bin string, list []*variant, io Stdio) error {
	for len(list) > 0 {
		done, err := executeOnce(ctx, bin, list)
		if done < len(list) {
			if err == nil {
				err = errors.New("the program stopped early")
			}
			list[done].err = err
			list[done].ran = true
			done++
		}
		list = list[done:]
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func executeOnce(ctx context.Context, bin string, list []*variant) (done int, err error) {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, v := range list {
		abs, err := filepath.Abs(v.c.Dir)
		if err != nil {
			return 0, err
		}
		if err := enc.Encode(casefile.Job{Key: v.key(), Dir: abs}); err != nil {
			return 0, err
		}
	}
	cmd := exec.CommandContext(ctx, bin)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	sc := bufio.NewScanner(out)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var r casefile.Result
		if json.Unmarshal(sc.Bytes(), &r) != nil || done >= len(list) || r.Key != list[done].key() {
			continue
		}
		v := list[done]
		v.ran, v.took = true, time.Duration(r.Nanos)
		if r.Error != "" {
			v.err = errors.New(r.Error)
		}
		done++
	}
	if err := cmd.Wait(); err != nil {
		return done, fmt.Errorf("%w\n%s", err, firstLines(stderr.Bytes(), 25))
	}
	return done, nil
}

// moduleRoot finds the source of ptx2go, which the built program needs.
func moduleRoot(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", modulePath)
	out, err := cmd.Output()
	dir := strings.TrimSpace(string(out))
	if err != nil || dir == "" {
		return "", fmt.Errorf("verify -engine=go builds a program against the runtime of ptx2go: run it inside ptx2go or a module that requires %s", modulePath)
	}
	return dir, nil
}

func firstLines(b []byte, n int) string {
	lines := strings.SplitN(string(b), "\n", n+1)
	if len(lines) > n {
		lines[n] = "..."
	}
	return strings.Join(lines, "\n")
}
