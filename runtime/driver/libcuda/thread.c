#include "thread.h"
#include <pthread.h>

extern void ptx2go_thread_ended(uintptr_t name);

static __thread uintptr_t self;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void ended(void *name) {
	self = 0;
	ptx2go_thread_ended((uintptr_t)name);
}

static void make_key(void) { pthread_key_create(&key, ended); }

uintptr_t ptx2go_thread(void) { return self; }

void ptx2go_name_thread(uintptr_t name) {
	pthread_once(&once, make_key);
	self = name;
	pthread_setspecific(key, (void *)name);
}
