/* __device__, __constant__, __managed__ and __shared__ variables: initial values, arrays, structures, static members of
 * a function, alignment, templates, and shared memory under several types. */
#include "../check.h"

struct record {
    int number;
    double weights[3];
    const char *text;
};

__device__ int plain = 5;
__device__ int zeroed[7];
__device__ record described = {3, {0.5, 1.5, 2.5}, "device"};
__constant__ float table[4] = {1.5f, 2.5f, 3.5f, 4.5f};
__constant__ record fixed = {4, {1, 2, 3}, "constant"};
static __constant__ int hidden = 6;
__managed__ int managed_int = 7;
__device__ __managed__ double managed_array[5] = {1, 2, 3};
__device__ int *points_to = &plain;
__device__ const int never_changes = 8;
template <typename T> __device__ T of_type = (T)9.75;
namespace space {
__device__ long inside = 10;
}
__align__(64) __device__ char aligned[3];

__global__ void read(double *out, int *alignment) {
    int i = 0;
    out[i++] = plain;
    out[i++] = zeroed[6];
    out[i++] = described.number + described.weights[2] + described.text[0];
    out[i++] = table[1] + table[3];
    out[i++] = fixed.number + fixed.weights[1] + fixed.text[7];
    out[i++] = hidden;
    out[i++] = managed_int;
    out[i++] = managed_array[2] + managed_array[4];
    out[i++] = *points_to;
    out[i++] = never_changes;
    out[i++] = of_type<int> + of_type<float>;
    out[i++] = space::inside;
    *alignment = (int)((unsigned long long)aligned % 64);
    static __device__ int local_static = 11;
    out[i++] = local_static++;
}

__global__ void write() {
    plain = 50;
    zeroed[threadIdx.x % 7] = threadIdx.x;
    if (threadIdx.x == 0) managed_int += 100, managed_array[4] = 42;
}

/* Static shared arrays of several types, a matrix among them, and an aligned one. */
__global__ void shared_static(int *out) {
    __shared__ int numbers[64];
    __shared__ double2 pairs[64];
    __shared__ char bytes[3];
    __shared__ float matrix[8][9];
    __shared__ alignas(16) unsigned char raw[64];
    int t = threadIdx.x;
    numbers[t] = t;
    pairs[t] = make_double2(t, -t);
    if (t < 3) bytes[t] = (char)('a' + t);
    matrix[t / 8][t % 8] = t;
    raw[t] = (unsigned char)t;
    __syncthreads();
    int other = 63 - t;
    out[t] = numbers[other] + (int)pairs[other].x + (int)pairs[other].y + bytes[other % 3]
             + (int)matrix[other % 8][other / 8] + raw[other] + ((unsigned long long)raw % 16 != 0) * 1000000;
}

/* Dynamic shared memory: one name, used as several arrays; and the usual way in a template. */
extern __shared__ int dynamic[];
__global__ void shared_dynamic(int *out) {
    int t = threadIdx.x, n = blockDim.x;
    float *floats = (float *)&dynamic[n];
    char *bytes = (char *)&floats[n];
    dynamic[t] = t;
    floats[t] = t * 0.5f;
    bytes[t] = (char)t;
    __syncthreads();
    int other = (t + 1) % n;
    out[t] = dynamic[other] + (int)(floats[other] * 2) + bytes[other];
}
template <typename T> struct shared_array {
    __device__ operator T *() {
        extern __shared__ __align__(16) unsigned char bytes_of_block[];
        return (T *)bytes_of_block;
    }
};
template <typename T> __global__ void shared_template(T *out) {
    T *values = shared_array<T>();
    values[threadIdx.x] = (T)(threadIdx.x * 1.5);
    __syncthreads();
    out[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}

template <typename T> static void check_template() {
    T *out = managed<T>(32);
    shared_template<T><<<1, 32, 32 * sizeof(T)>>>(out);
    FINISH();
    for (int t = 0; t < 32; t++) CHECK_AT(t, (T)((t + 1) % 32 * 1.5), out[t]);
}

static void check_shared() {
    int *out = managed<int>(64);
    shared_static<<<1, 64>>>(out);
    FINISH();
    for (int t = 0; t < 64; t++) {
        int o = 63 - t;
        CHECK_AT(t, o + o - o + 'a' + o % 3 + (o % 8 * 8 + o / 8) + o, out[t]);
    }
    shared_dynamic<<<2, 48, 48 * 9>>>(out);
    FINISH();
    for (int t = 0; t < 48; t++) CHECK_AT(t, 3 * ((t + 1) % 48), out[t]);
    check_template<char>();
    check_template<int>();
    check_template<double>();
}

int main() {
    double *out = managed<double>(16);
    int *alignment = managed<int>(1);
    managed_int++;
    read<<<1, 1>>>(out, alignment);
    FINISH();
    const double expected[] = {5, 0, 5.5 + 'd', 7, 6 + 't', 6, 8, 3, 5, 8, 18.75, 10, 11};
    for (int i = 0; i < 13; i++) CHECK_AT(i, expected[i], out[i]);
    CHECK_EQUAL(0, *alignment);

    write<<<1, 7>>>();
    FINISH();
    CHECK_EQUAL(108, managed_int);
    CHECK_EQUAL(42.0, managed_array[4]);
    float replaced[4] = {10, 20, 30, 40};
    CUDA(cudaMemcpyToSymbol(table, replaced, sizeof replaced));
    read<<<1, 1>>>(out, alignment);
    FINISH();
    CHECK_EQUAL(50.0, out[0]);
    CHECK_EQUAL(6.0, out[1]);
    CHECK_EQUAL(60.0, out[3]);
    CHECK_EQUAL(45.0, out[7]);
    CHECK_EQUAL(12.0, out[12]);
    check_shared();
    return check_result();
}
