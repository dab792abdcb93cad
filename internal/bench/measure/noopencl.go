//go:build suite && !opencl

package main

// Without OpenCL there is one variant less.

func openCLStart(string) {}

func openCLBind(*kernel, []any) (run func(reps int), fetch func()) { return nil, nil }
