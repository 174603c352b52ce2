// An operation gives one result for its operands, bit for bit, whether they are the same for all threads or each has its
// own, in blocks of any shape: arithmetic, shifts, divisions, conversions, bits, half precision; denormals, signed zeros,
// shifts and conversions that are out of range. NaNs are all alike.
// NO-GPU: it prints nothing
// FEW-WAYS
#include "../conformance.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>

struct sample {
    uint64_t a, b, c;
};

template <class T> __device__ static inline T as(uint64_t bits)
{
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T> __device__ static inline uint64_t bits_of(T value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}
__device__ static inline uint64_t bits_of(float x) { return x == x ? __float_as_uint(x) : ~0ull; }
__device__ static inline uint64_t bits_of(double x) { return x == x ? (uint64_t)__double_as_longlong(x) : ~0ull; }
__device__ static inline uint64_t bits_of(__half x) { return __hisnan(x) ? ~0ull : __half_as_ushort(x); }
__device__ static inline uint64_t bits_of(__nv_bfloat16 x) { return __hisnan(x) ? ~0ull : __bfloat16_as_ushort(x); }
__device__ static inline uint64_t bits_of(__half2 x) { return bits_of(x.x) << 32 ^ bits_of(x.y); }
__device__ static inline uint64_t bits_of(__nv_bfloat162 x) { return bits_of(x.x) << 32 ^ bits_of(x.y); }

#define INTEGER(T)                                                                                              \
    ROW(T, as<T>(s.a) + as<T>(s.b)) ROW(T, as<T>(s.a) * as<T>(s.b)) ROW(T, as<T>(s.a) - as<T>(s.c))            \
    ROW(T, (as<T>(s.b) == 0 ? (T)7 : as<T>(s.b) == (T)-1 ? (T)5 : (T)(as<T>(s.a) / as<T>(s.b))))                 \
    ROW(T, (as<T>(s.b) == 0 ? (T)7 : as<T>(s.b) == (T)-1 ? (T)5 : (T)(as<T>(s.a) % as<T>(s.b))))                 \
    ROW(T, as<T>(s.a) << (s.b & (8 * sizeof(T) - 1))) ROW(T, as<T>(s.a) >> (s.b & (8 * sizeof(T) - 1)))        \
    ROW(T, (as<T>(s.a) & as<T>(s.b)) | (as<T>(s.c) ^ ~as<T>(s.a))) ROW(T, as<T>(s.a) < as<T>(s.b))             \
    ROW(T, (T)as<float>(s.a)) ROW(T, (T)as<double>(s.a)) ROW(float, (float)as<T>(s.a))                         \
    ROW(double, (double)as<T>(s.a)) ROW(T, (T)as<__half>(s.a))

#define REAL(T)                                                                                                 \
    ROW(T, as<T>(s.a) + as<T>(s.b)) ROW(T, as<T>(s.a) - as<T>(s.b)) ROW(T, as<T>(s.a) * as<T>(s.b))            \
    ROW(T, as<T>(s.a) / as<T>(s.b)) ROW(T, -as<T>(s.a)) ROW(T, as<T>(s.a) * as<T>(s.b) + as<T>(s.c))           \
    ROW(int, as<T>(s.a) < as<T>(s.b)) ROW(int, as<T>(s.a) != as<T>(s.b)) ROW(int, !(as<T>(s.a) >= as<T>(s.b)))

#define HALVES(T)                                                                                               \
    REAL(T) ROW(T, __hfma(as<T>(s.a), as<T>(s.b), as<T>(s.c))) ROW(T, __hmin(as<T>(s.a), as<T>(s.b)))          \
    ROW(T, __hmax(as<T>(s.a), as<T>(s.b))) ROW(T, hsqrt(as<T>(s.a))) ROW(T, hexp(as<T>(s.a)))                  \
    ROW(T, hlog(as<T>(s.a))) ROW(T, hsin(as<T>(s.a))) ROW(T, hrcp(as<T>(s.a))) ROW(T, hrint(as<T>(s.a)))       \
    ROW(T, __hfma_relu(as<T>(s.a), as<T>(s.b), as<T>(s.c))) ROW(T, __hadd_sat(as<T>(s.a), as<T>(s.b)))

#define INTRINSIC(name, T) ROW(T, name(as<T>(s.a), as<T>(s.b)))
#define ROWS                                                                                                    \
    INTEGER(int) INTEGER(unsigned) INTEGER(long long) INTEGER(unsigned long long) INTEGER(short)               \
    INTEGER(unsigned char) REAL(float) REAL(double) HALVES(__half) HALVES(__nv_bfloat16)                       \
    ROW(__half2, __hfma2(as<__half2>(s.a), as<__half2>(s.b), as<__half2>(s.c)))                                \
    ROW(__half2, __h2div(as<__half2>(s.a), as<__half2>(s.b)))                                                  \
    ROW(__nv_bfloat162, __hmul2(as<__nv_bfloat162>(s.a), as<__nv_bfloat162>(s.b)))                             \
    ROW(__half, __float2half_rz(as<float>(s.a))) ROW(__half, __double2half(as<double>(s.a)))                   \
    ROW(__nv_bfloat16, __float2bfloat16_ru(as<float>(s.a))) ROW(float, __half2float(as<__half>(s.a)))          \
    ROW(unsigned char, __nv_fp8_e4m3(as<float>(s.a)).__x) ROW(unsigned char, __nv_fp8_e5m2(as<double>(s.a)).__x) \
    INTRINSIC(min, int) INTRINSIC(max, unsigned) INTRINSIC(__mulhi, int) INTRINSIC(__umulhi, unsigned)         \
    INTRINSIC(__mul64hi, long long) INTRINSIC(__umul64hi, unsigned long long) INTRINSIC(__mul24, int)          \
    INTRINSIC(__hadd, int) INTRINSIC(__rhadd, int) INTRINSIC(__vadd2, unsigned) INTRINSIC(__vabsdiffs4, unsigned) \
    INTRINSIC(__vsubss2, unsigned) INTRINSIC(__vmaxs4, unsigned) INTRINSIC(__vcmpgtu2, unsigned)               \
    ROW(int, __popcll(s.a)) ROW(int, __clz((int)s.a)) ROW(int, __clzll(s.a)) ROW(int, __ffs((int)s.a))         \
    ROW(unsigned, __brev((unsigned)s.a)) ROW(unsigned, __byte_perm((unsigned)s.a, (unsigned)s.b, (unsigned)s.c)) \
    ROW(unsigned, __funnelshift_l((unsigned)s.a, (unsigned)s.b, (unsigned)s.c))                                \
    ROW(unsigned, __funnelshift_rc((unsigned)s.a, (unsigned)s.b, (unsigned)s.c))                               \
    ROW(unsigned, __sad((int)s.a, (int)s.b, (unsigned)s.c)) ROW(int, __dp4a((int)s.a, (int)s.b, (int)s.c))     \
    ROW(int, __float2int_rd(as<float>(s.a))) ROW(unsigned, __float2uint_ru(as<float>(s.a)))                    \
    ROW(long long, __double2ll_rz(as<double>(s.a))) ROW(unsigned long long, __float2ull_rn(as<float>(s.a)))    \
    ROW(float, __ull2float_rd(s.a)) ROW(double, __ll2double_ru((long long)s.a)) ROW(float, __int2float_rz((int)s.a)) \
    ROW(float, __double2float_rd(as<double>(s.a))) ROW(float, (float)as<double>(s.a))                          \
    ROW(float, __fdividef(as<float>(s.a), as<float>(s.b))) ROW(float, __frcp_rn(as<float>(s.a)))               \
    ROW(float, __frsqrt_rn(as<float>(s.a))) ROW(float, rsqrtf(as<float>(s.a))) ROW(float, sqrtf(as<float>(s.a))) \
    ROW(double, rsqrt(as<double>(s.a))) ROW(double, sqrt(as<double>(s.a))) ROW(float, __saturatef(as<float>(s.a))) \
    ROW(float, fminf(as<float>(s.a), as<float>(s.b))) ROW(double, fmax(as<double>(s.a), as<double>(s.b)))      \
    PTX("add.ftz.f32 %0, %1, %2;", "f", float) PTX("mul.ftz.f32 %0, %1, %2;", "f", float)                      \
    PTX("div.approx.ftz.f32 %0, %1, %2;", "f", float) PTX("min.NaN.f32 %0, %1, %2;", "f", float)               \
    PTX("shl.b32 %0, %1, %2;", "r", unsigned) PTX("shr.s32 %0, %1, %2;", "r", unsigned)                        \
    PTX("shr.u32 %0, %1, %2;", "r", unsigned) PTX1("ex2.approx.ftz.f32 %0, %1;", "f", float)                   \
    PTX1("lg2.approx.f32 %0, %1;", "f", float) PTX1("rcp.approx.ftz.f32 %0, %1;", "f", float)                  \
    PTX1("sin.approx.f32 %0, %1;", "f", float) PTX1("tanh.approx.f32 %0, %1;", "f", float)                     \
    PTX1("rsqrt.approx.ftz.f32 %0, %1;", "f", float) PTX1("cvt.rni.f32.f32 %0, %1;", "f", float)

#define PTX(text, kind, T) ROW(T, [&] { T r; asm(text : "=" kind(r) : kind(as<T>(s.a)), kind(as<T>(s.b))); return r; }())
#define PTX1(text, kind, T) ROW(T, [&] { T r; asm(text : "=" kind(r) : kind(as<T>(s.a))); return r; }())

__device__ __forceinline__ void all_operations(const sample &s, uint64_t *row, int step)
{
#define ROW(T, ...) *row = bits_of((T)(__VA_ARGS__)), row += step;
    ROWS
#undef ROW
}
static const char *const names[] = {
#define ROW(T, ...) #T ": " #__VA_ARGS__,
    ROWS
#undef ROW
};
enum { COUNT_ROWS = sizeof names / sizeof *names };

__global__ void each_its_own(const sample *in, uint64_t *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        all_operations(in[i], out + i, count);
}

__global__ void all_the_same(const sample *in, uint64_t *out, int count)
{
    all_operations(in[blockIdx.x], out + blockIdx.x, count);
}

static std::vector<sample> samples_of(int count)
{
    static const double reals[] = {0.0, -0.0, 1, -1, 0.5, 1e-310, -5e-324, 1e300, INFINITY, -INFINITY, NAN, 2147483648.0,
                                   -2147483649.0, 4294967296.0, 9.3e18, -1e19, 2.9e-39, 65504, 65520, 6e-8, 448, 1e-45, 1.5};
    uint64_t state = 88172645463325252u;
    auto next = [&] { return state ^= state << 13, state ^= state >> 7, state ^= state << 17; };
    auto any = [&]() -> uint64_t {
        double real = reals[next() % (sizeof reals / sizeof *reals)];
        float single = (float)real;
        uint64_t bits = 0;
        uint32_t word;
        switch (next() % 6) {
        case 0: return next();
        case 1: return next() % 70;
        case 2: return 0 - next() % 70;
        case 3: memcpy(&bits, &real, sizeof bits); return bits;
        case 4: memcpy(&word, &single, sizeof word); return word | (uint64_t)word << 32;
        default: return __half_as_ushort(__float2half(single)) * 0x0001000100010001ull;
        }
    };
    std::vector<sample> all;
    while ((int)all.size() < count)
        all.push_back(sample{any(), any(), any()});
    return all;
}

static void compare(const char *how, const std::vector<uint64_t> &got, const std::vector<uint64_t> &expected,
                    const std::vector<sample> &in)
{
    for (int r = 0; r < COUNT_ROWS; r++)
        for (size_t i = 0; i < in.size(); i++) {
            size_t at = r * in.size() + i;
            if (got[at] == expected[at])
                continue;
            char text[300];
            snprintf(text, sizeof text, "%s, %s of %016llx, %016llx: %016llx, not %016llx", names[r], how,
                     (unsigned long long)in[i].a, (unsigned long long)in[i].b, (unsigned long long)got[at],
                     (unsigned long long)expected[at]);
            report(__FILE__, __LINE__, text);
            break;
        }
}

int main()
{
    const int count = 800;
    std::vector<sample> in = samples_of(count);
    DeviceArray<sample> device(in);
    DeviceArray<uint64_t> out(COUNT_ROWS * count);
    each_its_own<<<(count + 255) / 256, 256>>>(device, out, count);
    CHECK_LAUNCH();
    std::vector<uint64_t> own = out.host();
    for (int threads : {1, 33, 128, 32}) {
        each_its_own<<<(count + threads - 1) / threads, threads>>>(device, out, count);
        CHECK_LAUNCH();
        compare("blocks of another shape", out.host(), own, in);
    }
    for (dim3 shape : {dim3(32), dim3(1), dim3(128), dim3(16, 3)}) {
        all_the_same<<<count, shape>>>(device, out, count);
        CHECK_LAUNCH();
        compare("the operands of all", out.host(), own, in);
    }
    return finish();
}
