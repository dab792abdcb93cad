// Command cmd prints where packages execute legacy SSE between vectors, as package uppers
// finds it, and exits with 1 if they do. Run it at the root of their module, and name package
// gang8 with those that call it:
//
//	go run ./internal/house/uppers/cmd ./runtime/gang8 ./runtime/gang16
package main

import (
	"fmt"
	"os"

	"github.com/ptx2go/ptx2go/internal/house/uppers"
)

func main() {
	listing, err := uppers.Compile(".", "", os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	found, err := uppers.Check(listing)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, f := range found {
		fmt.Println(f)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}
