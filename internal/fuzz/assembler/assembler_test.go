package assembler

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// few asks little of everything.
var few = sync.OnceValues(func() (map[string]string, []Question) { return Ask(Limits{Heads: 1, Near: 1, Step: 7}) })

// TestAsk checks that the front end takes what is meant to be legal, refuses most of what is
// not, and reports nothing beside the questions but the line that ends each file.
func TestAsk(t *testing.T) {
	files, asked := few()
	count := map[string][2]int{}
	for _, q := range asked {
		line := strings.Split(files[q.File], "\n")[q.Line-1]
		if line != "\t"+q.Text+";" {
			t.Fatalf("%s:%d is %q, want %q", q.File, q.Line, line, q.Text)
		}
		n := count[q.Kind]
		if q.Refused == "" {
			n[0]++
		} else {
			n[1]++
		}
		count[q.Kind] = n
		if (q.Kind == "head" || q.Kind == "way") && q.Refused != "" {
			t.Errorf("%s: %s: %s", q.Form, q.Text, q.Refused)
		}
	}
	for _, kind := range strings.Fields("drop add type operand odd count before") {
		if n := count[kind]; n[0]+n[1] < 50 || n[1] < 4*n[0] {
			t.Errorf("%s: %d are taken and %d refused", kind, n[0], n[1])
		}
	}
}

// TestCompare answers the questions as the front end does, but for two.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	files, asked := few()
	if _, err := Write(dir, files, asked, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "questions.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	asked, err = decode(text)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for i, q := range asked {
		if i == 0 || asked[i-1].File != q.File {
			fmt.Fprintf(z, "%s: status 255\n%s:9999: error   : Illegal modifier '.ftz' for instruction 'add'\n", q.File, q.File)
		}
		if (q.Refused == "") == (i == 7 || i == 8) {
			fmt.Fprintf(z, "%s:%d: error   : Arguments mismatch for instruction 'x'\n", q.File, q.Line)
		}
	}
	z.Close()
	answers := filepath.Join(dir, "answers.gz")
	if err := os.WriteFile(answers, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	same, differ, err := Compare(dir, answers)
	if err != nil || same != len(asked)-2 || len(differ) != 2 {
		t.Errorf("%d agree, %d differ, %v; want %d and 2", same, len(differ), err, len(asked)-2)
	}
}
