// What a sanitizer has found is written when the program ends.
#include <stdlib.h>

extern void ptx2go_report(void);

void ptx2go_report_at_exit(void) { atexit(ptx2go_report); }
