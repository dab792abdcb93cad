package api

import (
	"regexp"
	"strings"
)

// Kind is what a parameter takes: a letter for each kind of handle.
type Kind byte

// Kinds that are no handles.
const (
	Pointer  Kind = 'p'
	Callback Kind = 'F'
	Blocks   Kind = 'G' // a number of blocks
	Number   Kind = 'i' // any other one
	Mapped   Kind = 'v' // an address where memory is mapped
)

// kinds are those of types.
var kinds = map[string]Kind{
	"CUcontext": 'c', "CUmodule": 'm', "CUlibrary": 'l', "CUkernel": 'k', "CUfunction": 'f', "CUstream": 's', "CUevent": 'e',
	"CUlinkState": 'L', "CUmemoryPool": 'P', "CUgraph": 'g', "CUgraphNode": 'n', "CUgraphExec": 'x', "CUarray": 'a',
	"CUmipmappedArray": 'M', "CUtexref": 't', "CUsurfref": 'S', "CUuserObject": 'u', "CUdeviceptr": 'd', "CUtexObject": 'T',
	"CUsurfObject": 'U', "CUmemGenericAllocationHandle": 'H', "CUhostFn": Callback, "CUstreamCallback": Callback, "CUoccupancyB2DSize": Callback,
}

var blocks = regexp.MustCompile(`^(gridDim|grid_)`)

// Kind returns what the parameter takes.
func (p Param) Kind() Kind {
	if strings.ContainsAny(p.Decl, "*[") {
		return Pointer
	}
	if blocks.MatchString(p.Name) {
		return Blocks
	}
	if p.Decl == "CUdeviceptr ptr" { // of the functions for virtual memory
		return Mapped
	}
	if k, ok := kinds[strings.Fields(p.Decl)[0]]; ok {
		return k
	}
	return Number
}

// Kinds are the function's name and, behind a colon, a letter for each parameter.
func (f Function) Kinds() string {
	s := f.Name + ":"
	for _, p := range f.Params {
		s += string(p.Kind())
	}
	return s
}
