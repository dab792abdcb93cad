package mutate

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ptx2go/ptx2go/internal/house/mutate/selected"
)

// Batch is mutants that are built at once. A program of a batch has all of them in it, and its
// environment selects one. A mutant for which that cannot be written, as one in a constant, is
// a batch of its own, and is always there.
type Batch struct {
	Mutants []*Mutant
	Always  bool

	dir     string
	overlay string          // as go build takes it
	judge   string          // the program
	tests   map[string]test // of the packages, by their path
	fault   test            // of the fault table
	inTexts map[string][]int
	inCases []int
	kept    sync.Mutex // the folder in which the program of the cases is
}

// Batches puts mutants together so that no two in one batch change the same text.
func Batches(list []*Mutant) (out []*Batch, err error) {
	var alone []*Batch
	for _, m := range list {
		src, err := os.ReadFile(m.File)
		if err != nil {
			return nil, err
		}
		text, err := selecting(src, []*Mutant{m}, func(*Mutant) int { return 1 })
		if err != nil || m.in.check(m.File, text) != nil {
			alone = append(alone, &Batch{Mutants: []*Mutant{m}, Always: true})
			continue
		}
		i := slices.IndexFunc(out, func(b *Batch) bool {
			return len(b.Mutants) < selected.Most-1 && !slices.ContainsFunc(b.Mutants, m.overlaps)
		})
		if i < 0 {
			i = len(out)
			out = append(out, &Batch{})
		}
		out[i].Mutants = append(out[i].Mutants, m)
	}
	return append(out, alone...), nil
}

// overlaps reports whether two mutants change the same text.
func (m *Mutant) overlaps(o *Mutant) bool {
	return m.File == o.File && m.from < o.to && o.from < m.to
}

// number is that of a mutant in the environment.
func (b *Batch) number(m *Mutant) int { return slices.Index(b.Mutants, m) + 1 }

// change is another text for a piece of a file.
type change struct {
	from, to int
	text     string
}

// splice makes changes in a text. They are in order.
func splice(src []byte, list ...change) []byte {
	var out []byte
	at := 0
	for _, c := range list {
		out = append(append(out, src[at:c.from]...), c.text...)
		at = c.to
	}
	return append(out, src[at:]...)
}

// selecting returns a file in which the environment selects among mutants.
func selecting(src []byte, list []*Mutant, number func(*Mutant) int) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	// In the line of the package, so that lines stay what they are.
	end := fset.Position(f.Name.End()).Offset
	changes := []change{{end, end, fmt.Sprintf("; import mutantSelected %q", selectedPath)}}
	list = slices.SortedFunc(slices.Values(list), func(a, b *Mutant) int { return a.from - b.from })
	for _, m := range list {
		if string(src[m.from:m.to]) != m.Old {
			return nil, fmt.Errorf("%s has changed", m.File)
		}
		text := fmt.Sprintf("(func() %s { if mutantSelected.Mutant(%d) { return %s }; return %s }())", m.typ, number(m), m.New, m.Old)
		if m.typ == "" {
			text = fmt.Sprintf("if !mutantSelected.Mutant(%d) { %s }", number(m), m.Old)
		}
		changes = append(changes, change{m.from, m.to, text})
	}
	return splice(src, changes...), nil
}

// write writes the files of the batch to its folder, and which files of the repository they
// stand for.
func (b *Batch) write(root, dir string) error {
	b.dir = dir
	files := map[string][]*Mutant{}
	for _, m := range b.Mutants {
		files[m.File] = append(files[m.File], m)
	}
	replace := map[string]string{}
	for name, list := range files {
		src, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		if b.Always {
			src, err = list[0].Apply()
		} else {
			src, err = selecting(src, list, b.number)
		}
		if err != nil {
			return err
		}
		file := filepath.Join(dir, fmt.Sprintf("mutant%d.go", len(replace)))
		if err := os.WriteFile(file, src, 0o600); err != nil {
			return err
		}
		replace[filepath.Join(root, name)] = file
	}
	// Assembly is compiled from the text of the runtime, which is that of the tree: package selected is
	// not among what it may import.
	sources := filepath.Join(dir, "sources.go")
	text := fmt.Sprintf("package runtime; import (\"io/fs\"; \"os\"); func Sources() fs.FS { return os.DirFS(%q) }\n", filepath.Join(root, "runtime"))
	if err := os.WriteFile(sources, []byte(text), 0o600); err != nil {
		return err
	}
	replace[filepath.Join(root, "runtime", "sources.go")] = sources
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return err
	}
	b.overlay = filepath.Join(dir, "overlay.json")
	return os.WriteFile(b.overlay, data, 0o600)
}
