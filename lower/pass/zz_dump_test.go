package pass_test

import (
	"fmt"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"os"
	"testing"
)

func TestDump(t *testing.T) {
	m, u := buildModule(t, os.Getenv("PTX"))
	if u != "" {
		t.Fatal(u)
	}
	pass.Run(m, pass.Standard, pass.Options{Verify: true})
	fmt.Println(ir.Print(m))
}
