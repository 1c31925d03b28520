#include <stddef.h>

/// How many bytes of the heap are in use; glibc's own module leaves malloc.h out.
size_t heapInUse(void);
