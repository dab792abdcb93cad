// What front.c and the generated calls.c know of each other.

#ifndef PTX2GO_FRONT_H
#define PTX2GO_FRONT_H

#include "../api.h"

// ptx2go_names are the functions, and ptx2go_functions where they are in the library behind.
extern const char *const ptx2go_names[];
extern void *ptx2go_functions[];
extern const int ptx2go_count;

// ptx2go_opened says that ptx2go_functions can be called.
extern int ptx2go_opened;
void ptx2go_open(void);

static inline void *ptx2go_function(int i) {
	if (!__atomic_load_n(&ptx2go_opened, __ATOMIC_ACQUIRE))
		ptx2go_open();
	return ptx2go_functions[i];
}

#endif
