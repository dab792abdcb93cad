// Command fallback runs the kernels of package fallback on whatever device
// there is, and shows what they did.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/ptx2go/ptx2go/examples/fallback"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fallback:", err)
		os.Exit(1)
	}
}

func run(w io.Writer) error {
	d, err := fallback.Open(fallback.PTX)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "device:", d.Name())
	x := make([]float32, 1000)
	for i := range x {
		x[i] = float32(i)
	}
	// Three times the same numbers, halved each time.
	for range 3 {
		count, err := fallback.ScaleAndCount(context.Background(), d, x, 0.5, 100)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "x *= 0.5: x[999] = %v, %d elements above 100\n", x[999], count)
	}
	total, err := fallback.Total(d)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "variable total of the module:", total)
	if err := d.Reset(); err != nil {
		return err
	}
	if total, err = fallback.Total(d); err != nil {
		return err
	}
	fmt.Fprintln(w, "after a reset:", total)
	return nil
}
