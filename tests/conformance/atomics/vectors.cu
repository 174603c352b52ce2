/* atomicAdd of float2 and float4 (sm_90), in global memory: every element is added by itself, as a float is, denormals
 * flushed; alone, and by many threads at one address. */
#include "../check.h"
#include "../rows.h"
#include <cfloat>
#include <cmath>

#define SAMPLES 9
#define PAIRS (SAMPLES * SAMPLES)

__host__ __device__ inline float sample(int i) {
    const unsigned bits[SAMPLES] = {0, 0x80000000, 0x3fc00000, 0xc0200000, 1,
                                    0x807fffff, 0x00800001, 0x7f800000, 0x7f7fffff};
    float value;
    memcpy(&value, &bits[i % SAMPLES], sizeof value);
    return value;
}
static float flushed(float x) { return std::fabs(x) < FLT_MIN ? std::copysign(0.0f, x) : x; }
static float sum_of(float old, float value) { return flushed(flushed(old) + flushed(value)); }

/* Elements of the pair's sample, one further each. */
__host__ __device__ inline float2 two_of(int i) { return make_float2(sample(i), sample(i + 1)); }
__host__ __device__ inline float4 four_of(int i) {
    return make_float4(sample(i), sample(i + 1), sample(i + 2), sample(i + 3));
}
template <typename T> __host__ __device__ T vector_of(int i);
template <> __host__ __device__ inline float2 vector_of<float2>(int i) { return two_of(i); }
template <> __host__ __device__ inline float4 vector_of<float4>(int i) { return four_of(i); }

/* cells[3 * pair + scope]: after; told: what was returned. */
template <typename T> __global__ void each(T *cells, T *told) {
    int pair = threadIdx.x;
    T value = vector_of<T>(pair / SAMPLES);
    for (int scope = 0; scope < 3; scope++) cells[3 * pair + scope] = vector_of<T>(pair % SAMPLES);
    told[3 * pair] = atomicAdd(&cells[3 * pair], value);
    told[3 * pair + 1] = atomicAdd_block(&cells[3 * pair + 1], value);
    told[3 * pair + 2] = atomicAdd_system(&cells[3 * pair + 2], value);
}

template <typename T> static void check_each(const char *label) {
    const int elements = sizeof(T) / sizeof(float);
    T *cells = managed<T>(6 * PAIRS), *told = cells + 3 * PAIRS;
    each<<<1, PAIRS>>>(cells, told);
    FINISH();
    for (int i = 0; i < 3 * PAIRS * elements; i++) {
        int pair = i / (3 * elements), element = i % elements;
        float old = sample(pair % SAMPLES + element), value = sample(pair / SAMPLES + element);
        CHECK_AT(i, old, ((float *)told)[i]);
        CHECK_AT(i, sum_of(old, value), ((float *)cells)[i]);
    }
    print_row(label, (float *)cells, 6 * PAIRS * elements);
}

__global__ void add(float2 *two, float4 *four, float2 *returned) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    returned[i] = atomicAdd(two, make_float2(1, 2));
    atomicAdd_system(two, make_float2(0.5f, 0.25f));
    atomicAdd(four, make_float4(1, 2, 3, 4));
    atomicAdd_block(four + 1 + blockIdx.x, make_float4(4, 3, 2, 1));
}

static void check_many() {
    const int blocks = 4, threads = 100, n = blocks * threads;
    float2 *two = managed<float2>(1), *returned = managed<float2>(n);
    float4 *four = managed<float4>(1 + blocks);
    add<<<blocks, threads>>>(two, four, returned);
    FINISH();
    CHECK_EQUAL(1.5f * n, two->x);
    CHECK_EQUAL(2.25f * n, two->y);
    for (int b = 0; b <= blocks; b++) {
        float first = b ? 4 * threads : n, step = b ? -threads : n;
        CHECK_AT(b, first, four[b].x);
        CHECK_AT(b, first + step, four[b].y);
        CHECK_AT(b, first + 2 * step, four[b].z);
        CHECK_AT(b, first + 3 * step, four[b].w);
    }
    for (int i = 0; i < n; i++) CHECK_AT(i, true, returned[i].x >= 0 && returned[i].x < 1.5f * n);
}

int main() {
    check_each<float2>("atomicAdd(float2 *, float2)");
    check_each<float4>("atomicAdd(float4 *, float4)");
    check_many();
    return check_result();
}
