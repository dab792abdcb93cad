// Command suite compiles the kernels of the suite in every way, measures what
// each takes, compares the results bit by bit, and prints tables of ratios. It
// runs in the folder of its module:
//
//	go run ./cmd/suite                      # everything, to the terminal
//	go run ./cmd/suite -k 'SGEMM|n-body'    # some kernels
//	go run ./cmd/suite -check               # only compare results, on small sizes
//	go run ./cmd/suite -write -machine '...' -date 2026-01-31
//
// The last writes docs/PERFORMANCE.md and its plot; -stored does so from what
// the run before has measured. Samples in the format of benchstat are in
// build/samples.txt.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var (
	only    = flag.String("k", "", "regular expression of kernels")
	which   = flag.String("v", "", "regular expression of variants")
	rounds  = flag.Int("rounds", 15, "rounds of each variant in a pass")
	passes  = flag.Int("passes", 1, "passes over all kernels: what disturbs the machine for seconds disturbs one of them")
	kinds   = flag.Bool("data", true, "all kinds of data where they may matter; false: random data")
	parts   = flag.String("parts", "kernels,profiles,launches,interpreter,tool", "what is measured, separated by commas; profiles are of kernels that miss their floor")
	keep    = flag.Bool("keep", false, "keep what an earlier run has measured of other parts, kernels and builds")
	compare = flag.Bool("check", false, "compare results on small sizes, measure nothing")
	builds  = flag.String("builds", "v1,v3,v1/16", "how programs are built and run, separated by commas: a `level` of GOAMD64, behind it /16 for gangs of sixteen lanes too, or @ and a version of Go")
	modules = flag.String("modules", "", "pattern of further PTX files that the tool is measured on")
	doc     = flag.Bool("write", false, "write docs/PERFORMANCE.md and its plot")
	stored  = flag.Bool("stored", false, "measure nothing: take what the last run has measured")
	machine = flag.String("machine", "", "the machine, in words, for the document")
	date    = flag.String("date", "", "the date, for the document")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
}

func run() error {
	if *doc && (*machine == "" || *date == "") {
		return errors.New("-write needs -machine and -date")
	}
	if _, err := os.Stat("src/kernels.cu"); err != nil {
		return errors.New("run it in the folder internal/bench")
	}
	var m *measurements
	var err error
	if *stored {
		m, err = load(storedFile)
	} else {
		m, err = measure()
	}
	if err != nil || *compare {
		return err
	}
	if *doc {
		m.Machine, m.Date = *machine, *date
		return m.document("../../docs")
	}
	fmt.Print(m.tables())
	return nil
}

const storedFile = "build/measured.json"

// measure builds what the parts need, runs them and keeps what they found.
func measure() (*measurements, error) {
	tools, err := findTools()
	if err != nil {
		return nil, err
	}
	if tools == nil { // said why
		return new(measurements), nil
	}
	m := new(measurements)
	if *keep {
		if m, err = load(storedFile); err != nil {
			return nil, err
		}
	}
	m.Versions = tools.versions()
	if err := tools.build(); err != nil {
		return nil, err
	}
	for part := range strings.SplitSeq(*parts, ",") {
		switch part {
		case "kernels":
			err = m.kernels(tools)
		case "profiles":
			if !*compare {
				err = m.profiles()
			}
		case "launches":
			if !*compare {
				err = m.launches()
			}
		case "interpreter":
			err = m.interpreted()
		case "tool":
			if !*compare {
				err = m.tool()
			}
		default:
			err = fmt.Errorf("-parts %s: there are kernels, profiles, launches, interpreter and tool", part)
		}
		if err == nil && !*compare {
			err = m.store(storedFile)
		}
		if err != nil {
			return nil, err
		}
	}
	if *compare {
		return m, nil
	}
	return m, os.WriteFile(filepath.Join("build", "samples.txt"), []byte(m.benchstat()), 0o666)
}
