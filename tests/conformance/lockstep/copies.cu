/* Copies of structures of 1 to 40 bytes, aligned as their members are: side by side, backwards, to and from places here
 * and there, from one place to all, by some threads, between shared and global memory, within one array. */
#include "../conformance.h"

enum { THREADS = 96, BLOCKS = 3, COUNT = THREADS * BLOCKS };

template <class T, int N> struct record { T at[N]; };

/* Each row is a way: where the copy of thread i comes from, and where it goes. */
enum way { IN_LINE, BACKWARDS, FROM_PLACES, TO_PLACES, FROM_ONE, BY_SOME, TURNED, WAYS };

__host__ __device__ int source(int way, int i, const int *places) {
    return way == BACKWARDS ? COUNT - 1 - i : way == FROM_PLACES || way == TURNED ? places[i] : way == FROM_ONE ? 5 : i;
}
__host__ __device__ int target(int way, int i, const int *places) {
    return way == TO_PLACES ? places[i] : way == TURNED ? places[COUNT - 1 - i] : i;
}
__host__ __device__ bool takes_part(int way, int i) { return way != BY_SOME || i % 5 < 2; }

template <class R, int W> __global__ void copy(R *to, const R *from, const int *places) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (takes_part(W, i)) to[target(W, i, places)] = from[source(W, i, places)];
}

/* By way of shared memory, each block its part; the neighbour's, in one array. */
template <class R> __global__ void through_shared(R *to, const R *from) {
    __shared__ R all[2 * THREADS];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    all[t] = from[i];
    __syncthreads();
    all[THREADS + (t ^ 1)] = all[t];
    __syncthreads();
    if (t != 7) to[i] = all[THREADS + t];
}

template <class R> struct arrays {
    R *to, *from, *want;
    int *places;
    arrays() {
        cudaMallocManaged(&to, COUNT * sizeof(R));
        cudaMallocManaged(&from, COUNT * sizeof(R));
        cudaMallocManaged(&places, COUNT * sizeof(int));
        want = new R[COUNT];
        for (int i = 0; i < COUNT; i++) places[i] = i * 37 % COUNT; /* 37 and 288 have no common factor */
        for (size_t i = 0; i < COUNT * sizeof(R); i++) ((unsigned char *)from)[i] = (unsigned char)(i * 7 + i / 256);
    }
    ~arrays() { cudaFree(to), cudaFree(from), cudaFree(places), delete[] want; }
    void clear() {
        memset(to, 0, COUNT * sizeof(R));
        memset(want, 0, COUNT * sizeof(R));
    }
    void check() {
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        for (int i = 0; i < COUNT; i++) EXPECT(!memcmp(&to[i], &want[i], sizeof(R)));
    }
};

template <class R, int W> void check_way(arrays<R> &a) {
    a.clear();
    for (int i = 0; i < COUNT; i++)
        if (takes_part(W, i)) a.want[target(W, i, a.places)] = a.from[source(W, i, a.places)];
    copy<R, W><<<BLOCKS, THREADS>>>(a.to, a.from, a.places);
    a.check();
    if constexpr (W + 1 < WAYS) check_way<R, W + 1>(a);
}

template <class R> void check() {
    arrays<R> a;
    check_way<R, 0>(a);
    a.clear();
    for (int i = 0; i < COUNT; i++)
        if (i % THREADS != 7) a.want[i] = a.from[i ^ 1];
    through_shared<<<BLOCKS, THREADS>>>(a.to, a.from);
    a.check();
}

int main() {
    check<record<char, 3>>();
    check<record<char, 12>>();
    check<record<short, 3>>();
    check<record<float, 3>>();
    check<record<int, 4>>();
    check<record<double, 3>>();
    check<record<int, 7>>();
    check<record<int, 10>>();
    check<record<long long, 2>>();
    return finish();
}
