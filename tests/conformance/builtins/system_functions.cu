/* What device code takes from the C library and from the system: memory functions, new and delete, assert that holds,
 * clocks, sleeping, assumptions. */
#include <assert.h>
#include "../check.h"

struct node {
    int value;
    node *next;
    __device__ node(int v, node *n) : value(v), next(n) {}
    __device__ ~node() { value = -1; }
};

__global__ void memory(int *out) {
    int t = threadIdx.x;
    char *block = (char *)malloc(64 + t), copy[64];
    assert(block != nullptr);
    memset(block, 'a' + t % 26, 64);
    memcpy(copy, block, 32);
    memcpy(copy + 32, block, 32);
    out[t] = copy[0] + copy[63];
    free(block);
    free(nullptr);
    node *list = nullptr;
    for (int i = 0; i < 5; i++) list = new node(i * t, list);
    int sum = 0;
    while (list) {
        node *next = list->next;
        sum += list->value;
        delete list;
        list = next;
    }
    double *array = new double[t + 1];
    array[t] = t;
    out[t] += sum + (int)array[t];
    delete[] array;
}

__global__ void time(long long *out, int n) {
    long long start = clock64();
    clock_t ticks = clock();
    volatile int work = 0;
    for (int i = 0; i < n; i++) work = work + i;
    __nanosleep(2000);
    out[0] = clock64() - start;
    out[1] = (int)(clock() - ticks);
    __builtin_assume(n > 0);
    __builtin_assume(n < 1 << 20);
    out[2] = __builtin_expect(n > 0, 1) ? 5 : 6;
    if (n < 0) __trap();
    assert(n > 0 && "positive");
}

int main() {
    int *out = managed<int>(100);
    memory<<<1, 100>>>(out);
    FINISH();
    for (int t = 0; t < 100; t++) CHECK_AT(t, 2 * ('a' + t % 26) + 10 * t + t, out[t]);
    long long *times = managed<long long>(3);
    time<<<1, 1>>>(times, 10000);
    FINISH();
    CHECK(times[0] > 0);
    CHECK(times[1] != 0);
    CHECK_EQUAL(5ll, times[2]);
    return check_result();
}
