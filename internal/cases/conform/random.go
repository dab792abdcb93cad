package conform

import "github.com/ptx2go/ptx2go/internal/cases/seeded"

// random draws operands: those of interest for a type are in floats.go and integers.go.
type random struct{ *seeded.Numbers }

func randomFor(name string) *random { return &random{seeded.For(name)} }
