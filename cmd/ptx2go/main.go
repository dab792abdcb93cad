// Command ptx2go translates NVIDIA PTX into Go source.
//
//	ptx2go [flags] file...          write file_ptx.go beside each file: PTX, CUDA C++ (.cu), and
//	                                programs, objects and fat binaries that carry PTX
//	ptx2go check file.ptx...        report everything that is wrong, write nothing
//	ptx2go list file...             list kernels, and device code in programs and objects
//	ptx2go run file.ptx ...         launch a kernel once in the interpreter
//	ptx2go verify DIR...            run conformance cases
//	ptx2go isa                      what is supported
//	ptx2go completion SHELL         print a script by which a shell completes command lines
//	ptx2go version                  print the version
//	ptx2go help [COMMAND]           print help
//
// It is meant for go generate: //go:generate go tool ptx2go saxpy.ptx
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/ptx2go/ptx2go/internal/driver"
	"github.com/ptx2go/ptx2go/internal/scratch"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // a run is short: a tenth of its time for a quarter more memory
	}
	signals := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup has it
			signal.Notify(signals, s)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	done := make(chan int, 1)
	go func() {
		done <- driver.Main(ctx, os.Args[1:], driver.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	}()
	select {
	case code := <-done:
		os.Exit(code)
	case s := <-signals:
		cancel(errors.New(s.String()))
		os.Exit(end(s, done, signals))
	}
}

// patience is how long after a signal a command may take to end the programs that it has
// started, and to remove what they have written.
const patience = 10 * time.Second

// end waits, after a signal, until the command is done, if it has temporary files and does
// not ask for a second signal. It removes these, and returns the exit status of a program
// that a signal has ended.
func end(s os.Signal, done <-chan int, signals <-chan os.Signal) int {
	told := false
	if scratch.Any() {
		select {
		case <-done:
			told = true
		case <-signals:
		case <-time.After(patience):
		}
	}
	scratch.Clean()
	if !told {
		fmt.Fprintf(os.Stderr, "ptx2go: %v\n", s)
	}
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}
