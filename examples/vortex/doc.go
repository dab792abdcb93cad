// Package vortex simulates a fluid in a periodic box of two dimensions, as programs for a
// GPU are written: three modules of PTX that it hands to a driver through a thin binding, a
// Fourier transform of its own, reductions, and null pointers where there is no array. It
// runs on the CPU, or built with the tag cuda on a GPU, with the same bits.
package vortex

//go:generate go tool ptx2go -v -params fft:n,stride,pitch,inverse,scale,roots,field fft.ptx
//go:generate go tool ptx2go -v -params derive:n,vorticity,velocity,slope,carry:n,velocity,slope,stir,rate,advance:n,time,dampOld,dampRate,old,rate,out flow.ptx
//go:generate go tool ptx2go -v -params squares:n,z,out,sum:n,x,out,largest:n,x,out reduce.ptx
