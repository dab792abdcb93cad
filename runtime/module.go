package runtime

import "github.com/ptx2go/ptx2go/runtime/gen"

// Module is a PTX module: the name of its File, the Hash of its text, and its kernels
// (Kernel, Kernels). The memory of its variables belongs to its instances: the default one
// (Default), and as many more as the program loads (Load).
type Module = gen.Module

// Instance is a module in memory: a set of its .global and .const variables (Get, Names,
// Reset), with what is bound to its texture, sampler and surface references (BindTexture,
// BindSampler, BindSurface). Launch.Instance uses one; Unload gives one up.
type Instance = gen.Instance

// Lookup returns the module of the PTX text with that SHA-256 hash, in hex; of modules that
// are linked, any of their texts.
func Lookup(hash string) (*Module, bool) { return gen.Lookup(hash) }

// FindKernel returns the kernel of that name, the first registered one if several modules
// have one.
func FindKernel(name string) (*Kernel, bool) { return gen.FindKernel(name) }
