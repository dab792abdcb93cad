// Command ptxask asks NVIDIA's assembler what is legal PTX. docs/FUZZING.md says how.
//
//	ptxask DIR [FILE.ptx ...]      writes the questions, and run.sh, which asks ptxas
//	ptxask -compare ANSWERS DIR    says where the answers differ from the front end's
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/ptx2go/ptx2go/internal/fuzz/assembler"
)

func main() {
	compare := flag.String("compare", "", "the `file` that run.sh has written")
	heads := flag.Int("heads", 60, "heads of each form")
	near := flag.Int("near", 1, "heads of each form that are changed")
	flag.Parse()
	if flag.NArg() == 0 || *compare != "" && flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	var err error
	if *compare == "" {
		var n int
		files, asked := assembler.Ask(assembler.Limits{Heads: *heads, Near: *near})
		n, err = assembler.Write(flag.Arg(0), files, asked, flag.Args()[1:])
		fmt.Println(n, "questions")
	} else {
		var same int
		var differ []assembler.Difference
		same, differ, err = assembler.Compare(flag.Arg(0), *compare)
		for _, d := range differ {
			fmt.Printf("%s\t%s\t%s\t%d\t%s\tptx2go: %s\tptxas: %s\n", d.Form, d.Kind, d.File, d.Line, d.Text, d.Refused, d.Answer)
		}
		fmt.Println(same, "agree,", len(differ), "differ")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
