package frontend

// inferDims fills in the first dimension of an array where it was left out: from the
// length of the list, or, where that has no lists inside, so that there is room for
// all values. It reports false where the array has more bytes than limit.
//
// The examples of PTX 1.2 leave out further dimensions, too (sections 5.3.3 and
// 5.3.5); each is then the length of the longest list at its depth.
func (c *initCheck) inferDims(limit int64) bool {
	v := c.v
	dims := v.elemDims()
	if len(dims) > 0 && dims[0] == 0 {
		level := v.Init.List
		switch {
		case v.Init.List == nil:
			dims[0] = 1
		case !isNested(v.Init):
			inner := max(1, count(v.shape()[1:]))
			dims[0] = max(1, (int64(len(level))+inner-1)/inner)
		default:
			dims[0] = int64(len(level))
		}
		if zeroAfterFirst(dims) && !c.m.Version.Less(oldStructs) {
			c.fail(v.Pos, "only the first dimension of an array can be left out since PTX 2.0; this module says .version %s", c.m.Version)
			return true
		}
		for i := 1; i < len(dims) && zeroAfterFirst(dims); i++ {
			longest := 0
			var next []*Init
			for _, in := range level {
				longest = max(longest, len(in.List))
				next = append(next, in.List...)
			}
			if dims[i] == 0 {
				dims[i] = max(1, int64(longest))
			}
			level = next
		}
	}
	size := max(1, v.unitSize())
	for _, n := range dims {
		if n > 0 && size > limit/n {
			return false
		}
		size *= max(n, 1)
	}
	return size <= limit
}
