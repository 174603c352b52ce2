/* vector_types: CUDA's small vectors: their sizes, their alignment, and the functions that make them.
 *
 * char1 … double4 are structures with members x, y, z, w. Those of 1, 2 and 4 members are aligned as one unit (up to 16
 * bytes), so that a thread can load or store one with a single instruction; those of 3 members are aligned like their
 * element and have no padding. Host and device agree on all of it, or structures could not be passed between them.
 *
 * Each row of the table below is a type, its element type, number of members, size and alignment on 64-bit Linux. (On
 * Windows `long` has 4 bytes, and so the rows of long and ulong would differ.)
 */
#include "check.h"
#include <string.h>

#define VECTOR_TYPES(ROW)                                                                                          \
    ROW(char1, signed char, 1, 1, 1)          ROW(uchar1, unsigned char, 1, 1, 1)                                  \
    ROW(char2, signed char, 2, 2, 2)          ROW(uchar2, unsigned char, 2, 2, 2)                                  \
    ROW(char3, signed char, 3, 3, 1)          ROW(uchar3, unsigned char, 3, 3, 1)                                  \
    ROW(char4, signed char, 4, 4, 4)          ROW(uchar4, unsigned char, 4, 4, 4)                                  \
    ROW(short1, short, 1, 2, 2)               ROW(ushort1, unsigned short, 1, 2, 2)                                \
    ROW(short2, short, 2, 4, 4)               ROW(ushort2, unsigned short, 2, 4, 4)                                \
    ROW(short3, short, 3, 6, 2)               ROW(ushort3, unsigned short, 3, 6, 2)                                \
    ROW(short4, short, 4, 8, 8)               ROW(ushort4, unsigned short, 4, 8, 8)                                \
    ROW(int1, int, 1, 4, 4)                   ROW(uint1, unsigned, 1, 4, 4)                                        \
    ROW(int2, int, 2, 8, 8)                   ROW(uint2, unsigned, 2, 8, 8)                                        \
    ROW(int3, int, 3, 12, 4)                  ROW(uint3, unsigned, 3, 12, 4)                                       \
    ROW(int4, int, 4, 16, 16)                 ROW(uint4, unsigned, 4, 16, 16)                                      \
    ROW(long1, long, 1, 8, 8)                 ROW(ulong1, unsigned long, 1, 8, 8)                                  \
    ROW(long2, long, 2, 16, 16)               ROW(ulong2, unsigned long, 2, 16, 16)                                \
    ROW(long3, long, 3, 24, 8)                ROW(ulong3, unsigned long, 3, 24, 8)                                 \
    ROW(long4, long, 4, 32, 16)               ROW(ulong4, unsigned long, 4, 32, 16)                                \
    ROW(longlong1, long long, 1, 8, 8)        ROW(ulonglong1, unsigned long long, 1, 8, 8)                         \
    ROW(longlong2, long long, 2, 16, 16)      ROW(ulonglong2, unsigned long long, 2, 16, 16)                       \
    ROW(longlong3, long long, 3, 24, 8)       ROW(ulonglong3, unsigned long long, 3, 24, 8)                        \
    ROW(longlong4, long long, 4, 32, 16)      ROW(ulonglong4, unsigned long long, 4, 32, 16)                       \
    ROW(float1, float, 1, 4, 4)               ROW(double1, double, 1, 8, 8)                                        \
    ROW(float2, float, 2, 8, 8)               ROW(double2, double, 2, 16, 16)                                      \
    ROW(float3, float, 3, 12, 4)              ROW(double3, double, 3, 24, 8)                                       \
    ROW(float4, float, 4, 16, 16)             ROW(double4, double, 4, 32, 16)

/* Newer toolkits call the 32-byte types deprecated, because they add variants of a chosen alignment. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#ifdef __NVCC__
#pragma nv_diag_suppress 1444, 1215
#endif

/* One row as a program sees it, on the host or on the device: size, alignment, and whether the make function put each
 * value into its place. The members lie one after the other, so the vector can be compared with an array. */
struct Facts {
    unsigned size, alignment, is_right;
};

#define MAKE_1(type) make_##type(1)
#define MAKE_2(type) make_##type(1, 2)
#define MAKE_3(type) make_##type(1, 2, 3)
#define MAKE_4(type) make_##type(1, 2, 3, 4)

#define ROW_FACTS(type, element, members, size, alignment)                                               \
    {                                                                                                    \
        type vector = MAKE_##members(type);                                                              \
        const element values[4] = {1, 2, 3, 4};                                                          \
        bool is_right = vector.x == 1;                                                                   \
        const element *at = reinterpret_cast<const element *>(&vector);                                  \
        for (int i = 0; i < members; i++)                                                                \
            is_right = is_right && at[i] == values[i];                                                   \
        facts[row++] = Facts{sizeof(type), alignof(type), is_right};                                     \
    }

__host__ __device__ void collect(Facts *facts)
{
    int row = 0;
    VECTOR_TYPES(ROW_FACTS)
}

__global__ void collect_on_device(Facts *facts) { collect(facts); }

struct Row {
    const char *name;
    unsigned members, size, alignment;
};

#define ROW_ENTRY(type, element, members, size, alignment) {#type, members, size, alignment},
static const Row rows[] = {VECTOR_TYPES(ROW_ENTRY)};
constexpr int ROWS = sizeof rows / sizeof *rows;

/* dim3 is for launch configurations: members that are not given are 1. */
static void check_dim3()
{
    dim3 none, one(5), two(5, 6), three(5, 6, 7), from_uint3(make_uint3(8, 9, 10));

    EXPECT(none.x == 1 && none.y == 1 && none.z == 1);
    EXPECT(one.x == 5 && one.y == 1 && one.z == 1);
    EXPECT(two.x == 5 && two.y == 6 && two.z == 1);
    EXPECT(three.x == 5 && three.y == 6 && three.z == 7);
    EXPECT(from_uint3.x == 8 && from_uint3.y == 9 && from_uint3.z == 10);
    EXPECT(sizeof(dim3) == 12 && alignof(dim3) == 4);
}

int main()
{
    Facts host[ROWS], device[ROWS], *device_facts;

    collect(host);
    CHECK(cudaMalloc(&device_facts, sizeof device));
    collect_on_device<<<1, 1>>>(device_facts);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(device, device_facts, sizeof device, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_facts));

    for (int i = 0; i < ROWS; i++) {
        printf("%-11s size %2u, alignment %2u\n", rows[i].name, host[i].size, host[i].alignment);
        EXPECT(host[i].size == rows[i].size && host[i].alignment == rows[i].alignment && host[i].is_right);
        EXPECT(memcmp(&host[i], &device[i], sizeof(Facts)) == 0);
    }
    check_dim3();
    printf("%d types and dim3 as documented, the same on host and device\n", ROWS);
    return 0;
}
