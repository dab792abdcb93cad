package lanes

// Conversions between float formats: fpops/cvtfloat.go.

// CvtRniF32F32 is fpops.CvtRniF32F32 of each lane.
func CvtRniF32F32(a F32) F32 { return CanonF32(roundF32(a)) }

// CvtRmiF32F32 is fpops.CvtRmiF32F32 of each lane.
func CvtRmiF32F32(a F32) F32 { return CanonF32(floorF32(a)) }

// CvtRpiF32F32 is fpops.CvtRpiF32F32 of each lane.
func CvtRpiF32F32(a F32) F32 { return CanonF32(ceilF32(a)) }

// CvtRziF32F32 is fpops.CvtRziF32F32 of each lane.
func CvtRziF32F32(a F32) F32 { return CanonF32(truncF32(a)) }
