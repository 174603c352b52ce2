// UNSUPPORTED: quick
/* Atomic functions on 32-bit integers, those that CUDA has and those that it lacks. */
#include "values.h"

int main() {
    test_type<int>();
    test_type<unsigned int>();
    return check_result();
}
