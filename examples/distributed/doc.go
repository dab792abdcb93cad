// Package distributed renders a picture on as many machines as there are: parts of the grid
// of one kernel are the elements of an Apache Beam pipeline, each machine launches those
// that the runner gives it, and Beam combines what they return.
package distributed

//go:generate go tool ptx2go -v -params render:w,h,n,spheres,first,tiles kernel.ptx
