package assembler

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/parallel"
)

// A Difference is a question on which the assembler and the front end disagree.
type Difference struct {
	Question
	Answer string // of the assembler, "" where it takes the line
}

var answerLine = regexp.MustCompile(`^([^:]+)(?::([0-9]+))?: (.*)$`)

// Compare reads the answers to the questions of a folder, and compares them with what the front
// end says now.
func Compare(dir, answers string) (same int, differ []Difference, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "questions.tsv"))
	if err != nil {
		return 0, nil, err
	}
	asked, err := decode(text)
	if err != nil {
		return 0, nil, err
	}
	if err := judge(dir, asked); err != nil {
		return 0, nil, err
	}
	f, err := os.Open(answers)
	if err != nil {
		return 0, nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return 0, nil, err
	}
	said, err := read(z)
	if err != nil {
		return 0, nil, err
	}
	for _, q := range asked {
		a := said[q.File]
		if a == nil || q.Kind != "whole" && q.Line >= a.last {
			continue // the assembler gave up before
		}
		answer := a.lines[strconv.Itoa(q.Line)]
		if q.Kind == "whole" {
			answer = a.first
		}
		// What is noted is taken though an assembler refuses it.
		if (answer == "") == (q.Refused == "") || answer != "" && q.Note != "" {
			same++
			continue
		}
		differ = append(differ, Difference{q, answer})
	}
	slices.SortStableFunc(differ, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Form, b.Form), cmp.Compare(a.Kind, b.Kind))
	})
	return same, differ, nil
}

// judge asks the front end once more.
func judge(dir string, asked []Question) error {
	var files [][]Question
	for i := 0; i < len(asked); {
		n := i + 1
		for n < len(asked) && asked[n].File == asked[i].File {
			n++
		}
		files = append(files, asked[i:n])
		i = n
	}
	errs := make([]error, len(files))
	parallel.Do(len(files), func(i int) {
		var text []byte
		if text, errs[i] = os.ReadFile(filepath.Join(dir, "in", files[i][0].File)); errs[i] == nil {
			verdict(string(text), files[i])
		}
	})
	return errors.Join(errs...)
}

// answered is what the assembler says of one file.
type answered struct {
	lines map[string]string
	first string
	last  int // the last line of which there is an answer
}

func read(r io.Reader) (map[string]*answered, error) {
	files := map[string]*answered{}
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		m := answerLine.FindStringSubmatch(s.Text())
		if m == nil || strings.HasPrefix(m[1], "#") {
			continue
		}
		a := files[m[1]]
		if a == nil {
			a = &answered{lines: map[string]string{}}
			files[m[1]] = a
		}
		if strings.HasPrefix(m[3], "status ") || strings.HasPrefix(m[3], "warning") {
			continue
		}
		if a.first == "" {
			a.first = s.Text()
		}
		if n, err := strconv.Atoi(m[2]); err == nil {
			a.last = max(a.last, n)
		}
		if old := a.lines[m[2]]; old == "" {
			a.lines[m[2]] = m[3]
		}
	}
	return files, s.Err()
}
