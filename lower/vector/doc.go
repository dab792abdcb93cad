// Package vector makes functions with lanes (ir.GangPart) of what threads do between two sync points: of
// each region of a kernel, or of a kernel that is not cut. It is a transformation of functions of the IR
// to functions of the IR, for any number of lanes.
//
// It goes through the tree of a body (package region) with one rule for each kind of node (flow.go), and
// assigns values to variables on the way, of which SSA is made (ssa.go). A value that the lanes share,
// or that grows by a constant from lane to lane, becomes one uniform value, that of the first lane. Where
// a vector of it is read it is a Splat or a Ramp. Any other becomes a varying value (values.go). Accesses
// become contiguous, strided, one for all, or gathers, with a question in front whether they are inside of
// memory, and a Bail where they are not (memory.go); of what may fault behind an effect that is asked before
// the gang does anything, by the windows of the row (window.go). In front of the loop over gangs stands what must be
// so for there to be gangs at all: guards of the row, memory that is not the same (front.go).
//
// What lanes share, how addresses grow, where lanes that wait need their old values, and what must not be
// done again are facts of package gang, which plans what is printed today. A body that has no plan there
// has no function with lanes, for the same reason. What has a plan and no rule here is said as well.
package vector
