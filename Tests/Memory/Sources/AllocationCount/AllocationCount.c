#include "AllocationCount.h"

static _Thread_local unsigned long count;

unsigned long allocationCount(void) {
  return count;
}

// The allocators of the sanitizers take the place of glibc's, so nothing is counted there.
#if defined(__GLIBC__) || defined(__linux__)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);

// These take the place of the functions of the C library, also for the Swift runtime.

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

#endif
#endif
