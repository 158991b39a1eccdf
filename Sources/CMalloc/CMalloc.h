// How much of the heap is in use, for the benchmark: the C library that Swift imports leaves it out.

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// The bytes that are allocated and not freed, or -1 where the C library does not say.
static inline long bytes_in_use(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
#else
  return -1;
#endif
}
