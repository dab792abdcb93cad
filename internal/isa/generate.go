package isa

//go:generate go run -tags isatable ./tablegen
//go:generate go run ./isagen -root ../.. -o ../../docs/ISA.md
