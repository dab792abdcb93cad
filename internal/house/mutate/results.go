package mutate

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// Results is a file with a line for each mutant that was judged, so that a rig that is cut off
// can go on.
type Results struct {
	mu   sync.Mutex
	file *os.File
	done map[string]result
}

// result is a line of the file.
type result struct {
	ID      string
	Verdict Verdict
	Stage   string  `json:",omitempty"`
	Says    string  `json:",omitempty"`
	Texts   int     // as in Result
	Seconds float64 // that it took
}

// OpenResults reads a file, if there is one, and adds to it. Without a name nothing is kept.
func OpenResults(name string) (*Results, error) {
	r := &Results{done: map[string]result{}}
	if name == "" {
		return r, nil
	}
	data, err := os.Open(name)
	if err == nil {
		defer data.Close()
		in := bufio.NewScanner(data)
		in.Buffer(nil, 1<<20)
		for n := 1; in.Scan(); n++ {
			var x result
			if err := json.Unmarshal(in.Bytes(), &x); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			r.done[x.ID] = x // a later line is the truth
		}
		err = in.Err()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	return r, err
}

// Killed returns what killed a mutant in an earlier run. One that survived may be dead by now.
func (r *Results) Killed(m *Mutant) (Result, bool) {
	x, ok := r.done[m.ID()]
	return Result{
		Mutant: m, Verdict: x.Verdict, Stage: x.Stage, Says: x.Says, Texts: x.Texts,
		Took: time.Duration(x.Seconds * float64(time.Second)),
	}, ok && x.Verdict == Killed
}

// Add writes a line.
func (r *Results) Add(x Result) error {
	if r.file == nil {
		return nil
	}
	line, err := json.Marshal(result{x.ID(), x.Verdict, x.Stage, x.Says, x.Texts, x.Took.Seconds()})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err = r.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (r *Results) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
