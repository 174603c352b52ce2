// UNSUPPORTED: quick
/* Atomic functions on 64-bit integers, those that CUDA has and those that it lacks. */
#include "values.h"

int main() {
    test_type<long long>();
    test_type<unsigned long long>();
    return check_result();
}
