// What a csmith program includes: no libc and no output, for this machine and
// for PTX alike.
#ifndef CSMITH_SHIM_H
#define CSMITH_SHIM_H
#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#define fabsf __builtin_fabsf
#define fabs __builtin_fabs
#define ldexpf(x, n) ((x) * __extension__({ union { uint32_t u; float f; } u_; u_.u = (uint32_t)((n) + 127) << 23; u_.f; }))
#define ldexp(x, n) ((x) * __extension__({ union { uint64_t u; double f; } u_; u_.u = (uint64_t)((n) + 1023) << 52; u_.f; }))
#define STATIC static
#define UNDEFINED(__val) (__val)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(x) (safe_##x)
#include <safe_math.h>
#undef FUNC_NAME
#define INT_BIT (sizeof(int) * CHAR_BIT)
#define _CSMITH_BITFIELD(x) (((x) > INT_BIT) ? ((x) % INT_BIT) : (x))
#define printf(...) ((void)0)

// Each value that the program adds to its checksum leaves the checksum so far in
// checksums: the first that differs names the first wrong variable.
#define MAX_CHECKSUMS 254
static uint32_t crc32_table[256], crc32_context = 0xFFFFFFFFu, result, count, checksums[MAX_CHECKSUMS];

static void crc32_gentab(void) {
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
		crc32_table[i] = c;
	}
}

static void crc32_byte(uint8_t b) { crc32_context = crc32_context >> 8 ^ crc32_table[(crc32_context ^ b) & 255]; }

static void checksum_done(void) {
	if (count < MAX_CHECKSUMS)
		checksums[count] = crc32_context;
	count++;
}

static void transparent_crc(uint64_t v, const char *name, int flag) {
	for (int i = 0; i < 8; i++)
		crc32_byte(v >> 8 * i);
	checksum_done();
}

static void transparent_crc_bytes(char *p, int n, const char *name, int flag) {
	for (int i = 0; i < n; i++)
		crc32_byte(p[i]);
	checksum_done();
}

static void platform_main_begin(void) {}
static void platform_main_end(uint32_t c, int flag) { result = c; }
#endif
