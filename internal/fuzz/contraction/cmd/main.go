// Command cmd writes case folders that ask an assembler what it contracts:
//
//	go run ./internal/fuzz/contraction/cmd -o FOLDER
//	ptx2go verify -engine=gpu -v FOLDER
//
// For each type there is a folder with the questions, and one with random kernels for
// each class of these.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/ptx2go/ptx2go/internal/fuzz/contraction"
)

func main() {
	dir := flag.String("o", "contraction", "`folder` for the cases")
	n := flag.Int("n", 40, "how many random kernels of each class and type")
	seed := flag.Uint64("seed", 1, "of the random kernels")
	only := flag.String("type", "", "the `type` to ask about; all where it is absent")
	flag.Parse()
	if err := write(*dir, *only, *n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(dir, only string, n int, seed uint64) error {
	for i, t := range contraction.Types {
		if only != "" && t.Label != only {
			continue
		}
		if err := contraction.Write(dir, "questions."+t.Label, t, contraction.Questions(t)); err != nil {
			return err
		}
		for j, class := range contraction.Classes {
			rng := rand.New(rand.NewPCG(seed, uint64(i*len(contraction.Classes)+j)))
			var kernels []*contraction.Kernel
			for k := range n {
				kernels = append(kernels, contraction.Random(rng, fmt.Sprintf("%s_%d", class, k), class, t))
			}
			if err := contraction.Write(dir, class+"."+t.Label, t, kernels); err != nil {
				return err
			}
		}
	}
	return nil
}
