package casefile

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Erratum says that elements of a case's expected bytes are wrong or were never
// determined. The cases are made by programs that can err: what is known to be
// wrong with them stands here with the reason, in the open, and verify prints
// it wherever it applies.
type Erratum struct {
	Case   string `json:"case"`
	Buffer string `json:"buffer"`
	Sum    string `json:"sha256"` // of the expected bytes: others end the erratum
	First  int    `json:"first"`  // element
	Step   int    `json:"step"`
	Count  int    `json:"count"`
	Want   string `json:"want"` // bytes in hex that they must be; absent where several values are legal
	Why    string `json:"why"`
}

// String says what the erratum means for a comparison.
func (e Erratum) String() string {
	what := "not compared"
	if e.Want != "" {
		what = "compared with a corrected value"
	}
	return fmt.Sprintf("erratum %s: %d elements of buffer %s from %d are %s: %s", e.Case, e.Count, e.Buffer, e.First, what, e.Why)
}

//go:embed errata.json
var errataText []byte

var errata = sync.OnceValue(func() []Erratum {
	var list []Erratum
	if err := json.Unmarshal(errataText, &list); err != nil {
		panic("casefile: errata.json: " + err.Error())
	}
	return list
})

// Errata returns what is known to be wrong with the case.
func (c *Case) Errata() []Erratum {
	var out []Erratum
	for _, b := range c.Buffers {
		if b.Expect == "" {
			continue
		}
		want, err := os.ReadFile(filepath.Join(c.Dir, b.Expect))
		if err != nil {
			continue // an error of its own when the case runs
		}
		out = append(out, errataOf(c.Name, b.Name, want)...)
	}
	return out
}

// errataOf returns the errata of a buffer with these expected bytes.
func errataOf(name, buffer string, want []byte) []Erratum {
	var out []Erratum
	sum := ""
	for _, e := range errata() {
		if e.Case != name || e.Buffer != buffer {
			continue
		}
		if sum == "" {
			h := sha256.Sum256(want)
			sum = hex.EncodeToString(h[:])
		}
		if e.Sum == sum {
			out = append(out, e)
		}
	}
	return out
}

// correct applies the errata of a buffer to its expected bytes. Elements that
// are not determined take the value that they have.
func correct(name string, b *Buffer, got, want []byte) {
	size := ElemSize(b.Elem)
	for _, e := range errataOf(name, b.Name, want) {
		for i := range e.Count {
			at := (e.First + i*e.Step) * size
			if at+size > len(want) || at+size > len(got) {
				continue
			}
			if e.Want == "" {
				copy(want[at:at+size], got[at:at+size])
			} else if w, err := hex.DecodeString(e.Want); err == nil {
				copy(want[at:at+size], w)
			}
		}
	}
}
