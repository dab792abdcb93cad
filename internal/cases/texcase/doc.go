// Package texcase tests textures and surfaces: it has an implementation of the
// manual's formulas in rational numbers, one texel at a time, with the precision that
// an H100 has where it filters, and holds the arithmetic of runtime/texops and both
// engines to it. It has no code of its own, only tests.
//
// The cases tex_* are written by "go test ./internal/cases/texcase -update".
package texcase
