/* Atomic updates of 9 to 16 bytes, by a compare-and-swap of 128 bits; and one that changes the upper half alone. */
#include "updates.h"

struct alignas(16) two { long long kept, counted; };

__global__ void count_above(two *p) {
    softwarp::atomic_update(p, [](two x) { return two{x.kept, x.counted + 1}; });
}

static void test_upper_half() {
    two *p = managed<two>(1);
    p->kept = -5;
    count_above<<<BLOCKS, THREADS>>>(p);
    FINISH();
    CHECK_EQUAL(-5LL, p->kept);
    CHECK_EQUAL((long long)COUNT, p->counted);
    std::printf("upper half: %lld\n", p->counted);
}

int main() {
    test_sizes<9, 16>();
    test_upper_half();
    return check_result();
}
