package isa

// sharedPerCTA is the most shared memory, static and dynamic together, that a CTA can
// have, from each architecture on (CUDA Programming Guide, "Technical Specifications
// per Compute Capability"). More than 48 KiB takes an opt-in of the program, which is
// that it asks for so much at the launch.
var sharedPerCTA = []struct {
	from  int
	bytes int64
}{
	{120, 99 << 10}, {90, 227 << 10}, {88, 99 << 10}, {87, 163 << 10}, {86, 99 << 10}, {80, 163 << 10},
	{75, 64 << 10}, {70, 96 << 10}, {20, 48 << 10}, {0, 16 << 10},
}

// SharedPerCTA returns the bytes of shared memory that a CTA can have on a GPU of just
// this target.
func (t Target) SharedPerCTA() int64 {
	for _, s := range sharedPerCTA {
		if t.Arch >= s.from {
			return s.bytes
		}
	}
	return 0
}

// MostShared returns the most bytes of shared memory that a CTA of a module for this
// target can have on any GPU that runs it: code for a plain architecture runs on all
// later ones too, code for a specific one there alone, and code for a family in it.
func (t Target) MostShared() int64 {
	most := t.SharedPerCTA()
	if t.Suffix == 'a' {
		return most
	}
	for _, name := range TargetNames() {
		gpu, _ := ParseTarget(name)
		if t.Suffix == 'f' {
			gpu.Suffix = 'f'
		}
		if gpu.Includes(t) {
			most = max(most, gpu.SharedPerCTA())
		}
	}
	return most
}
