// Package experiment is about Go's experiment simd, with which programs run the threads of
// kernels as gangs: which builds have them, in which environment they are built, and
// whether the machine at hand runs them. It knows neither kernels nor vectors.
package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/scratch"
)

// Vectors is the build constraint of gang8 and gang16: the processor, and the versions of Go
// whose experiment they are written for.
const Vectors = Tag + " && amd64 && " + goversion.SIMD

// Constraint is that of generated Go files with gangs. They are not built for GOAMD64=v4, where
// Go's compiler joins operations on bits and may take the operands of AndNot in the other order.
const Constraint = Tag + " && amd64 && !amd64.v4 && " + goversion.SIMD

// Tag is the experiment as a tag of builds.
const Tag = "goexperiment." + name

const (
	name     = "simd"
	variable = "GOEXPERIMENT"
)

// Env returns an environment in which go builds with the experiment, or without. Other
// experiments stay as they are.
func Env(env []string, on bool) []string {
	names := slices.DeleteFunc(list(env), func(x string) bool { return x == name || x == "no"+name || x == "" })
	if on {
		names = append(names, name)
	}
	return append(slices.Clip(env), variable+"="+strings.Join(names, ","))
}

// list is the variable of an environment: the last one counts.
func list(env []string) []string {
	for _, x := range slices.Backward(env) {
		if value, ok := strings.CutPrefix(x, variable+"="); ok {
			return strings.Split(value, ",")
		}
	}
	return nil
}

// ErrUnavailable is that gangs cannot run here. What Available returns says why.
var ErrUnavailable = errors.New("gangs of threads cannot run here")

// Available reports whether programs with gangs can be built and run here, by the go
// command and the processor at hand. modulePath is the module of the runtime and root its
// source. Any error that is not ErrUnavailable is a failure of the question.
func Available(ctx context.Context, modulePath, root string) error {
	dir, remove, err := scratch.Dir("ptx2go-simd-")
	if err != nil {
		return err
	}
	defer remove()
	for file, text := range map[string]string{
		"go.mod":  fmt.Sprintf("module %s/internal/simdrun\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", modulePath, modulePath, modulePath, root),
		"main.go": fmt.Sprintf(probe, Constraint, modulePath+"/runtime/gang8"),
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			return err
		}
	}
	bin := filepath.Join(dir, "probe.bin")
	cmd := scratch.Ask(exec.CommandContext(ctx, "go", "build", "-o", bin, "."))
	cmd.Dir = dir
	cmd.Env = append(Env(os.Environ(), true), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil && strings.Contains(string(out), "build constraints exclude"):
		return fmt.Errorf("%w: they are for %s", ErrUnavailable, strings.TrimPrefix(Constraint, Tag+" && "))
	case err != nil:
		return fmt.Errorf("%w\n%s", err, out)
	}
	var exit *exec.ExitError
	if err := exec.CommandContext(ctx, bin).Run(); errors.As(err, &exit) && exit.ExitCode() == unusable {
		return fmt.Errorf("%w: they need a processor with AVX2 and FMA", ErrUnavailable)
	} else if err != nil {
		return err
	}
	return nil
}

// unusable is the exit status of the probe where the processor lacks something.
const unusable = 3

const probe = `//go:build %s

package main

import (
	"os"

	%q
)

func main() {
	if !gang8.Usable() {
		os.Exit(3)
	}
}
`
