/* Loads and stores with cache hints of every type CUDA has them for, and the address space predicates. */
#include "../check.h"

#define COUNT 40

template <typename T> __global__ void load(const T *in, T *out) {
    const T *from = &in[threadIdx.x];
    out[threadIdx.x] = __ldg(from);
    out[COUNT + threadIdx.x] = __ldca(from);
    out[2 * COUNT + threadIdx.x] = __ldcg(from);
    out[3 * COUNT + threadIdx.x] = __ldcs(from);
    out[4 * COUNT + threadIdx.x] = __ldlu(from);
    out[5 * COUNT + threadIdx.x] = __ldcv(from);
}
template <typename T> __global__ void store(const T *in, T *out) {
    T value = in[threadIdx.x];
    __stwb(&out[threadIdx.x], value);
    __stcg(&out[COUNT + threadIdx.x], value);
    __stcs(&out[2 * COUNT + threadIdx.x], value);
    __stwt(&out[3 * COUNT + threadIdx.x], value);
}

template <typename T> static void check_type(const char *name) {
    T *in = managed<T>(COUNT), *out = managed<T>(6 * COUNT);
    for (size_t i = 0; i < COUNT * sizeof(T); i++) ((unsigned char *)in)[i] = (unsigned char)(i * 37 + 11);
    load<T><<<1, COUNT>>>(in, out);
    FINISH();
    for (int i = 0; i < 6 * COUNT; i++)
        if (std::memcmp(&in[i % COUNT], &out[i], sizeof(T))) check_failed(__FILE__, __LINE__, name, i, 0, 1);
    store<T><<<1, COUNT>>>(in, out);
    FINISH();
    for (int i = 0; i < 4 * COUNT; i++)
        if (std::memcmp(&in[i % COUNT], &out[i], sizeof(T))) check_failed(__FILE__, __LINE__, name, i, 0, 1);
    CUDA(cudaFree(in));
    CUDA(cudaFree(out));
}

__device__ int global_variable;
__constant__ int constant_variable = 1;
__global__ void spaces(const int *heap, unsigned *out) {
    __shared__ int shared_variable[4];
    extern __shared__ int dynamic[];
    volatile int local_variable = 3;
    const int *local = (const int *)&local_variable;
    shared_variable[threadIdx.x] = *local;
    const void *pointers[6] = {&global_variable, heap, shared_variable, dynamic, &constant_variable, local};
    for (int i = 0; i < 6; i++)
        out[i] = (__isGlobal(pointers[i]) != 0) + 2 * (__isShared(pointers[i]) != 0)
                 + 4 * (__isConstant(pointers[i]) != 0) + 8 * (__isLocal(pointers[i]) != 0);
    /* There and back. */
    int *again = (int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&shared_variable[2]));
    *again = 17;
    out[6] = ((volatile int *)shared_variable)[2];
    out[7] = *(const int *)__cvta_global_to_generic(__cvta_generic_to_global(heap));
}

int main() {
#define CHECK_TYPE(type) check_type<type>(#type);
    CHECK_TYPE(char) CHECK_TYPE(signed char) CHECK_TYPE(unsigned char) CHECK_TYPE(short) CHECK_TYPE(unsigned short)
    CHECK_TYPE(int) CHECK_TYPE(unsigned) CHECK_TYPE(long) CHECK_TYPE(unsigned long) CHECK_TYPE(long long)
    CHECK_TYPE(unsigned long long) CHECK_TYPE(float) CHECK_TYPE(double)
    CHECK_TYPE(char2) CHECK_TYPE(char4) CHECK_TYPE(uchar2) CHECK_TYPE(uchar4) CHECK_TYPE(short2) CHECK_TYPE(short4)
    CHECK_TYPE(ushort2) CHECK_TYPE(ushort4) CHECK_TYPE(int2) CHECK_TYPE(int4) CHECK_TYPE(uint2) CHECK_TYPE(uint4)
    CHECK_TYPE(longlong2) CHECK_TYPE(ulonglong2) CHECK_TYPE(float2) CHECK_TYPE(float4) CHECK_TYPE(double2)
    int *heap = managed<int>(1);
    unsigned *out = managed<unsigned>(8);
    *heap = 99;
    spaces<<<1, 1, 64>>>(heap, out);
    FINISH();
    const unsigned expected[] = {1, 1, 2, 2, 4, 8, 17, 99};
    for (int i = 0; i < 8; i++)
        if (i != 4) CHECK_AT(i, expected[i], out[i]);
    /* A generic pointer to constant memory points at its copy in global memory on a GPU, so either answer is right. */
    CHECK(out[4] == 4 || out[4] == 1 || out[4] == 5);
    return check_result();
}
