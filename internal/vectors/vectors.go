// Package vectors says whether programs of generated code run kernels as gangs of threads, as they are
// built and run on this machine: what tests and fuzzers ask.
package vectors

import (
	"context"
	"errors"
	"fmt"

	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

// ErrUnavailable is that they do not. What Lanes returns says why.
var ErrUnavailable = errors.New("threads do not run in vectors here")

// Lanes returns how many threads a gang has at most: 8 or 16. Any error that is not ErrUnavailable is a
// failure of the question.
func Lanes(ctx context.Context) (int, error) {
	lanes := gen.Vectors()
	if lanes == 0 {
		return 0, fmt.Errorf("%w: they need a processor with AVX2 and FMA, and %s not to be off", ErrUnavailable, asm.LimitVariable)
	}
	err := pinned.Available(ctx)
	if errors.Is(err, pinned.ErrUnavailable) {
		err = fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return lanes, err
}
