#include <stdint.h>

// What this thread is called, 0 as long as it has no name.
uintptr_t ptx2go_thread(void);

// ptx2go_name_thread gives it one, until it ends: ptx2go_thread_ended(name) is called then.
void ptx2go_name_thread(uintptr_t name);
