// Command cmd says which conditions of the compiler PTX files decide in a way that nothing else
// does: the entries of oneway.txt that go if a file becomes one of the texts.
//
//	go run ./internal/house/conditions/cmd FILE...
//
// With -o the instrumented compiler stays in a folder for the next run, which then takes a second a
// file; after a change of the compiler it has to be built anew, with another folder.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ptx2go/ptx2go/internal/house/conditions"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "conditions:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir := flag.String("o", "", "the `folder` in which the compiler is, or is built")
	flag.Parse()
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if *dir == "" {
		if *dir, err = os.MkdirTemp("", "conditions"); err != nil {
			return err
		}
		defer os.RemoveAll(*dir)
	}
	if err := os.MkdirAll(*dir, 0o700); err != nil {
		return err
	}
	j, err := conditions.Build(ctx, root, *dir)
	if err != nil {
		return err
	}
	for _, file := range flag.Args() {
		news, err := j.News(ctx, file)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(file, len(news))
		for _, n := range news {
			fmt.Println("\t" + n)
		}
	}
	return nil
}
