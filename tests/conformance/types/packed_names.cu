/* Whether a member of a packed structure is packed says its class, not that class's name: others may have the same one, as
 * may other packed structures, and the member's type may be written by typedefs, alias templates and decltype. */
// NO-GPU: it prints nothing; the numbers are g++'s
// SWCC: -std=c++17
#include "../conformance.h"

#include <complex>
#include <cstddef>
#include <thread>

#define PACKED __attribute__((packed))

struct Real { double v; __host__ __device__ Real() : v(0) {} };
struct Half { unsigned short v; __host__ __device__ Half() : v(0) {} };
struct Cplx { float re, im; __host__ __device__ Cplx(float a = 0, float b = 0) : re(a), im(b) {} };

// clang-format off
/* Plain ones, with names of the library's classes. */
namespace radio { struct complex { float re, im; }; struct id { int i; }; struct node { long l; };
                  namespace low { struct complex { int re, im; __host__ __device__ complex() : re(0), im(0) {} }; } }
struct PACKED Sample { unsigned char channel; radio::complex v; };
struct PACKED Samples { unsigned char channel; radio::complex v[2]; radio::id i[3]; radio::node n; };
struct PACKED LowSamples { unsigned char channel; radio::low::complex v[2]; };
struct PACKED BothSamples { unsigned char channel; radio::complex v[2]; radio::low::complex l[2]; };

/* Structures of one name. */
namespace wide { struct PACKED Msg { char tag; Real data[2]; }; }
namespace small { struct PACKED Msg { char tag; Half data[2]; }; }
namespace plain { struct Half { unsigned short v; }; struct PACKED Msg { char tag; Half data[2]; }; }
namespace { struct PACKED Msg { char tag; Cplx data[2]; }; }
struct Outer { struct PACKED Msg { char tag; Half data[3]; }; struct Inner; };
struct Outer::Inner { struct Half { char c[3]; }; struct PACKED Msg { int tag; Half data[3]; ::Half more[1]; }; };
inline namespace v1 { struct Quad { short q[4]; __host__ __device__ Quad() {} }; }
struct PACKED Quads { char c; v1::Quad q[2]; };

/* Types that are written otherwise. */
typedef Cplx CplxT;
typedef CplxT CplxTT, Pair[2];
using Rows = Pair[3];
template <class T> using Same = T;
template <class T> struct Holder { using type = T; T own; __host__ __device__ Holder() {} struct In { T x; __host__ __device__ In() {} }; };
template <class T> struct Bare { T own; };
struct PACKED ByTypedef { CplxT m[1]; char c; };
struct PACKED ByTypedefs { char c; CplxTT m[2]; };
struct PACKED ByPair { char c; Pair m[2]; };
struct PACKED ByRows { char c; Rows m; };
struct PACKED ByAlias { char c; Same<Half> m[2]; };
struct PACKED ByDecltype { char c; decltype(Half()) m[2]; };
struct PACKED ByMember { char c; Holder<Real>::type m[2]; };
struct PACKED ByTemplate { char c; Holder<short> m[2]; Bare<int> b[2]; Bare<Half> h[2]; };
struct PACKED ByNested { char c; Holder<int>::In m[2]; };
struct PACKED ByConst { char c; const CplxT m[2] = {}; };
struct PACKED Around { char c; ByTypedef m[2]; };
struct PACKED AroundPlain { char c; plain::Msg m[2]; small::Msg s[1]; };
typedef struct { char c; Half h[2]; } PACKED Unnamed;
typedef struct PACKED { char c; Half h[2]; } *UnnamedPointer, UnnamedBehind, UnnamedArray[2];
template <char C> struct Chars { short v; __host__ __device__ Chars() {} };
struct PACKED ByCharacter { char c; Chars<'<'> m[2]; Chars<':'> n[1]; Chars<'\''> o[1]; char d; };
// clang-format on

/* type, member, sizeof, alignof, offsetof */
#define EACH_RECORD(R)                                                                                                  \
    R(Sample, v, 9, 1, 1)                                                                                               \
    R(Samples, n, 37, 1, 29)                                                                                            \
    R(LowSamples, v, 20, 4, 4)                                                                                          \
    R(BothSamples, l, 36, 4, 20)                                                                                        \
    R(wide::Msg, data, 24, 8, 8)                                                                                        \
    R(small::Msg, data, 6, 2, 2)                                                                                        \
    R(plain::Msg, data, 5, 1, 1)                                                                                        \
    R(Msg, data, 20, 4, 4)                                                                                              \
    R(Outer::Msg, data, 8, 2, 2)                                                                                        \
    R(Outer::Inner::Msg, more, 16, 2, 14)                                                                               \
    R(Quads, q, 18, 2, 2)                                                                                               \
    R(ByTypedef, c, 12, 4, 8)                                                                                           \
    R(ByTypedefs, m, 20, 4, 4)                                                                                          \
    R(ByPair, m, 36, 4, 4)                                                                                              \
    R(ByRows, m, 52, 4, 4)                                                                                              \
    R(ByAlias, m, 6, 2, 2)                                                                                              \
    R(ByDecltype, m, 6, 2, 2)                                                                                           \
    R(ByMember, m, 24, 8, 8)                                                                                            \
    R(ByTemplate, h, 18, 2, 14)                                                                                         \
    R(ByNested, m, 12, 4, 4)                                                                                            \
    R(ByConst, m, 20, 4, 4)                                                                                             \
    R(Around, m, 28, 4, 4)                                                                                              \
    R(AroundPlain, s, 18, 2, 12)                                                                                        \
    R(Unnamed, h, 6, 2, 2)                                                                                              \
    R(UnnamedBehind, h, 6, 2, 2)                                                                                        \
    R(ByCharacter, d, 12, 2, 10)

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#define ASK(type, member, size, alignment, offset)                                    \
    static_assert(sizeof(type) == size && alignof(type) == alignment, #type);         \
    static_assert(offsetof(type, member) == offset, #type);
#define PUT(type, member, size, alignment, offset) *out++ = sizeof(type), *out++ = alignof(type);
#define SAME(type, member, size, alignment, offset)                                                                     \
    EXPECT_EQ(device[i], (size_t)size), EXPECT_EQ(host[i++], (size_t)size);                                             \
    EXPECT_EQ(device[i], (size_t)alignment), EXPECT_EQ(host[i++], (size_t)alignment);
EACH_RECORD(ASK)

enum { NUMBERS = 64 };

__host__ __device__ void sizes(size_t *out) { EACH_RECORD(PUT) }

__global__ void on_device(size_t *out) { sizes(out); }

int main() {
    DeviceArray<size_t> numbers(NUMBERS);
    on_device<<<1, 1>>>(numbers);
    CHECK_LAUNCH();
    std::vector<size_t> device = numbers.host(), host(NUMBERS);
    sizes(host.data());
    int i = 0;
    EACH_RECORD(SAME)
    return finish();
}
