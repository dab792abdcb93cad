package isa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseVersion parses "7.8".
func ParseVersion(s string) (Version, bool) {
	major, minor, ok := strings.Cut(s, ".")
	if !ok {
		return Version{}, false
	}
	a, ok1 := parseSmall(major)
	b, ok2 := parseSmall(minor)
	return Version{a, b}, ok1 && ok2
}

// parseSmall parses a decimal number of one to four digits.
func parseSmall(s string) (int, bool) {
	if s == "" || len(s) > 4 {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// String returns "7.8".
func (v Version) String() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// Target is what .target names: an architecture, perhaps one of its specific
// feature sets, and options.
type Target struct {
	Arch    int      // 70 for sm_70
	Suffix  byte     // 'a' (architecture specific), 'f' (family specific), or 0
	Options []string // such as "debug", "texmode_independent", "map_f64_to_f32"
}

// Has reports whether the option was named.
func (t Target) Has(option string) bool { return slices.Contains(t.Options, option) }

// String returns the architecture's name, such as "sm_90a".
func (t Target) String() string {
	if t.Suffix != 0 {
		return fmt.Sprintf("sm_%d%c", t.Arch, t.Suffix)
	}
	return fmt.Sprintf("sm_%d", t.Arch)
}

// TargetOptions lists the options that .target can name beside the
// architecture (section 11.1.2).
var TargetOptions = []string{"texmode_unified", "texmode_independent", "debug", "map_f64_to_f32"}

// ParseTarget parses one element of .target that names an architecture: "sm_70",
// "sm_90a", "sm_100f", or "compute_10" of PTX 1.x. The options are elements of
// their own (TargetOptions); the caller adds them.
func ParseTarget(s string) (Target, bool) {
	num, ok := strings.CutPrefix(s, "sm_")
	if !ok {
		if num, ok = strings.CutPrefix(s, "compute_"); !ok {
			return Target{}, false
		}
	}
	var t Target
	if n := len(num); n > 0 && (num[n-1] == 'a' || num[n-1] == 'f') {
		t.Suffix = num[n-1]
		num = num[:n-1]
	}
	t.Arch, ok = parseSmall(num)
	return t, ok && t.Arch >= 10
}

// Includes reports whether code that needs the features of need may be written
// for t. Features of a plain architecture are in every later one. Features of
// sm_90a are in sm_90a alone. Features of sm_100f are in every target of the
// same family (same major number) with a suffix and at least that number.
func (t Target) Includes(need Target) bool {
	if need.Suffix == 0 {
		return t.Arch >= need.Arch
	}
	arch, least := renamed(t.Arch), renamed(need.Arch)
	if need.Suffix == 'a' {
		return arch == least && t.Suffix == 'a'
	}
	return t.Suffix != 0 && arch/10 == least/10 && arch >= least
}

// renamed returns the number that an architecture has since PTX 9.0, which calls
// sm_101 sm_110: the head of a family of its own.
func renamed(arch int) int {
	if arch == 101 {
		return 110
	}
	return arch
}

// Together reports whether some GPU runs code for both targets: the later one, which
// runs what is for plain earlier ones, or one of the same architecture or family.
func Together(a, b Target) bool {
	if renamed(a.Arch) > renamed(b.Arch) {
		a, b = b, a
	}
	first, later := renamed(a.Arch), renamed(b.Arch)
	switch a.Suffix {
	case 'a':
		return first == later
	case 'f':
		return first/10 == later/10
	}
	return true
}

// targetVersions says which version of PTX first had which targets (section
// 11.1.2).
var targetVersions = []struct {
	since   Version
	targets string
}{
	{Version{1, 0}, "10 11"}, {Version{1, 2}, "12 13"}, {Version{2, 0}, "20"}, {Version{3, 0}, "30"},
	{Version{3, 1}, "35"}, {Version{4, 0}, "32 50"}, {Version{4, 1}, "37 52"}, {Version{4, 2}, "53"},
	{Version{5, 0}, "60 61 62"}, {Version{6, 0}, "70"}, {Version{6, 1}, "72"}, {Version{6, 3}, "75"},
	{Version{7, 0}, "80"}, {Version{7, 1}, "86"}, {Version{7, 4}, "87"}, {Version{7, 8}, "89 90"},
	{Version{8, 0}, "90a"}, {Version{8, 6}, "100 100a 101 101a"}, {Version{8, 7}, "120 120a"},
	{Version{8, 8}, "100f 101f 103 103f 103a 120f 121 121f 121a"}, {Version{9, 0}, "88 110 110f 110a"},
	{Version{9, 4}, "107 107f 107a"}, // of the instructions' target notes
}

// otherTargets are names that assemblers take although the manual does not list
// them: the code of sm_21 was that of sm_20.
const otherTargets = "21"

// TargetNames returns the names of all known targets, such as "sm_90a", oldest
// first.
func TargetNames() (names []string) {
	for _, tv := range targetVersions {
		for n := range strings.FieldsSeq(tv.targets) {
			names = append(names, "sm_"+n)
		}
	}
	return names
}

// Known reports whether there is such a target.
func (t Target) Known() bool {
	return t.Since() != Version{} || t.String() == "sm_"+otherTargets
}

// Newer reports whether the target is not known, but is above all known ones.
func (t Target) Newer() bool {
	for _, name := range TargetNames() {
		if k, _ := ParseTarget(name); k.Arch >= t.Arch {
			return false
		}
	}
	return true
}

// Since returns the version of PTX that first had the target, the zero Version
// for one that is not known.
func (t Target) Since() Version {
	name := strings.TrimPrefix(t.String(), "sm_")
	for _, tv := range targetVersions {
		if slices.Contains(strings.Fields(tv.targets), name) {
			return tv.since
		}
	}
	return Version{}
}
