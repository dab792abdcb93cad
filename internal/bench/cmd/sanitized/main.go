// Command sanitized measures what -sanitize costs: the kernels of the suite as generated code, with the notes of each
// mode and without any, by processor time. It prints a table, and with -write puts it into docs/SANITIZERS.md. It runs
// in the folder of its module, behind the suite (go run ./cmd/suite -check), which compiles the kernels.
//
//	go run ./cmd/sanitized
//	go run ./cmd/sanitized -k 'SGEMM|n-body'
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

var (
	only   = flag.String("k", "", "regular expression of kernels")
	rounds = flag.String("rounds", "2", "rounds of each mode, of which the fastest counts")
	keep   = flag.Bool("keep", false, "measure what was built before")
	write  = flag.Bool("write", false, "put the table into docs/SANITIZERS.md")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "sanitized:", err)
		os.Exit(1)
	}
}

// modes are what is measured: the package that the code is generated into, and the flag.
var modes = []struct{ name, pkg, flag string }{
	{"", "none", ""}, {"sync", "sync_", "sync"}, {"init", "init_", "init"}, {"race", "race", "race"}, {"all", "all", "race,init,sync"},
}

const program = "build/measure.sanitized"

func run() error {
	if _, err := os.Stat("build/libloops.a"); err != nil {
		return errors.New("run it in the folder internal/bench, behind go run ./cmd/suite -check")
	}
	if !*keep {
		if err := build(); err != nil {
			return err
		}
	}
	cmd := exec.Command(program, "-sanitized", "-small", "-k", *only, "-rounds", *rounds, "-slice", "20ms")
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var list []*result.Sanitized
	if err := result.Read(out, func(l result.Line) {
		if l.Sanitized != nil {
			list = append(list, l.Sanitized)
			fmt.Fprintln(os.Stderr, row(l.Sanitized))
		}
	}); err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return err
	}
	t := table(list)
	fmt.Print(t)
	if *write {
		return put("../../docs/SANITIZERS.md", t)
	}
	return nil
}

// build generates the code and the program that runs it.
func build() error {
	if err := command("go", "build", "-C", "../..", "-o", "internal/bench/build/ptx2go", "./cmd/ptx2go"); err != nil {
		return err
	}
	for _, m := range modes {
		dir := filepath.Join("build", "sanitized", m.pkg)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		args := []string{"-pkg", m.pkg, "-tags", "suite", "-o", dir + "/kernels_ptx.go"}
		if m.flag == "" {
			args = append(args, "-simd=off", "-asm=off")
		} else {
			args = append(args, "-sanitize="+m.flag)
		}
		if err := command("build/ptx2go", append(args, "build/kernels.ptx")...); err != nil {
			return err
		}
		text := "//go:build suite\n\npackage " + m.pkg + "\n\n// Module is what the kernels are found in.\nvar Module = kernelsModule.Module\n"
		if err := os.WriteFile(dir+"/module.go", []byte(text), 0o666); err != nil {
			return err
		}
	}
	return command("go", "build", "-tags", "suite,sanitized", "-o", program, "./measure")
}

func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// ratio is what a mode costs: times as much processor time as without.
func ratio(s *result.Sanitized, mode string) float64 { return s.Modes[mode].CPU / s.Modes[""].CPU }

// density is bytes of shadow memory a byte.
func density(s *result.Sanitized, mode string) float64 {
	return max(0, float64(s.Modes[mode].Live)-float64(s.Modes[""].Live)) / float64(max(s.Bytes, 1))
}

// row is a kernel in the table.
func row(s *result.Sanitized) string {
	cells := []string{s.Kernel}
	for _, m := range modes[1:] {
		cells = append(cells, digits(ratio(s, m.name)))
	}
	cells = append(cells, digits(s.Modes[""].CPU/s.Default), digits(density(s, "race")), digits(density(s, "init")))
	for _, m := range modes[1:] {
		if w := s.Modes[m.name]; w.Different {
			cells[0] += " (other results with " + m.name + ")"
		}
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// digits prints a number with three of them.
func digits(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// table is all kernels, with the geometric means in front.
func table(list []*result.Sanitized) string {
	var b strings.Builder
	b.WriteString("| kernel | `sync` | `init` | `race` | all | `-asm=off` beside default | bytes a byte, `race` | `init` |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	cells := []string{"geometric mean"}
	for _, m := range modes[1:] {
		cells = append(cells, mean(list, func(s *result.Sanitized) float64 { return ratio(s, m.name) }))
	}
	cells = append(cells, mean(list, func(s *result.Sanitized) float64 { return s.Modes[""].CPU / s.Default }), "", "")
	fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	for _, s := range list {
		b.WriteString(row(s) + "\n")
	}
	return b.String()
}

func mean(list []*result.Sanitized, f func(*result.Sanitized) float64) string {
	sum := 0.0
	for _, s := range list {
		sum += math.Log(f(s))
	}
	return digits(math.Exp(sum / float64(max(len(list), 1))))
}

// put replaces what stands in a document between two marks.
func put(path, table string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	begin, end := []byte("<!-- cmd/sanitized -->\n"), []byte("<!-- end -->")
	i := bytes.Index(text, begin)
	j := bytes.Index(text, end)
	if i < 0 || j < i {
		return fmt.Errorf("%s has no place for the table", path)
	}
	out := append(append(bytes.Clone(text[:i+len(begin)]), table...), text[j:]...)
	return os.WriteFile(path, out, 0o666)
}
