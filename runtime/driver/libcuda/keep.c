#include "keep.h"
#include <stdlib.h>

static struct kept {
	char *s;
	struct kept *next;
} *all;

// Callers hold a lock.
const char *ptx2go_keep(char *s) {
	struct kept *k = malloc(sizeof *k);
	if (k) {
		k->s = s;
		k->next = all;
		all = k;
	}
	return s;
}
