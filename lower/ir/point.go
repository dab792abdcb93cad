package ir

// Point is what stands at a Point operation, for the schedule of a launch whose order a seed decides (package
// runtime/interleave). Attr.Index is its number, in the order of the program.
type Point uint8

// The kinds of points.
const (
	PointAccess  Point = iota // what other threads may see, or may have done, follows
	PointPresent              // what the lanes of a warp that are there execute together follows
	PointJoin                 // the ways of a branch meet
	PointCall                 // a device function is called: no thread waits here
	PointReturn               // it has returned: nor here
	numPoints
)

var pointNames = [numPoints]string{"access", "present", "join", "call", "return"}
