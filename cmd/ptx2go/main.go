// Command ptx2go translates NVIDIA PTX into Go source.
//
//	ptx2go [flags] file.ptx...      write file_ptx.go beside each file
//	ptx2go check file.ptx...        report everything that is wrong, write nothing
//	ptx2go run file.ptx ...         launch a kernel once in the interpreter
//	ptx2go verify DIR...            run conformance cases
//	ptx2go isa                      what is supported
//	ptx2go version                  print the version
//	ptx2go help [COMMAND]           print help
//
// It is meant for go generate: //go:generate go tool ptx2go saxpy.ptx
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/ptx2go/ptx2go/internal/driver"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // a run is short: a tenth of its time for a quarter more memory
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := driver.Main(ctx, os.Args[1:], driver.Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}
