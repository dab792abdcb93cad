package driver

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// idle is a form, or with -v a head of one, that no case executes.
type idle struct {
	ID     string `json:"id"`
	Tier   int    `json:"tier"`
	Group  string `json:"group"`
	Syntax string `json:"syntax,omitempty"`
	Head   string `json:"head,omitempty"`
	Why    string `json:"why"`
}

// reportUnexecuted implements -unexecuted.
func reportUnexecuted(t *textTable, rows []*coverage, cases *execution, opt *isaOptions) error {
	var found []idle
	for _, c := range rows {
		if !c.counted() || c.undefined == c.heads {
			continue
		}
		if opt.all {
			for _, m := range c.idle {
				found = append(found, idle{ID: c.form.ID, Tier: c.form.Tier, Group: c.form.Group, Head: m.Head, Why: cases.why(m)})
			}
		} else if c.executed == 0 {
			found = append(found, idle{ID: c.form.ID, Tier: c.form.Tier, Group: c.form.Group, Syntax: c.form.Syntax, Why: cases.whyForm(c)})
		}
	}
	if len(found) == 0 {
		return nil
	}
	if opt.json {
		enc := json.NewEncoder(t.w)
		enc.SetEscapeHTML(false)
		for _, i := range found {
			if err := enc.Encode(i); err != nil {
				return err
			}
		}
		return errFailed
	}
	t.head("id", "tier", "group", "not executed", "why")
	for _, i := range found {
		t.row(i.ID, num(i.Tier), i.Group, t.code(i.Syntax+i.Head), i.Why)
	}
	t.flush()
	return errFailed
}

// whyForm says why no case executes a form.
func (x *execution) whyForm(c *coverage) string {
	if c.supported == 0 {
		return "not supported"
	}
	for _, m := range c.idle {
		if why := x.why(m); why != inNoCase {
			return why
		}
	}
	return inNoCase
}

const inNoCase = "in no case"

// why says why no case executes a head.
func (x *execution) why(m *isa.Match) string {
	v := x.seen[coverKey(m)]
	switch {
	case v == nil:
		return inNoCase
	case v.outcome() != outcomePass:
		return "in " + v.key() + ", which does not count"
	}
	return "in " + v.key() + ", where no thread gets to it"
}

// printUncounted names the variants that do not count, with the reason.
func (x *execution) printUncounted(w io.Writer) {
	for _, v := range x.uncounted() {
		if v.outcome() == outcomeUnsupported {
			fmt.Fprintf(w, "%s does not count: %s\n", v.key(), v.unsupported[0])
		} else {
			fmt.Fprintf(w, "%s does not count: %v\n", v.key(), v.err)
		}
	}
}
