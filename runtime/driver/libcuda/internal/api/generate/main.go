// Generate writes the files that are generated from the list of functions. It is run in the
// folder of libcuda.
package main

import (
	"fmt"
	"os"

	"github.com/ptx2go/ptx2go/runtime/driver/libcuda/internal/api"
)

func main() {
	files, err := api.Files(".")
	for path, text := range files {
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
