// Package cases is the drawer of the conformance cases: casefile reads and runs them,
// caserun is the program around generated code, caseinterp the interpreter as an engine, conform and memcase write most of them (listed
// finds the rows that they name), and the others test what cases cannot say, or are tests whose
// kernels are cases as well:
// texcase (textures), gemms (products of matrices in the manner of libraries), traps (what one would get wrong), manual12 (the manual's examples),
// faulttable (faults) and endless (launches that must end). It has no code of its own.
package cases
