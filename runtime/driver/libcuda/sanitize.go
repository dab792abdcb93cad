package libcuda

// void ptx2go_report_at_exit(void);
import "C"

import (
	"os"
	"slices"
	"sync"

	"github.com/ptx2go/ptx2go/internal/libcuda/switches"
	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

var watching sync.Once

// watch lets a sanitizer look for something in all launches, and report when the program ends.
func watch(what []string) {
	watching.Do(func() {
		driver.SetSanitizer(sanitize.New(sanitize.Options{Race: slices.Contains(what, switches.Races), Init: slices.Contains(what, switches.Inits),
			Sync: slices.Contains(what, switches.Syncs)}))
		C.ptx2go_report_at_exit()
	})
}

// ptx2go_report writes what was found.
//
//export ptx2go_report
func ptx2go_report() { sanitize.WriteText(os.Stderr, driver.Sanitizer().Findings(), 0) }
