package gen

// dim3 returns (x,y,z).
func dim3(x, y, z uint32) Dim3 { return Dim3{X: x, Y: y, Z: z} }
