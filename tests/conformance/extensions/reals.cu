// UNSUPPORTED: quick
/* Atomic functions on float and double: NaN, signed zeros, infinities, and sums that are exact. */
#include "values.h"

int main() {
    test_type<float>();
    test_type<double>();
    return check_result();
}
