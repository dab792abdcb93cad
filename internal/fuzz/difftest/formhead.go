package difftest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/isa/example"
)

// era is a .version with a .target. Class Forms writes every form under the
// first of the eras that has it.
type era struct {
	version isa.Version
	target  isa.Target
}

// eras begin with the newest. The others are for what is gone there, or exists in
// one family of targets only.
var eras = func() []era {
	var out []era
	for _, s := range []string{moduleVersion + " " + moduleTarget, "9.4 sm_100a", "9.4 sm_90a", "9.4 sm_61", "2.1 sm_20", "1.4 sm_13", "1.3 sm_13"} {
		e, err := parseEra(s)
		if err != nil {
			panic(err)
		}
		out = append(out, e)
	}
	return out
}()

// parseEra reads a version and a target, with a blank between them.
func parseEra(s string) (e era, err error) {
	v, t, _ := strings.Cut(s, " ")
	var ok [2]bool
	e.version, ok[0] = isa.ParseVersion(v)
	e.target, ok[1] = isa.ParseTarget(t)
	if ok != [2]bool{true, true} {
		err = fmt.Errorf("difftest: %q is no PTX version and target, such as \"9.0 sm_90\"", s)
	}
	return e, err
}

// before reports whether the version is older than major.minor.
func (e era) before(major, minor int) bool {
	return e.version.Less(isa.Version{Major: major, Minor: minor})
}

// head starts a module. It always has as many lines.
func (e era) head() string {
	size := ".address_size 64\n"
	if e.before(2, 3) {
		size = "\n" // addresses are as wide as the registers that hold them
	}
	return fmt.Sprintf(".version %s\n.target %s\n%s", e.version, e.target, size)
}

// eraOf returns the index of the first era that has the match, -1 if none has.
func eraOf(m *isa.Match) int {
	return slices.IndexFunc(eras, func(e era) bool { return m.Gate(e.version, e.target) == nil })
}

// resolved returns the match of a head of a form; nil where the head is illegal,
// or means another form.
func resolved(f *isa.Form, mods []string) *isa.Match {
	ms, _ := isa.Resolve(f.Opcode, mods)
	for _, m := range ms {
		if m.Form == f {
			return m
		}
	}
	return nil
}

// subject is a form with the heads that one era has for it.
type subject struct {
	form   *isa.Form
	era    int
	recipe recipe
	heads  [][]string // some that show every modifier
}

// chunk is what one kernel of class Forms is made of: subjects of one era, with
// sync points or without.
type chunk struct {
	era      int
	sync     bool
	subjects []*subject
}

// perChunk is how many forms a kernel has.
const perChunk = 8

// chunks cuts the table into kernels: one kernel of each chunk is a sweep over all
// forms that have a recipe.
var chunks = sync.OnceValue(func() []*chunk {
	var out []*chunk
	open := map[[2]int]*chunk{}
	for _, s := range subjects() {
		sync := 0
		if s.recipe.sync {
			sync = 1
		}
		key := [2]int{s.era, sync}
		c := open[key]
		if c == nil || len(c.subjects) == perChunk {
			c = &chunk{era: s.era, sync: s.recipe.sync}
			open[key] = c
			out = append(out, c)
		}
		c.subjects = append(c.subjects, s)
	}
	slices.SortStableFunc(out, func(a, b *chunk) int { return a.era - b.era })
	return out
})

// subjects lists the forms that have a recipe, once for each era that has heads
// which no era before it has.
var subjects = sync.OnceValue(func() []*subject {
	var out []*subject
	for _, f := range isa.Forms() {
		if f.Placeholder || f.Gone {
			continue
		}
		of := map[int]*subject{}
		for _, h := range example.Heads(f, 12) {
			m := resolved(f, h)
			if m == nil || m.Lowering().Verb == isa.LowerNone {
				continue
			}
			e := eraOf(m)
			r, ok := recipeOf(m)
			if e < 0 || !ok {
				continue
			}
			s := of[e]
			if s == nil {
				s = &subject{form: f, era: e, recipe: r}
				of[e] = s
				out = append(out, s)
			}
			s.heads = append(s.heads, h)
		}
	}
	return out
})

// head returns the head that the subject shows at the given visit: those that
// show every modifier by turns.
func (s *subject) head(visit int) *isa.Match {
	return resolved(s.form, s.heads[visit%len(s.heads)])
}

// draws is how many random heads a visit shows: more of forms that have many.
func (s *subject) draws() int { return 1 + (bits.Len(uint(s.form.NForms))-1)/4 }

// anyHead returns a random head of the subject, nil where the dice show one that
// is not the subject's.
func (s *subject) anyHead(rng *rand.Rand) *isa.Match {
	n := rng.IntN(max(s.form.NForms, 1))
	var m *isa.Match
	s.form.Expand(func(mods []string) bool {
		if n--; n >= 0 {
			return true
		}
		m = resolved(s.form, slices.Clone(mods))
		return false
	})
	if m == nil || m.Lowering().Verb == isa.LowerNone || eraOf(m) != s.era {
		return nil
	}
	if _, ok := recipeOf(m); !ok {
		return nil
	}
	return m
}
