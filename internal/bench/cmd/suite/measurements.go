package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

// measurements are what a run of the suite has found.
type measurements struct {
	Machine, Date string
	Versions      []string
	Samples       []*result.Sample
	Launches      []*result.Launch
	Idle          *result.Idle
	Interpreted   []*result.Interpreted
	Modules       []*module
	Profiles      map[string]*profile // of variants that miss their floor, see profileKey
}

func load(file string) (*measurements, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	m := new(measurements)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *measurements) store(file string) error {
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}

// kernels measures all kernels: one after the other, each in a program of every
// level of GOAMD64, so that builds are compared at about the same time.
func (m *measurements) kernels(t *tools) error {
	names, err := kernelNames()
	if err != nil {
		return err
	}
	if err := checkNames(names); err != nil {
		return err
	}
	pick, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	n, all, times := *rounds, *kinds, *passes
	if *compare {
		n, times = 0, 1
	}
	list, err := variations()
	if err != nil {
		return err
	}
	if !hasWide() {
		had := len(list)
		if list = slices.DeleteFunc(list, func(v variation) bool { return v.lanes == "16" }); len(list) < had {
			fmt.Fprintln(os.Stderr, "SKIPPED: gangs of sixteen lanes need AVX-512 (F, CD, BW, DQ and VL), which this processor has not")
		}
	}
	// With -keep what was measured of other kernels, variants and builds stays.
	variants, err := regexp.Compile(*which)
	if err != nil {
		return err
	}
	m.Samples = slices.DeleteFunc(m.Samples, func(s *result.Sample) bool {
		return pick.MatchString(s.Kernel) && variants.MatchString(s.Variant) &&
			slices.ContainsFunc(list, func(v variation) bool { return v.name == s.Build })
	})
	// One processor each for Go and for OpenCL.
	env := []string{"GOMAXPROCS=1", "POCL_MAX_PTHREAD_COUNT=1", "POCL_AFFINITY=0"}
	var wrong []string
	for _, name := range slices.Repeat(names, times) {
		if !pick.MatchString(name) {
			continue
		}
		for _, v := range list {
			err := pipe(append(env, v.runEnv()...), m.read, v.program(), "-build", v.name, "-k", "^"+regexp.QuoteMeta(name)+"$", "-v", *which,
				"-rounds", strconv.Itoa(n), "-data="+strconv.FormatBool(all && plain(v.name)), "-small="+strconv.FormatBool(*compare),
				"-native="+strconv.FormatBool(*compare || hasFlag("avx512f")))
			if err != nil {
				wrong = append(wrong, fmt.Sprintf("%s at %s: %v", name, v.name, err))
			}
		}
		fmt.Fprintf(os.Stderr, "%s: done\n", name)
	}
	if len(wrong) > 0 {
		if err := m.store(storedFile); err != nil { // the others may have taken long
			return err
		}
		return fmt.Errorf("wrong results, or none:\n%s", strings.Join(wrong, "\n"))
	}
	if *compare {
		fmt.Printf("%d results of %d kernels are those of C\n", len(m.Samples), len(names))
	}
	return nil
}

// kernelNames asks the program for the rows of the table.
func kernelNames() ([]string, error) {
	list, err := variations()
	if err != nil {
		return nil, err
	}
	out, err := exec.Command(list[0].program(), "-list").Output()
	return strings.Split(strings.TrimSpace(string(out)), "\n"), err
}

// launches measures launches, as most people build them.
func (m *measurements) launches() error {
	m.Launches, m.Idle = nil, nil
	list, err := variations()
	if err != nil {
		return err
	}
	return pipe(nil, m.read, list[0].program(), "-launches")
}

// read takes what the program measure prints.
func (m *measurements) read(r io.Reader) error {
	return result.Read(r, func(l result.Line) {
		if l.Sample != nil {
			m.add(l.Sample)
		}
		if l.Launch != nil {
			m.Launches = append(m.Launches, l.Launch)
		}
		if l.Interpreted != nil {
			m.Interpreted = append(m.Interpreted, l.Interpreted)
		}
		if l.Idle != nil {
			m.Idle = l.Idle
		}
	})
}

// add adds a sample, or its rounds to those of an earlier pass.
func (m *measurements) add(s *result.Sample) {
	i := slices.IndexFunc(m.Samples, func(old *result.Sample) bool { return old.Key() == s.Key() })
	if i < 0 {
		m.Samples = append(m.Samples, s)
		return
	}
	m.Samples[i].Rounds = append(m.Samples[i].Rounds, s.Rounds...)
	if s.Wrong() {
		m.Samples[i].Check = s.Check
	}
}
