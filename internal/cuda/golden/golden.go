// Package golden is what a GPU has answered: the text files that gpuprobe writes,
// which are made to be kept in the repository, and their reader. It knows neither
// PTX nor what the answers mean.
//
// A file says for every head of an instruction whether the results had the same
// bits as those of ptx2go, where they differ with examples, and enough hashes of
// the results to compare other code with that GPU later, without it.
package golden

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Groups is the number of hashes of a Unary entry: one for each sign and exponent
// of the input.
const Groups = 512

// Header says where the answers come from.
type Header struct {
	Date      string // "2026-01-31"
	GPU       string // "NVIDIA H200"
	Target    string // "sm_90"
	Driver    string // "570.86.15"
	CUDA      string // newest version of CUDA that the driver knows
	Fractions uint32 // inputs of each group
	Tuples    int    // tuples of an entry
	Seconds   int    // the run took
}

// Verdict is the outcome for a head.
type Verdict string

const (
	Equal   Verdict = "equal"   // all results that the kind of entry asks for have the same bits
	Sampled Verdict = "sampled" // so have those of a sample of the inputs; time was up before all
	Differs Verdict = "differs" // some have other bits
	NoModel Verdict = "nomodel" // ptx2go has nothing to compare with
	Skipped Verdict = "skipped" // not compared: time was up
	Failed  Verdict = "failed"  // it did not run; Why says why
)

var verdicts = []Verdict{Equal, Sampled, Differs, NoModel, Skipped, Failed}

// Kinds of entries, by what they record.
const (
	Unary  = "unary"  // all 32-bit inputs
	Small  = "small"  // all inputs of 8 or 16 bits
	Tuples = "tuples" // seeded tuples of operands
)

var kinds = []string{Unary, Small, Tuples}

// Entry is what there is to say about one head.
type Entry struct {
	Kind    string
	Head    string
	Class   string // approximate, conversion, arithmetic, comparison
	Verdict Verdict
	Why     string // for Failed
	Model   string // what was compared with: a function of fpops, or "interpreter"
	Inputs  uint64 // how many results were compared

	// Sum is the hash of all results of the GPU, Sums its parts for each group of
	// a Unary entry, of which the upper 16 bits are kept. HasSums says whether the
	// GPU ran at all.
	HasSums bool
	Sum     uint64
	Sums    [Groups]uint16

	Groups   []int     // of a Unary entry: where it differs, in order
	Details  []Detail  // of a Unary entry: some of these
	Count    uint64    // of other kinds: how many results differ
	Examples []Example // of other kinds: some of these
}

// Detail is how one group differs.
type Detail struct {
	Group    int
	Count    uint64 // inputs whose results differ
	Most     uint64 // greatest difference of two results as integers
	Examples []Example
}

// Example is an input for which GPU and model disagree.
type Example struct {
	Args       []uint64
	GPU, Model uint64
}

// Answer is the result of an instruction for operands that a question names.
type Answer struct {
	Question string // name of the question
	Head     string
	Args     []uint64
	GPU      uint64
	Model    uint64
	HasModel bool
}

// File is one run.
type File struct {
	Header  Header
	Answers []Answer
	Entries []*Entry
}

// Lookup returns the entry of a head, nil where there is none.
func (f *File) Lookup(head string) *Entry {
	i := slices.IndexFunc(f.Entries, func(e *Entry) bool { return e.Head == head })
	if i < 0 {
		return nil
	}
	return f.Entries[i]
}

// Counts returns how many entries have each verdict.
func (f *File) Counts() map[Verdict]int {
	n := map[Verdict]int{}
	for _, e := range f.Entries {
		n[e.Verdict]++
	}
	return n
}

// Summary is one line about the run.
func (f *File) Summary() string {
	n := f.Counts()
	var parts []string
	for _, v := range verdicts {
		if n[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[v], v))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no instruction was probed"}
	}
	h := f.Header
	return fmt.Sprintf("%s (%s), driver %s, CUDA %s, %s: %s", h.GPU, h.Target, h.Driver, h.CUDA, h.Date, strings.Join(parts, ", "))
}

// Name is the file name that the run should have in the repository:
// "h200_sm90_driver570.86.15.txt".
func (f *File) Name() string {
	gpu := strings.TrimPrefix(strings.ToLower(f.Header.GPU), "nvidia ")
	word := func(s string) string {
		return strings.Trim(strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.':
				return r
			}
			return '-'
		}, s), "-.")
	}
	return fmt.Sprintf("%s_%s_driver%s.txt", word(gpu), strings.ReplaceAll(f.Header.Target, "_", ""), word(f.Header.Driver))
}

// Rows returns the run as rows of internal/isa/hardware.tsv: head, GPU with its
// target, date, driver, verdict. Only heads that were compared have one.
func (f *File) Rows() []string {
	var rows []string
	for _, e := range f.Entries {
		var verdict string
		switch e.Verdict {
		case Equal, Sampled:
			verdict = "equal"
		case Differs:
			verdict = "differs"
		default:
			continue
		}
		gpu := strings.TrimPrefix(f.Header.GPU, "NVIDIA ") + " " + f.Header.Target
		rows = append(rows, strings.Join([]string{e.Head, gpu, f.Header.Date, f.Header.Driver, verdict}, "\t"))
	}
	return rows
}

//go:embed testdata
var committed embed.FS

// Committed returns the files of the repository by their names.
func Committed() (map[string]*File, error) {
	return readAll(committed, "testdata")
}

func readAll(tree fs.FS, dir string) (map[string]*File, error) {
	names, err := fs.Glob(tree, path.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	files := map[string]*File{}
	for _, name := range names {
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			return nil, err
		}
		f, err := Parse(string(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[path.Base(name)] = f
	}
	return files, nil
}
