/* __match_any_sync and __match_all_sync of every type: equal means equal bits. */
#include "../check.h"

template <typename T> __global__ void match(const T *values, unsigned *any, unsigned *all, int *predicate) {
    T value = values[threadIdx.x];
    any[threadIdx.x] = __match_any_sync(0xffffffff, value);
    all[threadIdx.x] = __match_all_sync(0xffffffff, values[threadIdx.x & 32], &predicate[threadIdx.x]);
}

template <typename T> static void check_type(T a, T b, T c) {
    const T choice[] = {a, b, c};
    T *values = managed<T>(64);
    unsigned *any = managed<unsigned>(64), *all = managed<unsigned>(64);
    int *predicate = managed<int>(64);
    for (int i = 0; i < 64; i++) values[i] = choice[i * i % 7 % 3];
    match<T><<<1, 64>>>(values, any, all, predicate);
    FINISH();
    for (int i = 0; i < 64; i++) {
        unsigned same = 0;
        for (int l = 0; l < 32; l++) 
            same |= (unsigned)!std::memcmp(&values[i / 32 * 32 + l], &values[i], sizeof(T)) << l;
        CHECK_AT(i, same, any[i]);
        CHECK_AT(i, 0xffffffffu, all[i]);
        CHECK_AT(i, true, predicate[i] != 0);
    }
}

int main() {
    check_type<int>(1, -1, 0);
    check_type<unsigned>(1, 0x80000001, 0);
    check_type<long>(1, 1l << 33, 0);
    check_type<unsigned long>(1, 1ul << 63, 0);
    check_type<long long>(-1, 0xffffffffll, 0);
    check_type<unsigned long long>(~0ull, ~1ull, 0);
    check_type<float>(1.5f, 0.0f, 2.5f);
    check_type<double>(1.5, 1.5000000001, 0);
    return check_result();
}
