/* Packed structures are laid out as g++ and nvcc do it, on both sides: a member whose class is no plain old data is not
 * packed, nor an array of those, nor a packed structure that has such a member. (Of a class with initialised members, and
 * of one with a base, nvcc's two sides have different opinions.) */
// NO-GPU: it prints nothing; the numbers are g++'s
#include "../conformance.h"

#include <cstddef>
#include <cuda_fp16.h>

#define PACKED __attribute__((packed))

struct Built {
    short v;
    __host__ __device__ Built() {}
};
struct Base {
    int a;
};
struct Derived : Base {
    int b;
};
struct Initialised {
    double a = 1;
};
struct Plain {
    int a;
};
typedef Built Pair[2];

// clang-format off
struct PACKED Halves { char c; __half h[2]; };
struct PACKED One { char c; Built b; };
struct PACKED Several { char c; Built b[2], d[2][3]; int i; Derived e [2]; long l; };
struct Behind { char c; Pair p; int i; } PACKED;
struct PACKED Doubles { char c; Initialised d[1]; };
struct PACKED Plains { char c; Plain p[2]; double d; };
typedef struct { char c; Built b[2]; } PACKED Typedef;
typedef struct { char c; Plain p[2]; } PACKED PlainTypedef;
struct PACKED Outer { char c; Several s; short n; };
struct Around { char c; Outer o[2]; };
struct PACKED Own { char c; PACKED Built b[2]; int i; };
struct PACKED Aligned { char c; Built b[2] __attribute__((aligned(8))); };
struct PACKED Bits { int a : 3; Built b[2]; int e : 20; };
union PACKED Either { char c; int i; Derived d[2]; __host__ __device__ Either() {} };
struct PACKED Inner { char c; struct { char c; Built b[2]; } s[2]; struct { char c; int i; } p[2]; };
struct PACKED Given { char c; Initialised d[2] = {}; int i; };
#pragma pack(push, 1)
struct ByPragma { char c; Built b[2]; Derived d; };
struct PACKED ByBoth { char c; Built b[2]; };
#pragma pack(pop)
#pragma pack(push, 2)
struct PACKED ByTwo { char c; Derived d[2]; };
#pragma pack(pop)
// clang-format on

/* type, member, sizeof, alignof, offsetof */
#define EACH_RECORD(R)                                                                                                  \
    R(Halves, h, 6, 2, 2)                                                                                               \
    R(One, b, 4, 2, 2)                                                                                                  \
    R(Several, l, 48, 4, 40)                                                                                            \
    R(Behind, i, 10, 2, 6)                                                                                              \
    R(Doubles, d, 16, 8, 8)                                                                                             \
    R(Plains, d, 17, 1, 9)                                                                                              \
    R(Typedef, b, 6, 2, 2)                                                                                              \
    R(PlainTypedef, p, 9, 1, 1)                                                                                         \
    R(Outer, n, 56, 4, 52)                                                                                              \
    R(Around, o, 116, 4, 4)                                                                                             \
    R(Own, i, 9, 1, 5)                                                                                                  \
    R(Aligned, b, 16, 8, 8)                                                                                             \
    R(Either, d, 16, 4, 0)                                                                                              \
    R(Inner, p, 30, 2, 14)                                                                                              \
    R(Given, i, 32, 8, 24)                                                                                              \
    R(ByPragma, d, 13, 1, 5)                                                                                            \
    R(ByBoth, b, 5, 1, 1)                                                                                               \
    R(ByTwo, d, 18, 2, 2)

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#define ASK(type, member, size, alignment, offset)                                    \
    static_assert(sizeof(type) == size && alignof(type) == alignment, #type);         \
    static_assert(offsetof(type, member) == offset, #type);
#define PUT(type, member, size, alignment, offset) *out++ = sizeof(type), *out++ = alignof(type);
#define SAME(type, member, size, alignment, offset)                                                                     \
    EXPECT_EQ(device[i], (size_t)size), EXPECT_EQ(host[i++], (size_t)size);                                             \
    EXPECT_EQ(device[i], (size_t)alignment), EXPECT_EQ(host[i++], (size_t)alignment);
EACH_RECORD(ASK)
static_assert(sizeof(Bits) == 10 && alignof(Bits) == 2, "Bits");

enum { NUMBERS = 64 };

__host__ __device__ void sizes(size_t *out) { EACH_RECORD(PUT) }

/* What the host has written the kernel finds. */
__global__ void on_device(size_t *out, const Outer *o, Several by_value, int *sum) {
    sizes(out);
    *sum = o->s.i + o->s.e[1].b + o->s.d[1][2].v + o->n + (int)by_value.l + by_value.b[1].v;
}

int main() {
    DeviceArray<size_t> numbers(NUMBERS);
    DeviceArray<int> sum(1);
    Outer outer;
    Several several;
    outer.s.i = 1000, outer.s.e[1].b = 200, outer.s.d[1][2].v = 30, outer.n = 4;
    several.l = 50000, several.b[1].v = 600;
    Outer *o = device_copy(outer);
    on_device<<<1, 1>>>(numbers, o, several, sum);
    CHECK_LAUNCH();
    EXPECT_EQ(sum.host()[0], 51834);
    std::vector<size_t> device = numbers.host(), host(NUMBERS);
    sizes(host.data());
    int i = 0;
    EACH_RECORD(SAME)
    return finish();
}
