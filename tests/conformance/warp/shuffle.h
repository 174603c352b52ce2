/* Every row of shuffles in softwarp/sync/warp.def, of one of its two kinds, against the guide's definition (Warp
 * Shuffle Functions): every width, lane numbers that are negative, beyond the width, and different in each lane, masks
 * of all kinds, blocks whose last warp is partial. Each row is one line of output.
 *
 * Half types with HALF_TYPES, else the others. Rows are known by their lines. */
#ifndef SHUFFLE_H
#define SHUFFLE_H

#include "../check.h"
#include "../rows.h"
#include <initializer_list>

enum mode { idx, up, down, xor_ };
enum { MOST_THREADS = 1024, UNIFORM = 15, ARGUMENTS = UNIFORM + 5, FORMS = 6 };
static const unsigned full = 0xffffffffu;

/* By CUDA's name, not by what the table says of the implementation. */
inline int mode_of(const char *name) {
    const char *const names[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"};
    for (int i = 0; i < 4; i++)
        if (!std::strcmp(names[i], name)) return i;
    std::printf("no reference for %s\n", name);
    std::exit(1);
}

/* What lanes hand over as their second parameter: the same in all lanes, then different ones. */
__host__ __device__ inline int argument_of(int which, int lane) {
    const int uniform[UNIFORM] = {0, 1, 2, 3, 5, 8, 15, 16, 17, 31, 32, 33, 63, -1, -33};
    switch (which - UNIFORM) {
    case 0: return 31 - lane;
    case 1: return lane ^ 5;
    case 2: return lane * 7 + 3;
    case 3: return -lane;
    case 4: return (int)(lane * 2654435761u >> 9);
    default: return uniform[which];
    }
}

/* Which lane a lane reads. Of distances and lane masks a GPU takes five bits (PTX ISA: shfl.sync). */
inline int source_of(int mode, int lane, int argument, int width) {
    int group = lane & ~(width - 1), place = lane & (width - 1), distance = argument & 31;
    switch (mode) {
    case idx: return group + (argument & (width - 1));
    case up: return place >= distance ? lane - distance : lane;
    case down: return place + distance < width ? lane + distance : lane;
    default: return (lane ^ distance) < group + width ? lane ^ distance : lane; /* earlier groups, too */
    }
}

/* Elements as words of their size: pairs of halves are then read and written at once. */
template <int size> struct word_of { typedef unsigned type; };
template <> struct word_of<2> { typedef unsigned short type; };
template <> struct word_of<8> { typedef unsigned long long type; };
template <typename T> __device__ T load(const void *from, int i) {
    typename word_of<sizeof(T)>::type word = ((const typename word_of<sizeof(T)>::type *)from)[i];
    T value;
    memcpy(&value, &word, sizeof value);
    return value;
}
template <typename T> __device__ void store(void *to, int i, T value) {
    memcpy(&((typename word_of<sizeof(T)>::type *)to)[i], &value, sizeof value);
}

/* Lanes that the mask names, in a loop; the others leave first. */
#define ROW(name, mode, A, T)                                                                          \
    case __LINE__:                                                                                     \
        for (int a = 0; a < ARGUMENTS; a++)                                                            \
            store(out, a * n + t, name##_sync(mask, load<T>(in, t), (A)argument_of(a, lane), width));  \
        break;
__global__ void run(int row, const void *in, void *out, unsigned mask, int width) {
    int t = threadIdx.x, n = blockDim.x, lane = t % 32;
    if (!(mask >> lane & 1)) return;
    switch (row) {
#include "shuffle_rows.h"
    }
}

/* What a program writes most: constants, all lanes, in a block with barriers. */
struct form { int argument, width; };
static const form forms[FORMS] = {{1, 32}, {16, 32}, {3, 8}, {1, 2}, {31, 16}, {0, 32}};
#define ROW(name, mode, A, T)                                                                          \
    case __LINE__: {                                                                                   \
        T value = load<T>(shared, t ^ 32);                                                             \
        store(out, t, name##_sync(full, value, 1));                                                    \
        store(out, n + t, name##_sync(full, value, 16, 32));                                           \
        store(out, 2 * n + t, name##_sync(full, value, 3, 8));                                         \
        store(out, 3 * n + t, name##_sync(full, value, 1, 2));                                         \
        store(out, 4 * n + t, name##_sync(full, value, 31, 16));                                       \
        store(out, 5 * n + t, name##_sync(full, value, 0));                                            \
        break;                                                                                         \
    }
__global__ void in_block(int row, const unsigned char *in, void *out, int size) {
    __shared__ unsigned long long shared[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;
    for (int i = 0; i < size; i++) ((unsigned char *)shared)[i * n + t] = in[i * n + t];
    __syncthreads();
    switch (row) {
#include "shuffle_rows.h"
    }
}

static unsigned long long element(const unsigned char *data, int i, int size) {
    unsigned long long value = 0;
    std::memcpy(&value, data + i * size, size);
    return value;
}

struct shuffle_test {
    unsigned char *in = managed<unsigned char>(MOST_THREADS * 8);
    unsigned char *out = managed<unsigned char>(MOST_THREADS * 8 * ARGUMENTS);
    row_digest digest;
    size_t count = 0;

    void add(int i, int size) { digest.add(out + i * size, size), count++; }

    void run_masked(int line, int mode, int size, int threads, unsigned mask, int width) {
        std::memset(out, 0, threads * size * ARGUMENTS);
        run<<<1, threads>>>(line, in, out, mask, width);
        FINISH();
        for (int i = 0; i < threads * ARGUMENTS; i++) {
            int t = i % threads, lane = t % 32, from = source_of(mode, lane, argument_of(i / threads, lane), width);
            if (!(mask >> lane & 1) || !(mask >> from & 1) || t - lane + from >= threads) continue; /* unspecified */
            CHECK_AT(i + 100000 * width, element(in, t - lane + from, size), element(out, i, size));
            add(i, size);
        }
    }

    void run_in_block(int line, int mode, int size, dim3 block) {
        int threads = block.x * block.y;
        in_block<<<1, block>>>(line, in, out, size);
        FINISH();
        for (int i = 0; i < threads * FORMS; i++) {
            form f = forms[i / threads];
            int t = i % threads, from = source_of(mode, t % 32, f.argument, f.width);
            CHECK_AT(i, element(in, (t / 32 * 32 + from) ^ 32, size), element(out, i, size));
            add(i, size);
        }
    }

    void row(const char *label, int line, int mode, int size) {
        digest = row_digest(), count = 0;
        for (unsigned mask : {full, 0xffffu, 0xaaaaaaaau, 0x80000001u, 0x100u, 0x9ce3f0a5u})
            for (int width = 1; width <= 32; width *= 2) run_masked(line, mode, size, 96, mask, width);
        for (int threads : {1, 31, 33, 50, 1023}) run_masked(line, mode, size, threads, full, threads % 2 ? 32 : 8);
        run_in_block(line, mode, size, 128);
        run_in_block(line, mode, size, dim3(16, 16));
        std::printf("%s: %zu x %d bytes, %016llx\n", label, count, size, digest.state);
    }
};

#define ROW(name, mode, A, T) \
    test.row(#name "_sync(unsigned, " #T ", " #A ", int)", __LINE__, mode_of(#name), sizeof(T));
inline void test_rows() {
    shuffle_test test;
    for (int i = 0; i < MOST_THREADS * 8; i++) test.in[i] = (unsigned char)(i * 2654435761u >> 13);
#include "shuffle_rows.h"
}

#endif
