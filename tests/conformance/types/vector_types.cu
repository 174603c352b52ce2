/* Every vector type of softwarp/language/vector_types.def: size, alignment, where the members lie and what make_* puts
 * there, on host and device, printed a row each; and copies through pointers of each type. The table is the one in the
 * CUDA C++ Programming Guide, Built-in Vector Types. */
#include <cstddef>
#include "../check.h"
#include "../rows.h"

/* ROW(type, element, number of elements, alignment) for each type of the table. */
#define V(name, element, align1, align2, align3, align4)                                                               \
    ROW(name##1, element, 1, align1) ROW(name##2, element, 2, align2)                                                  \
    ROW(name##3, element, 3, align3) ROW(name##4, element, 4, align4)
#define V_ALIGNED(type, element, align) ROW(type, element, 4, align)

/* What one type looks like: size, alignment, offsets of the members, and the values that make_* gave them. */
struct facts {
    int size, alignment, offsets[4];
    double values[4];
};

#define ARGUMENTS_1 11
#define ARGUMENTS_2 11, 22
#define ARGUMENTS_3 11, 22, 33
#define ARGUMENTS_4 11, 22, 33, 44
#define MEMBER(k, member)                                                     \
    {                                                                         \
        out->offsets[k] = (int)((const char *)&v.member - (const char *)&v);  \
        out->values[k] = (double)v.member;                                    \
    }
#define MEMBERS_1 MEMBER(0, x)
#define MEMBERS_2 MEMBERS_1 MEMBER(1, y)
#define MEMBERS_3 MEMBERS_2 MEMBER(2, z)
#define MEMBERS_4 MEMBERS_3 MEMBER(3, w)

__host__ __device__ void gather(facts *out) {
#define ROW(type, element, n, align)                    \
    {                                                   \
        struct type v = make_##type(ARGUMENTS_##n);     \
        out->size = sizeof(type);                       \
        out->alignment = alignof(type);                 \
        MEMBERS_##n                                     \
        out++;                                          \
    }
#include <softwarp/language/vector_types.def>
#undef ROW
}

__global__ void gather_on_device(facts *out) { gather(out); }

/* The arguments of make_* are converted to the element's type, and the result has it. */
#define ROW(type, element, n, align)                                                                      \
    static_assert(sizeof(decltype(type::x)) == sizeof(element), #type);                                   \
    static_assert(((decltype(type::x))-1 < 0) == ((element)-1 < 0), #type);                                   \
    static_assert(sizeof(make_##type(ARGUMENTS_##n)) == sizeof(type) && sizeof(type) == n * sizeof(element), #type);
#define V(name, element, align1, align2, align3, align4)                                                               \
    ROW(name##1, element, 1, align1) ROW(name##2, element, 2, align2)                                                  \
    ROW(name##3, element, 3, align3) ROW(name##4, element, 4, align4)
#define V_ALIGNED(type, element, align) ROW(type, element, 4, align)
#include <softwarp/language/vector_types.def>
#undef ROW

/* Reads and writes through pointers of a type with each size and alignment that there is. */
template <typename T> __global__ void shift(const T *in, T *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[(i + 1) % n] = in[i];
}

#define COUNT 37
template <typename T> void check_copies(const char *name) {
    T *in = managed<T>(COUNT), *out = managed<T>(COUNT);
    for (size_t i = 0; i < COUNT * sizeof(T); i++) ((unsigned char *)in)[i] = (unsigned char)(i * 7 + 1);
    shift<<<1, 64>>>(in, out, COUNT);
    FINISH();
    for (int i = 0; i < COUNT; i++)
        if (std::memcmp(&in[i], &out[(i + 1) % COUNT], sizeof(T))) check_failed(__FILE__, __LINE__, name, i, 0, 1);
}

static void check_row(const char *type, const char *make, int element, int n, int align, const facts &host,
                      const facts &device) {
    CHECK_EQUAL(element * n, host.size);
    CHECK_EQUAL(align, host.alignment);
    for (int k = 0; k < n; k++) {
        CHECK_AT(k, k * element, host.offsets[k]);
        CHECK_AT(k, 11.0 * (k + 1), host.values[k]);
    }
    if (std::memcmp(&host, &device, sizeof host)) check_failed(__FILE__, __LINE__, type, -1, 0, 1);
    std::printf("%s: %d bytes, aligned to %d, members at", type, device.size, device.alignment);
    for (int k = 0; k < n; k++) std::printf(" %d", device.offsets[k]);
    std::printf("\n");
    print_row(make, device.values, n);
}

#define NAME_1(make, element) make "(" #element ")"
#define NAME_2(make, element) make "(" #element ", " #element ")"
#define NAME_3(make, element) make "(" #element ", " #element ", " #element ")"
#define NAME_4(make, element) make "(" #element ", " #element ", " #element ", " #element ")"

int main() {
    static facts host[64];
    facts *device = managed<facts>(64);
    gather(host);
    gather_on_device<<<1, 1>>>(device);
    FINISH();
    int i = 0;
#define ROW(type, element, n, align)                                                                         \
    check_row(#type, NAME_##n("make_" #type, element), sizeof(element), n, align, host[i], device[i]);       \
    i++;
#define V(name, element, align1, align2, align3, align4)                                                               \
    ROW(name##1, element, 1, align1) ROW(name##2, element, 2, align2)                                                  \
    ROW(name##3, element, 3, align3) ROW(name##4, element, 4, align4)
#define V_ALIGNED(type, element, align) ROW(type, element, 4, align)
#include <softwarp/language/vector_types.def>
    CHECK_EQUAL(58, i);
    /* One of each size and alignment. */
#define COPIES(type) check_copies<type>(#type);
    COPIES(char1) COPIES(uchar2) COPIES(char3) COPIES(uchar4) COPIES(short1) COPIES(ushort2) COPIES(short3) COPIES(ushort4)
    COPIES(int1) COPIES(uint2) COPIES(float3) COPIES(float4) COPIES(double1) COPIES(longlong2) COPIES(double3) COPIES(double4)
    COPIES(double4_32a) COPIES(ulonglong4_16a)
    return check_result();
}
