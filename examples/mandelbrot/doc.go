// Package mandelbrot counts the iterations of z = z*z + c for every pixel of an
// image: a loop whose length differs from thread to thread.
package mandelbrot

//go:generate go tool ptx2go -v -params mandelbrot:w,h,x0,y0,step,limit,count kernel.ptx
