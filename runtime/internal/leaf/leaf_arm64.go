package leaf

// Save4 and Load4 save and load the registers that there are. They are called by assembly, with R27 pointing to
// 768 bytes.
func Save4()
func Load4()

// Yield lets the runtime stop the goroutine, and Over ends the CTA. They are called by assembly.
func Yield()
func Over()

// prologue is how functions begin that compare SP with the guard before they make their frame.
var prologue = []byte{0x90, 0x0b, 0x40, 0xf9, 0xff, 0x63, 0x30, 0xeb} // MOVD 16(g), R16; CMP R16, RSP
