package lanes

// MergeF32 returns x where m is set and y elsewhere.
func MergeF32(x, y F32, m M) F32 { return x.Merge(y, m) }

// MergeI32 returns x where m is set and y elsewhere.
func MergeI32(x, y I32, m M) I32 { return x.Merge(y, m) }

// MergeU32 returns x where m is set and y elsewhere.
func MergeU32(x, y U32, m M) U32 { return x.Merge(y, m) }
