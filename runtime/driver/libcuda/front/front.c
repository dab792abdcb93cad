// The part of libcuda.so.1 that programs load: it has every function of the driver API, and passes the
// calls on to the library that does the work, which is Go. That one is the newest build in the user's
// cache, with Go code of the texts that were interpreted in earlier runs, or else the one that this file
// carries. So there is one Go runtime in a process, and a build can be replaced while programs run.
//
// The library behind is opened at the first call: a program that forks before has a driver in both
// processes, as with a GPU.
//
// PTX2GO_BASE is the path of the library to carry, PTX2GO_KEY names the folder of builds that can
// replace it, and PTX2GO_ACCURATE, 1 or 0, says whether approximate instructions give correctly rounded
// results where the environment does not say what they give.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front.h"

__asm__(".section .rodata\n"
        ".balign 4096\n"
        ".globl ptx2go_base\n.hidden ptx2go_base\n"
        ".globl ptx2go_base_end\n.hidden ptx2go_base_end\n"
        "ptx2go_base:\n.incbin \"" PTX2GO_BASE "\"\nptx2go_base_end:\n"
        ".previous\n");
extern const char ptx2go_base[], ptx2go_base_end[];

int ptx2go_opened;

static void explain(const char *what) {
	const char *on = getenv("PTX2GO_LIBCUDA_ERRORS");
	if (on && *on && strcmp(on, "0") != 0)
		fprintf(stderr, "libcuda: %s\n", what);
}

// newest writes the path of the newest build, as package cache finds its folder. It returns 0 where there
// is none.
static int newest(char *path, size_t room) {
	const char *dir = getenv("PTX2GO_CACHE"), *below = "";
	if (dir && strcmp(dir, "off") == 0)
		return 0;
	if (!dir || !*dir) {
		dir = getenv("XDG_CACHE_HOME"), below = "/ptx2go";
		if (!dir || !*dir)
			dir = getenv("HOME"), below = "/.cache/ptx2go";
		if (!dir || !*dir)
			return 0;
	}
	const char *approx = getenv("PTX2GO_APPROX");
	int accurate = approx && *approx ? strcmp(approx, "accurate") == 0 : PTX2GO_ACCURATE;
	int n = snprintf(path, room, "%s%s/libcuda/%s%s/newest", dir, below, PTX2GO_KEY, accurate ? "-accurate" : "");
	return n > 0 && (size_t)n < room && dir[0] == '/';
}

// mine reports whether nobody but the user can have written something.
static int mine(const char *path) {
	struct stat s;
	return stat(path, &s) == 0 && s.st_uid == geteuid() && (s.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static void *open_cached(void) {
	char link[PATH_MAX], path[PATH_MAX], *slash;
	// A program with more rights than its user runs nothing of the user's.
	if (getauxval(AT_SECURE) || !newest(link, sizeof link))
		return NULL;
	// A build may be removed, because there is a newer one, between the two steps.
	for (int i = 0; i < 3; i++) {
		if (!realpath(link, path))
			return NULL;
		if (mine(path) && (slash = strrchr(path, '/'))) {
			*slash = 0;
			int folder = mine(path);
			*slash = '/';
			if (!folder)
				break;
			void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
			if (lib)
				return lib;
			explain(dlerror());
		}
	}
	explain("the newest build in the cache cannot be used");
	return NULL;
}

static void *open_base(void) {
	int fd = memfd_create("libcuda", MFD_CLOEXEC);
	if (fd < 0)
		return NULL;
	for (const char *p = ptx2go_base; p < ptx2go_base_end;) {
		ssize_t n = write(fd, p, ptx2go_base_end - p);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			close(fd);
			return NULL;
		}
		p += n;
	}
	char path[40];
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!lib)
		explain(dlerror());
	close(fd);
	return lib;
}

static CUresult failed(void) { return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED; }

// find looks all functions up. It is false where one is missing.
static int find(void *lib) {
	for (int i = 0; i < ptx2go_count; i++)
		if (!(ptx2go_functions[i] = dlsym(lib, ptx2go_names[i])))
			return 0;
	return 1;
}

static void open_library(void) {
	int saved = errno;
	void *lib = open_cached();
	if (!lib || !find(lib)) {
		lib = open_base();
		if (!lib || !find(lib)) {
			explain("the library that it carries cannot be opened");
			for (int i = 0; i < ptx2go_count; i++)
				ptx2go_functions[i] = (void *)failed;
		}
	}
	__atomic_store_n(&ptx2go_opened, 1, __ATOMIC_RELEASE);
	errno = saved;
}

void ptx2go_open(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, open_library);
}
