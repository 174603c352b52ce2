/* const variables of the device are symbols like any other: address, size and value are the host's to ask for, kernels
 * read the same memory, and one that only the host names is there, too. */
#include "../conformance.h"

#include <string.h>

typedef int (*function)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }

struct pair { int number; float weight; };

__device__ int variable = 1;
__device__ const int plain[3] = {4, 5, 6};
static __device__ const double own = 2.5;
__device__ constexpr int computed[2] = {7, 8};
template <typename T> __device__ const T of_template[2] = {T(9), T(10)};
namespace {
__device__ const char unnamed[4] = "abc";
}
__device__ const int of_host[2] = {11, 12};
__device__ const pair pairs[2] = {{1, 2.5f}, {3, 4.5f}};
__device__ int *const pointers[2] = {&variable, nullptr};
__device__ const function functions[2] = {twice, thrice};
__constant__ const int constants[2] = {13, 14};
__device__ const float large[30000] = {1, 2, 3}; // more than constant memory holds

__global__ void read(double *out, int i, function called) {
    out[0] = plain[i];
    out[1] = own;
    out[2] = computed[i];
    out[3] = of_template<int>[i];
    out[4] = unnamed[i];
    out[5] = pairs[i].number + pairs[i].weight;
    out[6] = functions[i](10) + called(100);
    out[7] = constants[i];
    out[8] = large[i];
    *pointers[i - 1] = 15;
}

__global__ void addresses(const void **out) {
    out[0] = plain;
    out[1] = &own;
    out[2] = computed;
    out[3] = of_template<int>;
    out[4] = pointers;
}

template <typename T> void expect_symbol(const T &symbol, const T &value) {
    T got;
    size_t size = 0;
    EXPECT_ERROR(cudaMemcpyFromSymbol((void *)&got, symbol, sizeof got), cudaSuccess);
    EXPECT_ERROR(cudaGetSymbolSize(&size, symbol), cudaSuccess);
    EXPECT_EQ(size, sizeof got);
    EXPECT_EQ(memcmp((const void *)&got, (const void *)&value, sizeof got), 0);
}

template <typename T> void expect_address(const T &symbol, const void *address) {
    void *got;
    EXPECT_ERROR(cudaGetSymbolAddress(&got, symbol), cudaSuccess);
    EXPECT_EQ(got == address, true);
}

static void values() {
    expect_symbol(plain, {4, 5, 6});
    expect_symbol(own, 2.5);
    expect_symbol(computed, {7, 8});
    expect_symbol(of_template<int>, {9, 10});
    expect_symbol(unnamed, {'a', 'b', 'c', 0});
    expect_symbol(of_host, {11, 12});
    expect_symbol(pairs, {{1, 2.5f}, {3, 4.5f}});
    expect_symbol(constants, {13, 14});
    static const float first[30000] = {1, 2, 3};
    expect_symbol(large, first);
    int *to[2];
    void *place;
    EXPECT_ERROR(cudaMemcpyFromSymbol(to, pointers, sizeof to), cudaSuccess);
    EXPECT_ERROR(cudaGetSymbolAddress(&place, variable), cudaSuccess);
    EXPECT_EQ(to[0] == place && !to[1], true);
}

static void kernels() {
    static const double expected[] = {5, 2.5, 8, 10, 'b', 7.5, 330, 14, 2};
    double *out;
    const void **places;
    function called[2];
    int after;
    EXPECT_ERROR(cudaMallocManaged(&out, sizeof expected), cudaSuccess);
    EXPECT_ERROR(cudaMallocManaged(&places, 5 * sizeof *places), cudaSuccess);
    EXPECT_ERROR(cudaMemcpyFromSymbol(called, functions, sizeof called), cudaSuccess);
    read<<<1, 1>>>(out, 1, called[1]);
    addresses<<<1, 1>>>(places);
    EXPECT_ERROR(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < 9; i++)
        EXPECT_EQ(out[i], expected[i]);
    EXPECT_ERROR(cudaMemcpyFromSymbol(&after, variable, sizeof after), cudaSuccess);
    EXPECT_EQ(after, 15);
    expect_address(plain, places[0]);
    expect_address(own, places[1]);
    expect_address(computed, places[2]);
    expect_address(of_template<int>, places[3]);
    expect_address(pointers, places[4]);
}

int main() {
    values();
    kernels();
    return finish();
}
