/* Size, alignment and member offsets of every vector type, on host and device, and what make_* puts where.
 * The table is the one in the CUDA C++ Programming Guide, Built-in Vector Types. */
#include <cstddef>
#include "../check.h"

/* F(type, element, number of elements, alignment) */
#define FAMILY(F, name, element, size, align2, align4) \
    F(name##1, element, 1, size)                       \
    F(name##2, element, 2, align2)                     \
    F(name##3, element, 3, size)                       \
    F(name##4, element, 4, align4)
#define TYPES(F)                                       \
    FAMILY(F, char, signed char, 1, 2, 4)              \
    FAMILY(F, uchar, unsigned char, 1, 2, 4)           \
    FAMILY(F, short, short, 2, 4, 8)                   \
    FAMILY(F, ushort, unsigned short, 2, 4, 8)         \
    FAMILY(F, int, int, 4, 8, 16)                      \
    FAMILY(F, uint, unsigned int, 4, 8, 16)            \
    FAMILY(F, long, long, 8, 16, 16)                   \
    FAMILY(F, ulong, unsigned long, 8, 16, 16)         \
    FAMILY(F, longlong, long long, 8, 16, 16)          \
    FAMILY(F, ulonglong, unsigned long long, 8, 16, 16) \
    FAMILY(F, float, float, 4, 8, 16)                  \
    FAMILY(F, double, double, 8, 16, 16)

/* What one type looks like: size, alignment, offset of the second member, the members summed with weights. */
struct facts {
    unsigned size, alignment, second;
    double sum;
};

template <typename V, int n> struct members;
template <typename V> struct members<V, 1> {
    static __host__ __device__ double sum(V v) { return v.x; }
    static __host__ __device__ unsigned second(const V &) { return 0; }
};
template <typename V> struct members<V, 2> {
    static __host__ __device__ double sum(V v) { return v.x + 10.0 * v.y; }
    static __host__ __device__ unsigned second(const V &v) { return (unsigned)((const char *)&v.y - (const char *)&v); }
};
template <typename V> struct members<V, 3> {
    static __host__ __device__ double sum(V v) { return v.x + 10.0 * v.y + 100.0 * v.z; }
    static __host__ __device__ unsigned second(const V &v) { return (unsigned)((const char *)&v.y - (const char *)&v); }
};
template <typename V> struct members<V, 4> {
    static __host__ __device__ double sum(V v) { return v.x + 10.0 * v.y + 100.0 * v.z + 1000.0 * v.w; }
    static __host__ __device__ unsigned second(const V &v) { return (unsigned)((const char *)&v.y - (const char *)&v); }
};

#define ARGUMENTS_1 1
#define ARGUMENTS_2 1, 2
#define ARGUMENTS_3 1, 2, 3
#define ARGUMENTS_4 1, 2, 3, 4

__host__ __device__ void gather(facts *out) {
    int i = 0;
#define GATHER(type, element, n, align)                                               \
    {                                                                                 \
        struct type v = make_##type(ARGUMENTS_##n);                                   \
        out[i].size = sizeof(type);                                                   \
        out[i].alignment = alignof(type);                                             \
        out[i].second = members<type, n>::second(v);                                  \
        out[i++].sum = members<type, n>::sum(v);                                      \
    }
    TYPES(GATHER)
}

__global__ void gather_on_device(facts *out) { gather(out); }

/* Reads and writes through pointers of each type, at different strides than the element type has. */
template <typename V> __global__ void shift(const V *in, V *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[(i + 1) % n] = in[i];
}

#define COUNT 37
template <typename V> void check_copies(const char *name) {
    V *in = managed<V>(COUNT), *out = managed<V>(COUNT);
    for (size_t i = 0; i < COUNT * sizeof(V); i++) ((unsigned char *)in)[i] = (unsigned char)(i * 7 + 1);
    shift<<<1, 64>>>(in, out, COUNT);
    FINISH();
    for (int i = 0; i < COUNT; i++)
        if (std::memcmp(&in[i], &out[(i + 1) % COUNT], sizeof(V)))
            check_failed(__FILE__, __LINE__, name, i, 0, 1);
}

int main() {
    facts *device = managed<facts>(64), host[64];
    gather(host);
    gather_on_device<<<1, 1>>>(device);
    FINISH();
    int i = 0;
    const double sums[] = {0, 1, 21, 321, 4321};
#define COMPARE(type, element, n, align)                        \
    CHECK_AT(i, sizeof(element) * n, (size_t)host[i].size);     \
    CHECK_AT(i, align, (int)host[i].alignment);                 \
    CHECK_AT(i, n > 1 ? sizeof(element) : 0, (size_t)host[i].second); \
    CHECK_AT(i, sums[n], host[i].sum);                          \
    CHECK_AT(i, host[i].size, device[i].size);                  \
    CHECK_AT(i, host[i].alignment, device[i].alignment);        \
    CHECK_AT(i, host[i].second, device[i].second);              \
    CHECK_AT(i, host[i].sum, device[i].sum);                    \
    check_copies<type>(#type);                                  \
    i++;
    TYPES(COMPARE)
    CHECK_EQUAL(48, i);
    return check_result();
}
