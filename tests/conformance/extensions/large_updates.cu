/* Atomic updates of 9 to 16 bytes, by a compare-and-swap of 128 bits. */
#include "updates.h"

int main() {
    test_sizes<9, 16>();
    return check_result();
}
