package sanitize

import "strings"

// Fault is how a launch has ended with a thread at fault, as an engine says it.
type Fault struct {
	Kind    string // as the engines call it: address, misaligned, ...
	Msg     string
	Kernel  string
	At      Side
	Addr    uint64
	HasAddr bool
	Space   Space // of the address, Generic where it is not known
}

// kinds are faults as findings. What is none of these says nothing of the kernel.
var kinds = map[string]string{
	"address": "oob", "misaligned": "misaligned", "trap": "trap", "branch": "bad-branch", "stack": "stack",
	"deadlock": "deadlock", "barrier": "barrier-argument", "warp": "warp-mask", "assert": "assert", "heap": "double-free",
}

// details tell faults of barriers apart, by words of their messages.
var details = []struct{ words, kind string }{
	{"the mbarrier is not initialised", "mbarrier-uninit"},
	{"mbarrier", "mbarrier-count"},
	{"second arrival", "barrier-count"},
}

// Fault makes a finding of a fault. One that a finding of its place has announced is none of its own.
func (s *State) Fault(x Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := kinds[x.Kind]
	if kind == "" {
		return
	}
	for _, d := range details {
		if x.Kind == "barrier" && strings.Contains(x.Msg, d.words) {
			kind = d.kind
			break
		}
	}
	f := Finding{Kind: kind, Kernel: x.Kernel, Addr: x.Addr, Note: x.Msg, Space: BarrierSpace, A: x.At, Severity: Error, Count: 1, Fault: true}
	if x.HasAddr || x.Space != Generic {
		f.Space = max(x.Space, Global)
	}
	for _, old := range s.found {
		if old.Kernel == f.Kernel && old.Space == BarrierSpace && old.Severity == Error &&
			(old.A.Line == f.A.Line || old.B != nil && old.B.Line == f.A.Line) && f.Kind != "deadlock" {
			return
		}
	}
	if f.Kind == "oob" {
		if strings.Contains(x.Msg, "has been freed") {
			f.Kind = "use-after-free"
		}
		for base, n := range s.freed {
			if f.Addr-base < n {
				f.Kind = "use-after-free"
			}
		}
	}
	k := key{f.Kernel, f.Kind, f.Space, f.A.key(), f.B.key(), ""}
	if s.found[k] == nil {
		s.found[k] = &f
	}
}
