package isa

import "strings"

var spaceNames = [...]string{
	SpaceNone:   "",
	SpaceReg:    "reg",
	SpaceSReg:   "sreg",
	SpaceConst:  "const",
	SpaceGlobal: "global",
	SpaceLocal:  "local",
	SpaceParam:  "param",
	SpaceShared: "shared",
	SpaceTex:    "tex",
	SpaceSurf:   "surf",
}

// String returns the space's name without a dot, "generic" for SpaceNone.
func (s Space) String() string {
	if s == SpaceNone {
		return "generic"
	}
	if int(s) < len(spaceNames) {
		return spaceNames[s]
	}
	return "Space(?)"
}

// ParseSpace returns the state space that a directive or modifier names, written
// without a dot. Sub-qualifiers and banks do not change the space: "shared::cta"
// and "shared::cluster" are shared, "param::entry" and "param::func" are param,
// "const[3]" is const.
func ParseSpace(s string) (Space, bool) {
	if i := strings.IndexAny(s, ":["); i > 0 {
		if s[:i] == "const" && !strings.HasSuffix(s, "]") {
			return SpaceNone, false
		}
		switch s {
		case "shared::cta", "shared::cluster", "param::entry", "param::func":
		default:
			if s[:i] != "const" {
				return SpaceNone, false
			}
		}
		s = s[:i]
	}
	for i := SpaceReg; int(i) < len(spaceNames); i++ {
		if spaceNames[i] == s {
			return i, true
		}
	}
	return SpaceNone, false
}
