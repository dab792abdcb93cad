package pipeline_test

import (
	"fmt"
	"os"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/ir"
)

const text = `.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out)
{
	.reg .b64 %out;
	ld.param.u64 %out, [out];
	bar.sync 0;
	st.global.u32 [%out], 1;
	ret;
}
`

func Example() {
	l := diag.NewList(diag.NewFile("k.ptx", text))
	o := pipeline.Options{After: func(stage string, m *ir.Module) { fmt.Println("after", stage) }}
	m := pipeline.Lower(l.File, l, o)
	if m == nil {
		l.Print(os.Stdout)
		return
	}
	for _, k := range pipeline.Schedule(m, o).Kernels {
		fmt.Println(k.Func.Name, "runs as", k.Form)
	}
	// Output:
	// after parse
	// after check
	// after build
	// after passes
	// k runs as regions
}

func ExampleLower_mistakes() {
	l := diag.NewList(diag.NewFile("k.ptx", text[:len(text)-7]+"add.u33 %out, %out, 1;\n}\n"))
	fmt.Println(pipeline.Lower(l.File, l, pipeline.Options{}) == nil, l.Errors())
	// Output: true 1
}
