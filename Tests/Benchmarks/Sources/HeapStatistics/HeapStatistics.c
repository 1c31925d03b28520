#include "HeapStatistics.h"

#include <malloc.h>

size_t heapInUse(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
