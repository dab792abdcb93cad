//go:build suite

// Command measure runs the kernels of the suite. All variants of a kernel, on
// all kinds of data, run in turn in one process, so that whatever slows the
// machine down slows each of them; the time is the processor time of the
// process, which other processes do not count into. It is built by cmd/suite,
// behind a build tag because the generated code that it imports is not
// committed.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"github.com/ptx2go/ptx2go/internal/bench/result"
)

var (
	build     = flag.String("build", "v1", "what this build is called in the output")
	rounds    = flag.Int("rounds", 15, "rounds of each variant; 0: compare results only")
	slice     = flag.Duration("slice", 4*time.Millisecond, "time of one round of a variant")
	only      = flag.String("k", "", "regular expression of kernels")
	which     = flag.String("v", "", "regular expression of variants")
	kinds     = flag.Bool("data", true, "all kinds of data where they may matter")
	small     = flag.Bool("small", false, "small sizes, to compare results only")
	native    = flag.Bool("native", false, "run the loops that are compiled for this processor too")
	widths    = flag.Bool("widths", false, "run kernels with gangs of eight and of sixteen lanes in turn, where there is AVX-512")
	list      = flag.Bool("list", false, "print the names of the kernels")
	interpret = flag.Bool("interpreted", false, "measure the interpreter instead of kernels")
	watch     = flag.Bool("sanitized", false, "measure what sanitizers cost instead of kernels")
	launches  = flag.Bool("launches", false, "measure launches instead of kernels")
	sources   = flag.String("src", "src", "folder with kernels.cl")
	profile   = flag.String("cpuprofile", "", "write a profile to this file")
)

func main() {
	flag.Parse()
	debug.SetGCPercent(-1) // launches allocate next to nothing; the loops below collect between rounds
	if *profile != "" {
		f, err := os.Create(*profile)
		check(err)
		check(pprof.StartCPUProfile(f))
		defer pprof.StopCPUProfile()
	}
	if *launches {
		measureLaunches()
		return
	}
	if *watch {
		debug.SetGCPercent(100) // shadow memory is part of what is measured
		measureSanitized(regexp.MustCompile(*only))
		return
	}
	if *interpret {
		if measureInterpreted("build/kernels.ptx", regexp.MustCompile(*only).MatchString) {
			os.Exit(1)
		}
		return
	}
	if *list {
		for _, k := range kernels() {
			fmt.Println(k.name)
		}
		return
	}
	runtime.LockOSThread()
	openCLStart(*sources)
	pick := regexp.MustCompile(*only)
	wrong := false
	for _, k := range kernels() {
		if pick.MatchString(k.name) {
			wrong = k.measure() || wrong
			debug.FreeOSMemory()
		}
	}
	if wrong {
		pprof.StopCPUProfile()
		os.Exit(1)
	}
}

// write prints a line for the suite.
func write(l result.Line) {
	data, err := json.Marshal(l)
	check(err)
	fmt.Println(string(data))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(2)
	}
}
