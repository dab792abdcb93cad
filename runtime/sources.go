package runtime

import (
	"embed"
	"io/fs"
)

//go:embed fpops/*.go gang8/*.go gang16/*.go gen/*.go intops/*.go texops/*.go warpops/*.go
//go:embed internal/cpuid/*.go internal/cpuid/*.s internal/devmem/*.go internal/leaf/*.go internal/leaf/*.s internal/mufu/*.go internal/powers/*.go
var sources embed.FS

// Sources are the Go files of what generated code calls, by their paths below this package's, so
// that ptx2go compiles them wherever it runs. Programs have no use for them, and do not contain
// them.
func Sources() fs.FS { return sources }
