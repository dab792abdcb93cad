package casefile

import (
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"sync"
)

// Erratum says that elements of a case's expected bytes are wrong or were never
// determined. The cases are made by programs that can err: what is known to be
// wrong with them stands here with the reason, in the open, and verify prints
// it wherever it applies.
type Erratum struct {
	Case   string `json:"case"`
	Buffer string `json:"buffer"`
	First  int    `json:"first"` // element
	Step   int    `json:"step"`
	Count  int    `json:"count"`
	Was    string `json:"was"`  // bytes in the file, in hex: another value there ends the erratum
	Want   string `json:"want"` // what they must be; absent where several values are legal
	Why    string `json:"why"`
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

// ErrataOf returns what is known to be wrong with a case.
func ErrataOf(name string) []Erratum {
	var out []Erratum
	for _, e := range errata() {
		if e.Case == name {
			out = append(out, e)
		}
	}
	return out
}

// correct applies the errata of a buffer to its expected bytes. Elements that
// are not determined take the value that they have.
func correct(name string, b *Buffer, got, want []byte) {
	size := ElemSize(b.Elem)
	for _, e := range ErrataOf(name) {
		if e.Buffer != b.Name {
			continue
		}
		for i := range e.Count {
			at := (e.First + i*e.Step) * size
			if at+size > len(want) || e.Was != "" && hex.EncodeToString(want[at:at+size]) != e.Was {
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
