/* Rows of softwarp/atomics/atomics.def, each in three scopes and with its result unused, on every kind of memory: what
 * is stored and what is returned, against the guide's definition of the operation. A program says which rows it takes
 * (ROW_<code>) and includes this; a new operation needs its definition below or does not compile. */
#ifndef TABLE_H
#define TABLE_H

#include "../check.h"
#include "../rows.h"
#include <cfloat>
#include <cmath>
#include <climits>

#ifndef __SOFTWARP__ /* nvcc has this type in device scope only */
#define SHORT_CAS(name)                                                                                       \
    static __device__ unsigned short name(unsigned short *address, unsigned short compare, unsigned short value) { \
        return atomicCAS(address, compare, value);                                                            \
    }
SHORT_CAS(atomicCAS_block)
SHORT_CAS(atomicCAS_system)
#endif

/* References. */
template <typename T> T ref_add(T old, T value) { return old + value; }
template <typename T> T ref_sub(T old, T value) { return old - value; }
template <typename T> T ref_exch(T, T value) { return value; }
template <typename T> T ref_min(T old, T value) { return old < value ? old : value; }
template <typename T> T ref_max(T old, T value) { return old > value ? old : value; }
template <typename T> T ref_inc(T old, T value) { return old >= value ? 0 : old + 1; }
template <typename T> T ref_dec(T old, T value) { return old == 0 || old > value ? value : old - 1; }
template <typename T> T ref_and(T old, T value) { return old & value; }
template <typename T> T ref_or(T old, T value) { return old | value; }
template <typename T> T ref_xor(T old, T value) { return old ^ value; }
template <typename T> T ref_cas(T old, T compare, T value) { return old == compare ? value : old; }

/* atomicAdd of floats outside shared memory takes denormals for zero (PTX ISA, atom; so on an H200). */
template <typename T> T flushed(T x) { return x; }
inline float flushed(float x) { return std::fabs(x) < FLT_MIN ? std::copysign(0.0f, x) : x; }

#define SAMPLES 12
#define PAIRS (SAMPLES * SAMPLES)
#define FORMS 4 /* device, block, system, result unused */

template <typename T> __host__ __device__ T sample(int i) {
    const long long values[SAMPLES] = {0, 1, 7, -1, 1000, -12345, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 6, 8};
    return (T)(sizeof(T) == 8 && i < 6 ? values[i] << 30 : values[i]);
}
template <> __host__ __device__ inline float sample<float>(int i) {
    const unsigned bits[SAMPLES] = {0, 0x80000000, 0x3fc00000, 0xbfc00000, 1, 0x80000005, 0x007fffff, 0x00800000,
                                    0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff};
    float value;
    memcpy(&value, &bits[i], sizeof value);
    return value;
}
template <> __host__ __device__ inline double sample<double>(int i) {
    const unsigned long long bits[SAMPLES] = {0, 1ull << 63, 0x3ff8000000000000, 0xbff8000000000000, 1,
                                              0x8000000000000005, 0x000fffffffffffff, 0x0010000000000000,
                                              0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                                              0x7fefffffffffffff};
    double value;
    memcpy(&value, &bits[i], sizeof value);
    return value;
}

/* cells[FORMS * pair + form]: what is stored in the end; told: what was returned, of the last form the value before. */
template <typename Row, typename T> __global__ void operate(T *cells, T *told, int is_shared) {
    __shared__ T own[PAIRS * FORMS];
    int pair = threadIdx.x;
    T old = sample<T>(pair % SAMPLES), value = sample<T>(pair / SAMPLES);
    T *cell = (is_shared ? own : cells) + FORMS * pair, *out = told + FORMS * pair;
    for (int form = 0; form < FORMS; form++) cell[form] = old;
    out[0] = Row::device(cell, value);
    out[1] = Row::block(cell + 1, value);
    out[2] = Row::system(cell + 2, value);
    Row::device(cell + 3, value);
    out[3] = old;
    for (int form = 0; form < FORMS; form++) cells[FORMS * pair + form] = cell[form];
}

enum { DEVICE, MANAGED, HOST, REGISTERED, SHARED, SPACES };
static const char *const space_names[] = {"device", "managed", "host", "registered", "shared"};

/* Each kind of memory, once for the program. */
static void *memory_of(int space) {
    static void *memory[SPACES];
    static char registered[1 << 16];
    const size_t bytes = 1 << 15;
    void *&at = memory[space];
    if (at) return at;
    if (space == DEVICE || space == SHARED) CUDA(cudaMalloc(&at, bytes));
    else if (space == MANAGED) CUDA(cudaMallocManaged(&at, bytes));
    else if (space == HOST) CUDA(cudaHostAlloc(&at, bytes, cudaHostAllocMapped));
    else {
        char *page = (char *)(((size_t)registered + 4095) & ~(size_t)4095);
        CUDA(cudaHostRegister(page, bytes, cudaHostRegisterMapped));
        CUDA(cudaHostGetDevicePointer(&at, page, 0));
    }
    return at;
}

template <typename Row, typename T> void run_row(const char *name, const char *label) {
    const size_t count = PAIRS * FORMS;
    static T cells[count], told[count], all[SPACES * 2 * count];
    T *device_told;
    CUDA(cudaMalloc((void **)&device_told, sizeof told));
    for (int space = 0; space < SPACES; space++) {
        T *memory = (T *)memory_of(space);
        operate<Row, T><<<1, PAIRS>>>(memory, device_told, space == SHARED);
        FINISH();
        CUDA(cudaMemcpy(cells, memory, sizeof cells, cudaMemcpyDefault));
        CUDA(cudaMemcpy(told, device_told, sizeof told, cudaMemcpyDefault));
        for (size_t i = 0; i < count; i++) {
            int pair = (int)(i / FORMS);
            T old = sample<T>(pair % SAMPLES), value = sample<T>(pair / SAMPLES);
            T expected = Row::expected(old, value, space == SHARED);
            if (!check_same(expected, cells[i]) || !check_same(old, told[i]))
                printf("%s, %s memory, form %d, pair %d:\n", name, space_names[space], (int)(i % FORMS), pair);
            CHECK_AT(i, expected, cells[i]);
            CHECK_AT(i, old, told[i]);
        }
        memcpy(all + space * 2 * count, cells, sizeof cells);
        memcpy(all + space * 2 * count + count, told, sizeof told);
    }
    CUDA(cudaFree(device_told));
    if (label) print_row(label, all, SPACES * 2 * count);
}

/* Rows become structures, number by number. flush: additions of floats beyond shared memory. */
#define TWO(Name, op, T, code)                                                                                  \
    template <typename Type> struct row_##op##_##code {                                                         \
        static __device__ Type device(Type *p, Type v) { return atomic##Name(p, v); }                           \
        static __device__ Type block(Type *p, Type v) { return atomic##Name##_block(p, v); }                    \
        static __device__ Type system(Type *p, Type v) { return atomic##Name##_system(p, v); }                  \
        static Type expected(Type old, Type v, bool is_shared) {                                                \
            bool flushes = !is_shared && #op[0] == 'a' && #op[1] == 'd';                                        \
            return flushes ? flushed(ref_##op(flushed(old), flushed(v))) : ref_##op(old, v);                    \
        }                                                                                                       \
    };
#define THREE(Name, op, T, code)                                                                                \
    template <typename Type> struct row_##op##_##code {                                                         \
        static __device__ Type device(Type *p, Type v) { return atomic##Name(p, sample<Type>(1), v); }          \
        static __device__ Type block(Type *p, Type v) { return atomic##Name##_block(p, sample<Type>(1), v); }   \
        static __device__ Type system(Type *p, Type v) { return atomic##Name##_system(p, sample<Type>(1), v); } \
        static Type expected(Type old, Type v, bool) { return ref_##op(old, sample<Type>(1), v); }              \
    };
#define RUN_TWO(Name, op, T, code)                                                  \
    run_row<row_##op##_##code<T>, T>("atomic" #Name " of " #T, "atomic" #Name "(" #T " *, " #T ")");
#define RUN_THREE(Name, op, T, code)                                                \
    run_row<row_##op##_##code<T>, T>("atomic" #Name " of " #T, "atomic" #Name "(" #T " *, " #T ", " #T ")");
#define NONE(...)

#endif
