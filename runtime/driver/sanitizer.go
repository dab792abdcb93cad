package driver

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// With a sanitizer launches run one at a time, and tell it what they do. Races between launches are found, too: the
// driver knows which launches nothing orders, by streams, events, and calls that wait. Where it cannot know, as with
// numbers in memory that a stream waits for, functions of the program, and graphs, it takes launches to be ordered.

// sanitizing is what is known of the order of launches. mu guards all of it, turn is held while a launch runs.
var sanitizing struct {
	state atomic.Pointer[sanitize.State] // nil: there is no sanitizer
	turn  sync.Mutex

	mu      sync.Mutex
	host    clock            // what a call knows to have ended
	streams map[lane]*laneAt // nil streams are the default ones, of each context
	seen    []launchID       // the launches that the sanitizer compares with the next one
	reused  bool             // memory was freed, and may be used again
}

// lane is a stream, or the default one of a context.
type lane struct {
	c *ctx
	s *stream
}

// clock is which launches come before something: of each stream the first so many.
type clock map[lane]uint64

type laneAt struct {
	launches uint64
	before   clock // what comes before the next launch
}

type launchID struct {
	at lane
	n  uint64
}

// SetSanitizer lets launches from now on tell a sanitizer what they do, if their code has notes for one; nil is none.
// It is for the beginning of a program.
func SetSanitizer(s *sanitize.State) { sanitizing.state.Store(s) }

// Sanitizer returns what SetSanitizer has set.
func Sanitizer() *sanitize.State { return sanitizing.state.Load() }

func (x clock) merge(y clock) {
	for k, n := range y {
		x[k] = max(x[k], n)
	}
}

// lane returns what is known of a stream. sanitizing.mu is held.
func (c *ctx) lane(s *stream) *laneAt {
	k := lane{c, s}
	if sanitizing.streams == nil {
		sanitizing.streams, sanitizing.host = map[lane]*laneAt{}, clock{}
	}
	x := sanitizing.streams[k]
	if x == nil {
		x = &laneAt{before: clock{}}
		sanitizing.streams[k] = x
	}
	return x
}

// before returns what comes before something that is put into a stream now. The default stream and the blocking ones of
// its context wait for each other.
func (c *ctx) before(s *stream) clock {
	x := maps.Clone(c.lane(s).before)
	x.merge(sanitizing.host)
	for k, other := range sanitizing.streams {
		if k.c == c && (s == nil && k.s != nil && k.s.blocking || s != nil && s.blocking && k.s == nil) {
			x.merge(other.before)
		}
	}
	return x
}

// ordering does something with what is known, if there is a sanitizer.
func ordering(do func()) {
	if sanitizing.state.Load() != nil {
		sanitizing.mu.Lock()
		defer sanitizing.mu.Unlock()
		do()
	}
}

// waited says that a call has waited for a stream.
func (c *ctx) waited(s *stream) { ordering(func() { sanitizing.host.merge(c.before(s)) }) }

// waitedAll says that a call has waited for everything.
func waitedAll() {
	ordering(func() {
		for _, x := range sanitizing.streams {
			sanitizing.host.merge(x.before)
		}
	})
}

// follows says that a stream goes on behind everything that was put into any stream.
func (c *ctx) follows(s *stream) {
	ordering(func() {
		x := c.lane(s)
		for _, other := range sanitizing.streams {
			x.before.merge(other.before)
		}
	})
}

// freed says that memory may be used again.
func freed() { ordering(func() { sanitizing.reused = true }) }

// order is the place of a launch.
type order struct {
	id     launchID
	before clock
}

// orderOf returns the place of a launch that is put into a stream, nil if nobody asks.
func (c *ctx) orderOf(s *stream) (o *order) {
	ordering(func() {
		x := c.lane(s)
		o = &order{before: c.before(s)}
		x.launches++
		o.id = launchID{lane{c, s}, x.launches}
		x.before = maps.Clone(o.before)
		x.before[o.id.at] = x.launches
	})
	return o
}

// beside reports whether nothing orders the launch behind those that the sanitizer compares it with. If something does
// for some of them, it is taken to be ordered.
func (o *order) beside() bool {
	sanitizing.mu.Lock()
	defer sanitizing.mu.Unlock()
	if o == nil {
		sanitizing.seen = nil // a graph's: nothing is compared with it
		return false
	}
	beside := len(sanitizing.seen) > 0 && !sanitizing.reused
	for _, x := range sanitizing.seen {
		if o.before[x.at] >= x.n {
			beside = false
		}
	}
	if !beside {
		sanitizing.seen = nil
	}
	sanitizing.seen, sanitizing.reused = append(sanitizing.seen, o.id), false
	return beside
}

// launch runs a kernel, whose place among others is o.
func (f *fn) launch(o *order, l ptx.Launch, params ...unsafe.Pointer) error {
	if s := sanitizing.state.Load(); s != nil {
		sanitizing.turn.Lock()
		defer sanitizing.turn.Unlock()
		l.Sanitizer, l.Beside = s, o.beside()
	}
	return f.program.Launch(context.Background(), f.kernel, l, params...)
}
