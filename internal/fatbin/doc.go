// Package fatbin finds device code in the files that carry it: fat binaries, which hold PTX and
// machine code of several targets, and executables, shared libraries, objects and archives of them
// for the host, which have fat binaries in a section.
//
// NVIDIA does not document the format. What stands here is what public tools agree on that read it
// (cuda-fatbin-decompression, ZLUDA, fatbinary of jiegec), what clang's driver writes and expects, and what nvcc 13.0
// writes, which testdata/nvcc has pieces of.
//
// Files are not trusted: nothing is read or allocated for a size before it has been compared with
// what is there, and what compressed images become is limited.
package fatbin
