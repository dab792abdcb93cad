// Package reduce sums an array in three ways that rely on three models of how
// threads meet: barriers, warp shuffles, and the lockstep of a warp.
package reduce

//go:generate go tool ptx2go -v -params sum_shared:n,x,sums,sum_shuffle:n,x,sums,sum_volatile:n,x,sums kernel.ptx
