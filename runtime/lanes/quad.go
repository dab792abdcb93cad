package lanes

// Four elements that follow each other, each in all lanes: as of a body among many, which every
// thread looks at. Four times SplatF32(s[i]) does the same, but goes through registers of 128
// bits, see loadsplat.go.

// Quads reports whether LoadQuadF32 may read s[i] and the three elements behind it.
func Quads(s []float32, i int) bool { return len(s) >= 12 && uint(i) <= uint(len(s)-4) }
