//go:build !amd64

package main

import "leaf/gang"

func bits16(_, _ []float32) {}

func calls16(map[string]func() int, *gang.Gang, []float32, []float32, []int32) {}
