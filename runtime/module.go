package runtime

import (
	"github.com/ptx2go/ptx2go/runtime/gen"
	"github.com/ptx2go/ptx2go/runtime/texthash"
)

// Module is a PTX module: the name of its File, the Hash of its text, and its kernels
// (Kernel, Kernels). The memory of its variables belongs to its instances: the default one
// (Default), and as many more as the program loads (Load).
type Module = gen.Module

// Instance is a module in memory: a set of its .global and .const variables (Get, Names,
// Reset), with what is bound to its texture, sampler and surface references (BindTexture,
// BindSampler, BindSurface). Launch.Instance uses one; Unload gives one up.
type Instance = gen.Instance

// LookupText returns the module that was translated from a PTX text; of modules that are
// linked, from any of their texts. A text that differs in the architecture of its .target
// only, from sm_20 on, or in NULs at its end, is the same.
func LookupText(text string) (*Module, bool) { return gen.Lookup(TextHash(text)) }

// TextHash returns the hash of a PTX text in hex, that of the Module.
func TextHash(text string) string { return texthash.Of(text) }

// Lookup returns the module of the PTX text with that hash, for programs that do not keep
// the text.
func Lookup(hash string) (*Module, bool) { return gen.Lookup(hash) }

// FindKernel returns the kernel of that name, the first registered one if several modules
// have one.
func FindKernel(name string) (*Kernel, bool) { return gen.FindKernel(name) }
