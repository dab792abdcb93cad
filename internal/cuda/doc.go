// Package cuda is the part of the CUDA driver API that running PTX on a GPU
// takes: device, context, module with the log of its compilation, memory,
// launches. It calls libcuda.so.1, which every NVIDIA driver installs, through
// purego: no cgo, no CUDA toolkit, no header.
//
// Only a build with the tag cuda can open the library. Any other build has the
// same API, whose Open returns ErrNotBuilt; nothing else then depends on purego.
//
// The package knows nothing about ptx2go. It is not a general binding: there are
// no streams, no events, no textures, and one context per process.
package cuda
