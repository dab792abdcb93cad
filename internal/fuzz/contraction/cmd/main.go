// Command cmd asks an assembler what it contracts. It writes case folders,
//
//	go run ./internal/fuzz/contraction/cmd -o FOLDER
//	ptx2go verify -engine=gpu -v FOLDER
//
// for each type one with the questions, and one with random kernels for each class of
// these; or, where there is a GPU, what that makes of the same kernels, for
// internal/fuzz/contraction/testdata:
//
//	go run ./internal/fuzz/contraction/cmd -gpu FILE
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cuda/probe"
	"github.com/ptx2go/ptx2go/internal/fuzz/contraction"
)

func main() {
	dir := flag.String("o", "", "`folder` for the cases")
	file := flag.String("gpu", "", "`file` for the answers of the first GPU")
	n := flag.Int("n", 40, "how many random kernels of each class and type")
	seed := flag.Uint64("seed", 1, "of the random kernels")
	flag.Parse()
	sets := contraction.Sets(*seed, *n)
	var err error
	switch {
	case *dir != "":
		for _, s := range sets {
			if err = s.Write(*dir, false); err != nil {
				break
			}
		}
	case *file != "":
		err = ask(sets, *file)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// ask writes the answers of the GPU, and says how many differ.
func ask(sets []*contraction.Set, file string) error {
	g, err := probe.OpenGPU(0)
	if err != nil {
		return err
	}
	defer g.Close()
	var gpu, own []contraction.Answer
	for _, s := range sets {
		if s.Arch() > g.Arch() {
			continue
		}
		list, err := s.Ask(g)
		if err != nil {
			return err
		}
		gpu = append(gpu, list...)
		if list, err = contraction.Own(s); err != nil {
			return err
		}
		own = append(own, list...)
	}
	differ, both := contraction.Differ(own, gpu)
	for _, a := range differ {
		fmt.Println(a.Set, a.Kernel, "differs")
	}
	fmt.Printf("%d of %d differ\n", len(differ), both)
	w, err := os.Create(file)
	if err != nil {
		return err
	}
	defer w.Close()
	who := fmt.Sprintf("%s, %s", g.Info.Name, strings.TrimSuffix(filepath.Base(file), ".txt"))
	return contraction.WriteAnswers(w, who, gpu)
}
