// UNSUPPORTED: quick
/* Atomic functions on 8-bit integers: parts of a 32-bit word. */
#include "values.h"

int main() {
    test_type<signed char>();
    test_type<unsigned char>();
    return check_result();
}
