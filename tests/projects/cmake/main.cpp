/* C++ alone; the CUDA runtime comes with the library. */
#include "check.h"

int main() { return check_scale(); }
