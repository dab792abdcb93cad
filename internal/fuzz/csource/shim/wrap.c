// Makes a csmith program, PROGRAM, the kernel csmith_kernel of one thread; or, for
// this machine, a program that writes to the file of its argument what the kernel
// leaves in memory.
#define main csmith_main
#include PROGRAM
#undef main
#undef printf

static void run(uint32_t *out) {
	csmith_main();
	out[0] = result;
	out[1] = count;
	for (int i = 0; i < MAX_CHECKSUMS; i++)
		out[2 + i] = i < (int)count ? checksums[i] : 0;
}

#ifdef __NVPTX__
__attribute__((nvptx_kernel)) void csmith_kernel(uint32_t *out) { run(out); }
#else
extern void *fopen(const char *, const char *);
extern size_t fwrite(const void *, size_t, size_t, void *);
extern int fclose(void *);

int main(int argc, char **argv) {
	static uint32_t out[256];
	run(out);
	void *f = argc > 1 ? fopen(argv[1], "wb") : 0;
	if (!f || fwrite(out, 4, 256, f) != 256)
		return 1;
	return fclose(f);
}
#endif
