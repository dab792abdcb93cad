// Command program runs the kernel that its argument names.
package main

import (
	"context"
	"fmt"
	"os"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

func main() {
	x, y, z := make([]float32, 100), make([]float32, 100), make([]float32, 100)
	for i := range x {
		x[i], y[i] = float32(i), 1
	}
	l := ptx.Launch{Grid: ptx.D1(2), Block: ptx.D1(64), Workers: 1}
	var err error
	switch os.Args[1] {
	case "vadd":
		err = Vadd(context.Background(), l, z, x, y, 100)
	case "total":
		l.Grid = ptx.D1(1)
		err = Total(context.Background(), l, z, x)
	case "both":
		l.Grid = ptx.D1(1)
		err = Both(context.Background(), l, x)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(x[:4], z[:4])
}
