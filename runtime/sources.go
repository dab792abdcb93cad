package runtime

import (
	"embed"
	"io/fs"
)

//go:embed *.go fpops/*.go gang4/*.go gang8/*.go gang16/*.go gen/*.go intops/*.go counters/*.go interleave/*.go sanitize/*.go tensorops/*.go tensorops/*.s texthash/*.go texops/*.go warpops/*.go
//go:embed internal/bridge/*.go internal/cpuid/*.go internal/cpuid/*.s internal/devmem/*.go internal/handle/*.go internal/leaf/*.go
//go:embed internal/leaf/*.s internal/memory/*.go internal/module/*.go internal/mufu/*.go internal/powers/*.go internal/vmem/*.go
//go:embed internal/wording/*.go
var sources embed.FS

// Sources returns the files in Go and assembly of this package and of those that generated code calls, by their paths
// below this package's, so that ptx2go compiles them wherever it runs. Programs have no use for them, and do
// not contain them.
func Sources() fs.FS { return sources }
