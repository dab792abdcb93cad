package casefile

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Within calls run with a context that ends after the limit, 0 for none. Where that
// has ended run, the error says so, and what run says of it.
func Within(ctx context.Context, limit time.Duration, run func(context.Context) error) error {
	if limit == 0 {
		return run(ctx)
	}
	late := fmt.Errorf("still running after %v", limit)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, late)
	defer cancel()
	err := run(ctx)
	if errors.Is(err, context.DeadlineExceeded) && context.Cause(ctx) == late {
		if err == context.DeadlineExceeded {
			return late
		}
		return fmt.Errorf("%w: %w", late, err)
	}
	return err
}
