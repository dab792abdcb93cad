// Package heat is a small simulation of heat in a plate, as programs for a GPU are written:
// it hands PTX to a driver through a thin binding, looks kernels up by name and launches
// them with pointers. It runs on a CPU because the binding, package cu, calls
// runtime/driver, and because the Go code of the kernels is part of the program.
package heat

//go:generate go tool ptx2go -v -params step:w,h,rate,conduct,now,next,sum:n,x,sums kernel.ptx
