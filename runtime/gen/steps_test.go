package gen

import (
	"context"
	"errors"
	"fmt"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestSteps: a launch stops at the step beyond its budget, says where that is, and leaves nothing behind for the
// next launch, which has another budget or none.
func TestSteps(t *testing.T) {
	k := rows("k")
	k.GoFile = "steps_test.go"
	first := here()
	body := func(c *CTA) {
		for c.X = range c.Dim.X {
			for range 3 {
				c.Poll()
			}
		}
	}
	k.Lines = fmt.Sprintf("%d:0 %d:59:loop", first, first+4)
	const all = 3 * 5 * 4 // rounds, threads, CTAs
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, x := range []struct {
		steps int64
		where string // "" where the budget is enough
	}{
		{1, "CTA (0,0,0), thread (0,0,0)"}, {0, ""}, {3, "CTA (0,0,0), thread (1,0,0)"}, {all - 1, "CTA (3,0,0), thread (4,0,0)"},
		{all, ""}, {all + 1, ""}, {15, "CTA (1,0,0), thread (0,0,0)"}, {1 << 62, ""},
	} {
		for _, ctx := range []context.Context{nil, ctx} {
			for workers := range 3 {
				err := k.Run(ctx, Launch{Grid: ptx.D1(4), Block: ptx.D1(5), Workers: workers, Steps: x.steps}, body)
				if x.where == "" {
					if err != nil {
						t.Errorf("%d steps: %v", x.steps, err)
					}
					continue
				}
				want := fmt.Sprintf("kernel k, %s, k.ptx:59: the launch has used up its budget of %d steps", x.where, x.steps)
				if err == nil || !errors.Is(err, ptx.FaultLimit) || err.Error() != want {
					t.Errorf("got  %v\nwant %s", err, want)
				}
			}
		}
	}
	if err := k.Run(ctx, Launch{Steps: -1}, body); !errors.Is(err, ptx.ErrRange) {
		t.Errorf("a budget of less than nothing: %v", err)
	}
}

// TestStepsTogether: CTAs that wait for each other share the budget.
func TestStepsTogether(t *testing.T) {
	k := rows("k")
	err := k.Run(context.Background(), Launch{Grid: ptx.D1(4), Block: ptx.D1(1), Cooperative: true, Steps: 1000}, func(c *CTA) {
		for {
			c.Poll()
		}
	})
	wantFault(t, err, ptx.FaultLimit, "budget of 1000 steps")
}

// TestStepsUncounted: a gang that was begun, and counts nothing, is a mistake of who has made it.
func TestStepsUncounted(t *testing.T) {
	defer func() {
		if p, ok := recover().(*ptx.Panic); !ok || p.Value != "ptx: a gang that does not count steps was begun" {
			t.Errorf("got %v", p)
		}
	}()
	t.Error(rows("k").Run(context.Background(), Launch{Steps: 1000}, func(c *CTA) { c.PollGang() }))
}
