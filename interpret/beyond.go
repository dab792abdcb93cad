package interpret

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/ptx2go/ptx2go/lower/interp"
)

// told are the places of which beyond has told, in all modules: programs load one again and again.
var told struct {
	sync.Mutex
	to     io.Writer
	places map[string]bool
}

// mostTold is how many places are told of. A program whose texts are all wrong has made its point by then.
const mostTold = 100

// beyond says that a kernel reaches beyond an allocation, where driver.SetGranule lets it.
func beyond(f *interp.Fault) {
	place := fmt.Sprintf("%s %s:%d %s", f.Kernel, f.Pos.File, f.Pos.Line, f.Text)
	told.Lock()
	defer told.Unlock()
	if told.places[place] || len(told.places) >= mostTold {
		return
	}
	if told.places == nil {
		told.places = map[string]bool{}
	}
	told.places[place] = true
	to := told.to
	if to == nil {
		to = os.Stderr
	}
	fmt.Fprintf(to, "ptx2go: warning: %v\n    hint: a GPU does not tell of this, since allocations end in 512 bytes; with PTX2GO_MEMORY=exact it is an error\n", f)
}
