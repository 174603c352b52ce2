/* Atomic updates of 1 to 8 bytes; types with padding, and NaN. */
#include "updates.h"
#include <cmath>

/* Bytes that mean nothing, numbers that do not equal themselves. */
struct padded { char letter; int number; };
struct pair { float least; int where; };

__global__ void odd_types(padded *p, float *nan, pair *best, const float *values) {
    int k = blockIdx.x * THREADS + threadIdx.x;
    float value = values[k];
    softwarp::atomic_update(p, [](padded x) { return padded{(char)(x.letter ^ 1), x.number + 2}; });
    softwarp::atomic_update(nan, [](float x) { return x != x ? 1.0f : x == 1 ? NAN : 2.0f; });
    softwarp::atomic_update(best, [=](pair x) { return value < x.least ? pair{value, k} : x; });
}

static void test_odd_types() {
    padded *p = managed<padded>(1);
    float *nan = managed<float>(1), *values = managed<float>(COUNT);
    pair *best = managed<pair>(1);
    *p = {'a', 0};
    *nan = NAN;
    *best = {1e9f, -1};
    for (int k = 0; k < COUNT; k++) values[k] = (float)((k * 37 + 11) % 1009);
    int least = (int)(std::min_element(values, values + COUNT) - values);
    odd_types<<<BLOCKS, THREADS>>>(p, nan, best, values);
    FINISH();
    CHECK_EQUAL(2 * COUNT, p->number);
    CHECK_EQUAL('a' ^ (COUNT & 1), (int)p->letter);
    CHECK_EQUAL(COUNT % 2 ? 1.0f : NAN, *nan);
    CHECK_EQUAL(least, best->where);
    CHECK_EQUAL(values[least], best->least);
    std::printf("odd types: %d %d %d %g %d\n", p->number, p->letter, (int)*nan, best->least, best->where);
}

int main() {
    test_sizes<1, 8>();
    test_odd_types();
    return check_result();
}
