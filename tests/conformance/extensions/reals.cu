/* Atomic functions on float and double: NaN, signed zeros, infinities, and sums that are exact. */
// ALSO: -arch=sm_60
#include "values.h"

int main() {
    test_type<float>();
    test_type<double>();
    return check_result();
}
