//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// Conversions between float formats: fpops/cvtfloat.go.

// CvtRniF32F32 is fpops.CvtRniF32F32 of each lane.
func CvtRniF32F32(a F32) F32 { return CanonF32(a.Round()) }

// CvtRmiF32F32 is fpops.CvtRmiF32F32 of each lane.
func CvtRmiF32F32(a F32) F32 { return CanonF32(a.Floor()) }

// CvtRpiF32F32 is fpops.CvtRpiF32F32 of each lane.
func CvtRpiF32F32(a F32) F32 { return CanonF32(a.Ceil()) }

// CvtRziF32F32 is fpops.CvtRziF32F32 of each lane.
func CvtRziF32F32(a F32) F32 { return CanonF32(a.Trunc()) }
