package leaf

// Save8 and Load8 save and load the registers that AVX2 has, Save16 and Load16 those of AVX-512. They are
// called by assembly, with R14 pointing to SaveBytes8 or SaveBytes16 bytes.
func Save8()
func Load8()
func Save16()
func Load16()

// Yield lets the runtime stop the goroutine, and Over ends the CTA. They are called by assembly.
func Yield()
func Over()

// prologue is how functions begin that compare SP with the guard before they make their frame.
var prologue = []byte{0x49, 0x3b, 0x66, 0x10} // CMPQ SP, 16(R14)
