package fpops_test

import "github.com/ptx2go/ptx2go/internal/oracle/ieee"

// f16, bf16, f32 and f64 are the formats by the names that PTX gives them.
var f16, bf16, f32, f64 = ieee.F16, ieee.BF16, ieee.F32, ieee.F64
