/* Vector types in structures that cross the boundary: with characters between them, in arrays, as kernel arguments, through
 * pointers, in shared memory and as return values. The device's offsets, sizes and values are those of the host. A row
 * each family of softwarp/language/vector_types.def. */
#include <cstddef>
#include "../check.h"
#include "../rows.h"

enum { VALUES = 16, OFFSETS = 7 };

#ifdef __CUDA_ARCH__ /* so that it compiles in a moment */
#define NOT_INLINED __noinline__
#else
#define NOT_INLINED
#endif

#define V(name, element, align1, align2, align3, align4)                                                       \
    struct in_##name {                                                                                         \
        char a;                                                                                                \
        name##1 one;                                                                                           \
        char b;                                                                                                \
        name##2 two;                                                                                           \
        char c;                                                                                                \
        name##3 three;                                                                                         \
        char d;                                                                                                \
        name##4 four;                                                                                          \
        char e;                                                                                                \
        name##3 many[2];                                                                                       \
        __host__ __device__ NOT_INLINED void fill(int n) {                                                                 \
            a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4;                                                 \
            one = make_##name##1(n + 5);                                                                       \
            two = make_##name##2(n + 6, n + 7);                                                                \
            three = make_##name##3(n + 8, n + 9, n + 10);                                                      \
            four = make_##name##4(n + 11, n + 12, n + 13, n + 14);                                             \
            many[0] = many[1] = three;                                                                         \
            many[1].z = n + 15;                                                                                \
        }                                                                                                      \
        __host__ __device__ NOT_INLINED void values(int *out) const {                                                      \
            const int all[VALUES] = {a, b, c, d, e, (int)one.x, (int)two.x, (int)two.y, (int)three.x, (int)three.y, \
                                     (int)three.z, (int)four.x, (int)four.y, (int)four.z, (int)four.w, (int)many[1].z}; \
            for (int i = 0; i < VALUES; i++) out[i] = all[i];                                                  \
        }                                                                                                      \
        __host__ __device__ NOT_INLINED void offsets(int *out) const {                                                     \
            const int all[OFFSETS] = {(int)sizeof *this, (int)alignof(in_##name), (int)((char *)&one - &a),    \
                                      (int)((char *)&two - &a), (int)((char *)&three - &a), (int)((char *)&four - &a), \
                                      (int)((char *)&many[1] - &a)};                                           \
            for (int i = 0; i < OFFSETS; i++) out[i] = all[i];                                                 \
        }                                                                                                      \
    };
#define V_ALIGNED(type, element, align)                                                                        \
    struct in_##type {                                                                                         \
        char a;                                                                                                \
        type four;                                                                                             \
        char b;                                                                                                \
        type many[2];                                                                                          \
        char c;                                                                                                \
        __host__ __device__ NOT_INLINED void fill(int n) {                                                                 \
            a = n, b = n + 1, c = n + 2;                                                                       \
            four = make_##type(n + 3, n + 4, n + 5, n + 6);                                                    \
            many[0] = four;                                                                                    \
            many[1] = make_##type(n + 7, n + 8, n + 9, n + 10);                                                \
        }                                                                                                      \
        __host__ __device__ NOT_INLINED void values(int *out) const {                                                      \
            const int all[VALUES] = {a, b, c, (int)four.x, (int)four.y, (int)four.z, (int)four.w, (int)many[0].x, \
                                     (int)many[0].y, (int)many[0].z, (int)many[0].w, (int)many[1].x, (int)many[1].y, \
                                     (int)many[1].z, (int)many[1].w, 0};                                       \
            for (int i = 0; i < VALUES; i++) out[i] = all[i];                                                  \
        }                                                                                                      \
        __host__ __device__ NOT_INLINED void offsets(int *out) const {                                                     \
            const int all[OFFSETS] = {(int)sizeof *this, (int)alignof(in_##type), (int)((char *)&four - &a),   \
                                      (int)((char *)&many[0] - &a), (int)((char *)&many[1] - &a), (int)(&c - &a), 0}; \
            for (int i = 0; i < OFFSETS; i++) out[i] = all[i];                                                 \
        }                                                                                                      \
    };
#include <softwarp/language/vector_types.def>

#define V(name, element, align1, align2, align3, align4) ROW(in_##name, "structure of " #name "1 to " #name "4")
#define V_ALIGNED(type, element, align) ROW(in_##type, "structure of " #type)
#define ROW(type, label) type of_##type; char behind_##type;
struct everything {
    char first;
#include <softwarp/language/vector_types.def>
};
#undef ROW

enum { FAMILIES = 22, ROW_VALUES = VALUES + OFFSETS };

__host__ __device__ void take_apart(const everything *from, int *out) {
    int family = 0;
#define V(name, element, align1, align2, align3, align4) ROW(in_##name, "")
#define V_ALIGNED(type, element, align) ROW(in_##type, "")
#define ROW(type, label)                                              \
    from->of_##type.values(out + ROW_VALUES * family);                \
    from->of_##type.offsets(out + ROW_VALUES * family++ + VALUES);
#include <softwarp/language/vector_types.def>
#undef ROW
}

__host__ __device__ void fill(everything *all, int n) {
#define V(name, element, align1, align2, align3, align4) ROW(in_##name, "")
#define V_ALIGNED(type, element, align) ROW(in_##type, "")
#define ROW(type, label) all->of_##type.fill(n++);
#include <softwarp/language/vector_types.def>
#undef ROW
}

__constant__ everything in_constant;

/* As an argument between others, through a pointer into an array, in shared and constant memory, and filled here. */
__global__ void cross(char odd, const __grid_constant__ everything argument, char last, const everything *in, everything *out,
                      int *results) {
    __shared__ everything copy;
    take_apart(&argument, results);
    take_apart(&in[1], results + FAMILIES * ROW_VALUES);
    copy = in[0];
    take_apart(&copy, results + 2 * FAMILIES * ROW_VALUES);
    take_apart(&in_constant, results + 3 * FAMILIES * ROW_VALUES);
    fill(&out[1], odd + last);
    out[0] = argument;
}

int main() {
    enum { COUNT = FAMILIES * ROW_VALUES };
    int *results = managed<int>(4 * COUNT);
    static int expected[COUNT];
    everything *in = managed<everything>(2), *out = managed<everything>(2);
    static everything argument, constant;
    fill(&argument, 1);
    fill(&in[0], 20);
    fill(&in[1], 40);
    fill(&constant, 60);
    CUDA(cudaMemcpyToSymbol(in_constant, &constant, sizeof constant));
    cross<<<1, 1>>>(30, argument, 9, in, out, results);
    FINISH();
    const everything *sources[] = {&argument, &in[1], &in[0], &constant};
    for (int k = 0; k < 4; k++) {
        take_apart(sources[k], expected);
        for (int i = 0; i < COUNT; i++) CHECK_AT(i, expected[i], results[k * COUNT + i]);
    }
    take_apart(&out[0], expected);
    for (int i = 0; i < COUNT; i++) CHECK_AT(i, expected[i], results[i]);
    fill(&in[0], 39);
    take_apart(&in[0], expected);
    take_apart(&out[1], results);
    for (int i = 0; i < COUNT; i++) CHECK_AT(i, expected[i], results[i]);
    int family = 0;
#define V(name, element, align1, align2, align3, align4) ROW(in_##name, "structure of " #name "1 to " #name "4")
#define V_ALIGNED(type, element, align) ROW(in_##type, "structure of " #type)
#define ROW(type, label) print_row(label, results + COUNT + ROW_VALUES * family++, ROW_VALUES);
#include <softwarp/language/vector_types.def>
    CHECK_EQUAL((int)FAMILIES, family);
    return check_result();
}
