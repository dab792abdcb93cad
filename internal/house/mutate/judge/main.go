// Command judge says what a compiler makes of all PTX that the repository has, and whether that
// is right. The rig of internal/house/mutate builds it once for every mutant, with its file in
// the place of the right one, so that everything in it is the mutant.
//
//	judge texts ROOT [TEXT...]    a line for each text: its name, hashes of the Go code without
//	                              that of gangs and with it, whether it is refused, and the
//	                              mistakes that it meets
//	judge cases ROOT NAME...      runs conformance cases as generated code, threads one by one
//	judge kept ROOT DIR           runs all of them, in a program that stays in a folder
//	judge cut ROOT NAME...        runs them in the interpreter, cut into regions
//	judge gangs ROOT NAME...      runs them with gangs of threads
//	judge random ROOT CLASS...    compares the engines on random kernels of these classes
//
//	judge conditions ROOT         compiles all texts, and those of internal/house/conditions
//	judge conditions ROOT FILE    compiles a file of PTX
//
// The texts are the conformance cases, the modules of the fault table and random kernels of
// fixed seeds. The exit status is 1 where something is wrong.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/cases/faulttable"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/internal/fuzz/difftest"
	"github.com/ptx2go/ptx2go/internal/house/mutate"
	"github.com/ptx2go/ptx2go/internal/house/mutate/selected"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/internal/vectors"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	insert "github.com/ptx2go/ptx2go/lower/sanitize"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) < 2 {
		return errors.New("usage: judge texts|cases|kept|cut|gangs|random ROOT [ARGUMENTS]")
	}
	root, names := args[1], args[2:]
	switch args[0] {
	case "texts":
		return texts(root, names, false, os.Stdout)
	case "conditions":
		if len(names) > 0 {
			return file(names[0])
		}
		return texts(root, nil, true, io.Discard)
	case "random":
		return random(ctx, root, names)
	case "cases":
		return verify(ctx, root, names, "-engine=go", oneByOne)
	case "kept":
		return verify(ctx, root, nil, "-engine=go", oneByOne, "-keep="+names[0])
	case "gangs":
		if why := difftest.Gangs(ctx); errors.Is(why, vectors.ErrUnavailable) {
			fmt.Println("SKIPPED:", why)
			return nil
		}
		return verify(ctx, root, names, "-engine=go")
	case "cut":
		return verify(ctx, root, names, "-engine=schedule", "-steps=2000000000")
	}
	return fmt.Errorf("judge: no %s", args[0])
}

// oneByOne has programs run threads one at a time.
const oneByOne = "-vectors=off"

// command runs ptx2go.
func command(ctx context.Context, args ...string) (out string, status int) {
	var b bytes.Buffer
	status = driver.Main(ctx, args, driver.Stdio{In: strings.NewReader(""), Out: &b, Err: &b})
	return b.String(), status
}

// verify runs the cases of these names.
func verify(ctx context.Context, root string, names []string, flags ...string) error {
	args := append([]string{"verify", "-timeout=1m"}, flags...)
	if len(names) > 0 {
		args = append(args, "-run="+strings.Join(names, ","))
	}
	if out, status := command(ctx, append(args, filepath.Join(root, mutate.CasesDir))...); status != 0 {
		return errors.New(out)
	}
	return nil
}

// text is a PTX file that is compiled.
type text struct {
	name, path string
	externs    []string // functions that the program supplies
	form       form
}

// form is what a text becomes besides code for users.
type form int

const (
	ordinary  form = iota
	debugged       // code for debuggers
	sanitized      // code with the notes of all sanitizers
	racing         // code with those for races alone, and without them where launches have none
	counted        // code that counts
	forms
)

// texts prints what becomes of texts, of all where none is named. For conditions there are more, some of
// which become code with notes, too, and the cases become code for debuggers.
func texts(root string, names []string, conditions bool, w io.Writer) error {
	dir, err := os.MkdirTemp("", "judge")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var list []text
	paths, err := filepath.Glob(filepath.Join(root, mutate.CasesDir, "*", "*.ptx"))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no cases in %s: %v", root, err)
	}
	for _, p := range paths {
		x := text{name: "case " + filepath.Base(filepath.Dir(p)) + "/" + filepath.Base(p), path: p}
		if list = append(list, x); conditions {
			x.form = debugged
			list = append(list, x)
		}
	}
	if conditions {
		paths, err := filepath.Glob(filepath.Join(root, "internal", "house", "conditions", "testdata", "*.ptx"))
		if err != nil || len(paths) == 0 {
			return fmt.Errorf("no texts for conditions in %s: %v", root, err)
		}
		for i, p := range paths {
			for f := range forms {
				if f <= debugged || i%4 == 0 || strings.HasPrefix(filepath.Base(p), "notes") {
					list = append(list, text{name: "text " + filepath.Base(p), path: p, form: f})
				}
			}
		}
	}
	add := func(name, file, content string, externs ...string) error {
		p := filepath.Join(dir, file+".ptx")
		list = append(list, text{name: name, path: p, externs: externs})
		return os.WriteFile(p, []byte(content), 0o600)
	}
	for _, m := range faulttable.Modules() {
		var externs []string
		if strings.Contains(m.Text, ".extern .func (.param .b32 r) host(") {
			externs = []string{"host", "never"}
		}
		if err := add("fault "+m.Name, "fault_"+m.Name, m.Text, externs...); err != nil {
			return err
		}
	}
	for class := range difftest.NumClasses {
		for seed := range uint64(mutate.Seeds) {
			seed++
			name := fmt.Sprintf("random %v:%d", class, seed)
			if err := add(name, fmt.Sprintf("random_%v_%d", class, seed), difftest.Generate(seed, class).Text()); err != nil {
				return err
			}
		}
	}
	if len(names) > 0 {
		list = slices.DeleteFunc(list, func(x text) bool { return !slices.Contains(names, x.name) })
	}
	lines := make([]string, len(list))
	var wg sync.WaitGroup
	next := make(chan int)
	workers := 2
	if os.Getenv(selected.Record) != "" {
		workers = 1 // for what is met belongs to one text
	}
	for range workers {
		wg.Go(func() {
			for i := range next {
				lines[i] = list[i].line()
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, l := range lines {
		fmt.Fprintln(w, l)
	}
	return nil
}

// file compiles a file as a text for conditions, and fails where it is refused.
func file(path string) error {
	for f := range forms {
		x := text{path: path, form: f}
		if said, _, refused := x.code(); refused && !strings.HasSuffix(path, ".bad.ptx") {
			return errors.New(said)
		}
	}
	return nil
}

// line is the name of a text and what becomes of it: of the Go code, or of the errors, hashes.
func (x *text) line() string {
	selected.Take()
	scalar, all, refused := x.code()
	hash := func(s string) string {
		h := sha256.Sum256([]byte(s))
		return fmt.Sprintf("%x", h[:8])
	}
	mark := ""
	if refused {
		mark = "refused"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", x.name, hash(scalar), hash(all), mark, strings.Trim(fmt.Sprint(selected.Take()), "[]"))
}

// code returns the Go code of a text without that of gangs and with it; or what is wrong, with the text or
// with the mutant.
func (x *text) code() (scalar, all string, refused bool) {
	var said strings.Builder
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintln(&said, r)
			refused = true
		}
		if refused {
			scalar, all = said.String(), said.String()
		}
	}()
	name := filepath.Base(x.path)
	src, err := os.ReadFile(x.path)
	if err != nil {
		panic(err)
	}
	stages := pipeline.Options{
		Build: builder.Options{Externs: map[string]bool{}, Origins: len(src)%2 == 0}, // which must change no code
		Pass:  pass.Options{Contracted: func(f *ir.Func, n pass.Contracted) { fmt.Fprintln(&said, f.Name, n) }},
	}
	opt := codegen.Options{
		Package: "k", Source: name, Output: "k_ptx.go", Asm: "k_ptx_amd64.go", Leaves: []string{"arm64"}, Comments: true, Command: "ptx2go " + name,
	}
	switch x.form {
	case debugged:
		stages.Pass.Debug = true
		opt.Asm, opt.Leaves, opt.Line = "", nil, name
	case sanitized:
		stages.Sanitize = insert.Options{Race: true, Init: true, Sync: true}
		opt.Asm, opt.Leaves, opt.Sanitize = "", nil, &sanitize.Options{Race: true, Init: true, Sync: true}
	case racing:
		stages.Sanitize = insert.Options{Race: true, Sync: true, Apart: true}
		opt.Asm, opt.Leaves, opt.Sanitize = "", nil, &sanitize.Options{Race: true, Sync: true}
	case counted:
		stages.Count = true
		opt.Asm, opt.Leaves = "", nil
	}
	for _, f := range x.externs {
		stages.Build.Externs[f] = true
		opt.Externs = append(opt.Externs, codegen.Extern{Name: f})
	}
	l := diag.NewList(diag.NewFile(name, string(src)))
	m := pipeline.Lower(l.File, l, stages)
	if m != nil {
		codegen.NoteLarge(m, l)
	}
	l.Print(&said)
	if m == nil {
		return "", "", true
	}
	if err := codegen.CheckExterns(m, opt.Externs); err != nil {
		panic(err)
	}
	files, err := codegen.Files(pipeline.Schedule(m, stages), opt)
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		all += string(f.Source)
	}
	return string(files[0].Source), all, false
}

// random compares the engines on random kernels.
func random(ctx context.Context, root string, names []string) error {
	why := difftest.Gangs(ctx)
	if why != nil && !errors.Is(why, vectors.ErrUnavailable) {
		return why
	}
	for class := range difftest.NumClasses {
		if !slices.Contains(names, class.String()) {
			continue
		}
		found, _, err := difftest.Run(ctx, class, 1, mutate.Seeds, difftest.Options{Root: root, Gangs: why == nil})
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return found[0]
		}
	}
	return nil
}
