package ir

import "github.com/ptx2go/ptx2go/internal/isa"

// RowStart is a special register that PTX does not have: the number in the CTA of the first thread of the
// row, ntid.x*(tid.y+ntid.y*tid.z). Who reads it is not taken to look at %tid.y or %tid.z: what it is for
// means the same in blocks of any shape.
const RowStart = isa.RowStart
