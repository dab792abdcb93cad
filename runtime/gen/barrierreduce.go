package gen

// What a barrier of the whole CTA computes of the predicates of its threads, for generated
// code that runs the regions between two sync points for all threads. alive says which
// threads have not ended, nil for all.

// CountTrue is bar.red.popc (section 9.7.13.1): how many of the threads that
// are alive have a true predicate.
func CountTrue(c *CTA, p, alive []bool) uint32 {
	n := uint32(0)
	for i, x := range p {
		if x && (alive == nil || alive[i]) {
			n++
		}
	}
	return n
}

// AllTrue is bar.red.and.
func AllTrue(c *CTA, p, alive []bool) bool {
	for i, x := range p {
		if !x && (alive == nil || alive[i]) {
			return false
		}
	}
	return true
}

// AnyTrue is bar.red.or.
func AnyTrue(c *CTA, p, alive []bool) bool { return CountTrue(c, p, alive) > 0 }
