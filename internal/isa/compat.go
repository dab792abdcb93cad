package isa

// Compatible reports whether a register declared with type reg can be an
// operand of instruction type inst where no widening is allowed (sections 6.1
// and 5.2.3 to 5.2.5): the sizes are equal; bN goes with every type of N bits;
// sN and uN go together; a float goes with itself or with bN; alternate and
// packed formats live in bN registers.
func Compatible(inst, reg Type) bool {
	if inst == reg {
		return inst != TypeNone
	}
	if inst == TypeNone || reg == TypeNone || inst.Bits() != reg.Bits() {
		return false
	}
	if inst == Pred || reg == Pred || reg.IsAlternate() {
		return false
	}
	switch {
	case inst.IsOpaque():
		return reg == B64 || reg == U64
	case reg.IsOpaque():
		return inst == B64 || inst == U64
	case inst.IsBits(), reg.IsBits():
		return true
	case inst.IsInt():
		return reg.IsInt()
	}
	return false
}

// CompatibleWide reports whether a register declared with type reg can be an
// operand of instruction type inst of ld, st or cvt, where the register may be
// wider (section 9.4.1): integers live in integer or bit-size registers of at
// least their size, bN in any register of at least N bits, a float in the same
// float or in a bit-size register of at least its size. bf16 and tf32 may not be
// wider. An f16 may live in a 16-bit integer register: before PTX 4.2 there was
// no other place for it, and assemblers still accept it.
func CompatibleWide(inst, reg Type) bool {
	if Compatible(inst, reg) {
		return true
	}
	if inst == TypeNone || reg == TypeNone || inst == Pred || reg == Pred ||
		inst.IsOpaque() || reg.IsOpaque() || reg.IsAlternate() {
		return false
	}
	if inst == F16 && reg.Bits() == 16 {
		return reg.IsInt()
	}
	if inst.IsAlternate() || inst.IsPacked() || reg.Bits() < inst.Bits() {
		return false
	}
	switch {
	case inst.IsBits():
		return true
	case inst.IsInt():
		return reg.IsBits() || reg.IsInt() && !reg.IsPacked()
	case inst.IsFloat():
		return reg.IsBits()
	}
	return false
}
