// Command sanitized measures what -sanitize and -count cost: the kernels of the suite as generated code, with the notes
// of each mode and without any, by processor time. It prints tables, and with -write puts them into docs/SANITIZERS.md and
// docs/COUNTERS.md. It runs in the folder of its module, behind the suite (go run ./cmd/suite -check), which compiles the
// kernels.
//
//	go run ./cmd/sanitized
//	go run ./cmd/sanitized -modes count
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
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

var (
	only   = flag.String("k", "", "regular expression of kernels")
	rounds = flag.String("rounds", "2", "rounds of each mode, of which the fastest counts")
	keep   = flag.Bool("keep", false, "measure what was built before")
	slice  = flag.String("slice", "150ms", "time that a round takes")
	write  = flag.Bool("write", false, "put the tables into docs/SANITIZERS.md and docs/COUNTERS.md")
	which  = flag.String("modes", "sync,init,race,all,count", "which to measure")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "sanitized:", err)
		os.Exit(1)
	}
}

// modes are what is measured: the package that the code is generated into, and the flags.
var modes = []mode{
	{"", "none", []string{"-simd=off", "-asm=off"}},
	{"sync", "sync_", []string{"-sanitize=sync"}}, {"init", "init_", []string{"-sanitize=init"}}, {"race", "race", []string{"-sanitize=race"}},
	{"all", "all", []string{"-sanitize=race,init,sync"}}, {"count", "count", []string{"-count"}},
}

type mode struct {
	name, pkg string
	flags     []string
}

// sanitizers are those of the modes that are in the table of docs/SANITIZERS.md, counting the one in that of
// docs/COUNTERS.md.
var sanitizers, counting = modes[1:5], modes[5:]

// measured reports whether modes are to be measured.
func measured(list []mode) bool {
	for _, m := range list {
		if !slices.Contains(strings.Split(*which, ","), m.name) {
			return false
		}
	}
	return true
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
	cmd := exec.Command(program, "-sanitized", "-small", "-k", *only, "-rounds", *rounds, "-slice", *slice, "-modes", *which)
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
			for _, m := range modes[1:] {
				if w, ok := l.Sanitized.Modes[m.name]; ok && w.Different {
					fmt.Fprintf(os.Stderr, "%s: other results with %s\n", l.Sanitized.Kernel, m.name)
				}
			}
			fmt.Fprintf(os.Stderr, "%s %v\n", l.Sanitized.Kernel, l.Sanitized.Modes)
		}
	}); err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return err
	}
	for _, x := range []struct {
		file  string
		modes []mode
	}{{"../../docs/SANITIZERS.md", sanitizers}, {"../../docs/COUNTERS.md", counting}} {
		if !measured(x.modes) {
			continue
		}
		t := table(list, x.modes)
		fmt.Println(t)
		if *write {
			if err := put(x.file, t); err != nil {
				return err
			}
		}
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
		args := append([]string{"-pkg", m.pkg, "-tags", "suite", "-o", dir + "/kernels_ptx.go"}, m.flags...)
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

// columns are what a table says of a kernel, with the headings.
func columns(list []mode) (heads []string, of func(*result.Sanitized) []float64) {
	for _, m := range list {
		heads = append(heads, "`"+m.name+"`")
	}
	heads = append(heads, "`-asm=off` beside default")
	dense := list[0].name == sanitizers[0].name
	if dense {
		heads[slices.Index(heads, "`all`")] = "all"
		heads = append(heads, "bytes a byte, `race`", "`init`")
	} else {
		heads[0] = "`-count`"
	}
	return heads, func(s *result.Sanitized) (out []float64) {
		for _, m := range list {
			out = append(out, ratio(s, m.name))
		}
		out = append(out, s.Modes[""].CPU/s.Default)
		if dense {
			out = append(out, density(s, "race"), density(s, "init"))
		}
		return out
	}
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
func table(kernels []*result.Sanitized, list []mode) string {
	heads, of := columns(list)
	var b strings.Builder
	b.WriteString("| kernel | " + strings.Join(heads, " | ") + " |\n|---" + strings.Repeat("|--:", len(heads)) + "|\n| geometric mean")
	for i := range heads {
		if i > len(list) { // bytes
			b.WriteString(" | ")
			continue
		}
		sum := 0.0
		for _, s := range kernels {
			sum += math.Log(of(s)[i])
		}
		b.WriteString(" | " + digits(math.Exp(sum/float64(max(len(kernels), 1)))))
	}
	b.WriteString(" |\n")
	for _, s := range kernels {
		b.WriteString("| " + s.Kernel)
		for _, x := range of(s) {
			b.WriteString(" | " + digits(x))
		}
		b.WriteString(" |\n")
	}
	return b.String()
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
