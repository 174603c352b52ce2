// UNSUPPORTED: quick
/* Atomic functions on 16-bit integers: a compare-and-swap of their own, or a part of a 32-bit word. */
#include "values.h"

int main() {
    test_type<short>();
    test_type<unsigned short>();
    return check_result();
}
