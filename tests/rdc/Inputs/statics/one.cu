#ifndef OWN
#define OWN 1
#endif
#include "kinds.h"
#if OWN == 1
int test_one() { return test(); }
#else
int test_two() { return test(); }
#endif
