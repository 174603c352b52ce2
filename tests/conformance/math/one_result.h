/* A function gives one result for one argument: bit for bit, whether all threads have the same argument or each its own,
 * in blocks of any shape, at any number of lanes, and where the compiler knows the argument. NaNs are all alike.
 *
 * The includer defines REAL, OF(name), which is the name of the function for that type, and ROUNDED (the rows). */
#ifndef ONE_RESULT_H
#define ONE_RESULT_H

#include "../conformance.h"

#include <stdint.h>
#include <string>

__device__ static inline uint64_t bits_of(float x) { return x == x ? __float_as_uint(x) : ~0ull; }
__device__ static inline uint64_t bits_of(double x) { return x == x ? (uint64_t)__double_as_longlong(x) : ~0ull; }
__device__ static inline uint64_t bits_of(long long x) { return (uint64_t)x; }

struct sample {
    REAL x, y, z, w;
    int n;
};

/* Every function of the table, in a row of its own; two where it gives two results. */
__device__ __forceinline__ void all_functions(const sample &s, uint64_t *row, int step)
{
    const REAL x = s.x, y = s.y, z = s.z, w = s.w, several[] = {x, y, z, w};
    const int n = s.n;
    REAL first, second;
    int whole;
#define RESULT(...) *row = bits_of(__VA_ARGS__), row += step;
#include "one_result_rows.h"
#undef RESULT
}

static const char *const names[] = {
#define RESULT(...) #__VA_ARGS__,
#include "one_result_rows.h"
#undef RESULT
};
enum { ROWS = sizeof names / sizeof *names, CONTRACTED = 5 };

__global__ void each_its_own(const sample *in, uint64_t *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.y * blockDim.x + threadIdx.x;
    if (i < count)
        all_functions(in[i], out + i, count);
}

__global__ void all_the_same(const sample *in, uint64_t *out, int count)
{
    all_functions(in[blockIdx.x], out + blockIdx.x, count);
}

#define KNOWN {REAL(0.7), REAL(1.3), REAL(-0.4), REAL(2.9), 3}, {REAL(-1.7), REAL(0.01), REAL(33.3), REAL(5), 1}, \
              {REAL(105.6), REAL(-2.5), REAL(1e-3), REAL(0.3), -2}

__global__ void known(uint64_t *out, int count)
{
    constexpr sample samples[] = {KNOWN};
    all_functions(samples[0], out, count);
    all_functions(samples[1], out + 1, count);
    all_functions(samples[2], out + 2, count);
}

static REAL from_pattern(uint64_t pattern)
{
    REAL x;
    memcpy(&x, &pattern, sizeof x);
    return x;
}

static std::vector<sample> samples_of(int count)
{
    static const sample first[] = {KNOWN};
    static const double special[] = {0.0, -0.0, 1, -1, 0.5, 2, INFINITY, -INFINITY, NAN, 1e-310, 1e-40, -1e-40, 3e38, 1e300,
                                     88.7, -103.9, 709.7, 128, 1e5, 1e22, 3.141592653589793, 16367173.0 * 0x1p72, 5e-324};
    enum { SPECIAL = sizeof special / sizeof *special };
    std::vector<sample> all(first, first + 3);
    uint64_t state = 88172645463325252u;
    auto next = [&] { return state ^= state << 13, state ^= state >> 7, state ^= state << 17; };
    auto any = [&](int kind) -> REAL {
        double even = double(next() >> 11) * 0x1p-53;
        switch (kind) {
        case 0: return REAL(even * 2 - 1);
        case 1: return REAL(even * 40 - 20);
        case 2: return REAL(special[next() % SPECIAL]);
        case 3: return REAL(even * 2000 - 1000);
        default: return from_pattern(next());
        }
    };
    while ((int)all.size() < count) {
        int kind = (int)(next() % 5);
        all.push_back(sample{any(kind), any((int)(next() % 5)), any(kind), any(kind), int(next() % 7) - 3});
    }
    return all;
}

static void compare(const char *how, const std::vector<uint64_t> &got, const std::vector<uint64_t> &expected,
                    const std::vector<sample> &in, int count, int rows = ROWS)
{
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < count; i++) {
            int at = r * (int)in.size() + i;
            if (got[at] == expected[at])
                continue;
            char text[300];
            snprintf(text, sizeof text, "%s, %s of %a, %a, %a: %016llx, not %016llx", names[r], how, (double)in[i].x,
                     (double)in[i].y, (double)in[i].z, (unsigned long long)got[at], (unsigned long long)expected[at]);
            report(__FILE__, __LINE__, text);
            break;
        }
}

static unsigned long long digest_of(const std::vector<uint64_t> &words)
{
    unsigned long long digest = 14695981039346656037u;
    for (uint64_t word : words)
        digest = (digest ^ word) * 1099511628211u;
    return digest;
}

/* The same program at another number of lanes. (A GPU reads no such variable.) */
static void compare_lanes(const char *program, unsigned long long digest)
{
    static const char *const lanes[] = {"1", "8", "16", "32"};
    for (const char *number : lanes) {
        unsigned long long other = 0;
        std::string command = std::string("SOFTWARP_LANES=") + number + " '" + program + "' digest";
        FILE *pipe = popen(command.c_str(), "r");
        EXPECT_EQ(pipe && fscanf(pipe, "%llx", &other) == 1, true);
        if (pipe)
            pclose(pipe);
        EXPECT_EQ(other, digest);
    }
}

int main(int argc, char **argv)
{
    const int count = 600;
    std::vector<sample> in = samples_of(count);
    DeviceArray<sample> device(in);
    DeviceArray<uint64_t> out(ROWS * count);
    each_its_own<<<(count + 255) / 256, 256>>>(device, out, count);
    CHECK_LAUNCH();
    std::vector<uint64_t> own = out.host();
    if (argc > 1) {
        printf("%llx\n", digest_of(own));
        return 0;
    }
    const dim3 shapes[] = {dim3(1), dim3(33), dim3(128), dim3(32)};
    for (dim3 shape : shapes) {
        each_its_own<<<(count + shape.x - 1) / shape.x, shape>>>(device, out, count);
        CHECK_LAUNCH();
        compare("blocks of another shape", out.host(), own, in, count);
    }
    const dim3 same[] = {dim3(32), dim3(1), dim3(128), dim3(16, 3)};
    for (dim3 shape : same) {
        all_the_same<<<count, shape>>>(device, out, count);
        CHECK_LAUNCH();
        compare("the argument of all", out.host(), own, in, count);
    }
    known<<<1, 32>>>(out, count);
    CHECK_LAUNCH();
    compare("a known argument", out.host(), own, in, 3, ROWS - CONTRACTED);
    compare_lanes(argv[0], digest_of(own));
    return finish();
}

#endif
