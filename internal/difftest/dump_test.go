package difftest

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestDumpX(t *testing.T) {
	s := os.Getenv("DUMP")
	if s == "" {
		t.Skip()
	}
	c, _ := strconv.Atoi(os.Getenv("CLASS"))
	n, _ := strconv.ParseUint(s, 10, 64)
	k := Generate(n, Class(c))
	fmt.Println(k.Grid, k.Block)
	fmt.Print(k.Text())
}
