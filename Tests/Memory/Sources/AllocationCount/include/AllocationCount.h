/// The number of blocks that the current thread has allocated; 0 where it is not counted.
unsigned long allocationCount(void);
