#define OWN 2
#include "kinds.h"
int test_two() { return test(); }
