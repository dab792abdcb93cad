// Package softfloat is a second arithmetic of tests: binary floating point on integers, from
// its definition. An operation is computed exactly, or with enough bits and a sticky bit, and
// rounded once. It is quick enough for 2^32 operands, has no code in common with
// runtime/fpops, and is itself compared with internal/oracle/ieee and with the processor
// (softcheck_test.go of fpops). It also draws operands on which implementations break.
package softfloat
