typedef _Float16 half;

static float bits_float(u32 u) {
	float f;
	__builtin_memcpy(&f, &u, 4);
	return f;
}

static double bits_double(u64 u) {
	double d;
	__builtin_memcpy(&d, &u, 8);
	return d;
}

// The bits, where all NaNs are one.
static u32 float_bits(float f) {
	u32 u;
	__builtin_memcpy(&u, &f, 4);
	return f == f ? u : 0x7fc00000u;
}

static u64 double_bits(double d) {
	u64 u;
	__builtin_memcpy(&u, &d, 8);
	return d == d ? u : 0x7ff8000000000000ull;
}

// The integer, or 77 for what is out of range.
#define TO(t, lo, hi) \
	static t to_##t(double d) { return d >= lo && d <= hi ? (t)d : (t)77; }
TO(i8, -128., 127.)
TO(u8, 0., 255.)
TO(i16, -32768., 32767.)
TO(u16, 0., 65535.)
TO(i32, -2147483648., 2147483647.)
TO(u32, 0., 4294967295.)
TO(i64, -9e18, 9e18)
TO(u64, 0., 1.8e19)
