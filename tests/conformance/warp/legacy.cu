// NO-GPU: nvcc refuses these forms from sm_70 on
/* The warp functions of CUDA before version 9, without a mask, which old programs still use: they work among the lanes
 * that reach the call together. Every row of sync/warp.def that has such a form, in all lanes and in a branch. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "../check.h"
#include <initializer_list>

enum { THREADS = 80 };
enum kind { k_shfl, k_up, k_down, k_xor, k_all, k_any, k_ballot };

template <typename T> __device__ T load(const unsigned long long *in, int i) {
    T value;
    memcpy(&value, &in[i], sizeof value);
    return value;
}

#define SW_WARP_SHUFFLE(arch, name, mode, A, T, bits) ROW(name(load<T>(in, t), (A)argument, width), T)
#define SW_WARP_HALF_SHUFFLE(arch, name, mode, A, T) ROW(name(load<T>(in, t), (A)argument, width), T)
#define SW_WARP_VOTE(arch, name, R, mode) ROW(name(load<int>(in, t)), int)
#define ROW(call, T)                                \
    case __LINE__: {                                \
        T result = (T)call;                         \
        memcpy(&out[t], &result, sizeof result);    \
        break;                                      \
    }
__global__ void run(int row, const unsigned long long *in, unsigned long long *out, unsigned group, int argument,
                    int width) {
    int t = threadIdx.x;
    if (group >> t % 32 & 1) {
        switch (row) {
#include <softwarp/sync/warp.def>
        }
    }
}

static int source_of(int kind, int lane, int argument, int width) {
    int place = lane % width, group = lane - place;
    switch (kind) {
    case k_shfl: return group + (argument & (width - 1));
    case k_up: return place >= argument ? lane - argument : lane;
    case k_down: return place + argument < width ? lane + argument : lane;
    default: return (lane ^ argument) < group + width ? lane ^ argument : lane;
    }
}

static unsigned long long *in, *out;

static void row(int line, const char *name, int size) {
    const char *const names[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__all", "__any", "__ballot"};
    int kind = 0;
    while (std::strcmp(names[kind], name)) kind++;
    for (unsigned mask : {0xffffffffu, 0x92492492u})
        for (int width : {32, 8, 1})
            for (int argument : {0, 1, 6, 31}) {
                std::memset(out, 0, THREADS * sizeof *out);
                run<<<1, THREADS>>>(line, in, out, mask, argument, width);
                FINISH();
                for (int t = 0; t < THREADS; t++) {
                    int first = t / 32 * 32, lanes = THREADS - first < 32 ? THREADS - first : 32, lane = t - first;
                    unsigned group = mask & (0xffffffffu >> (32 - lanes)), set = 0;
                    for (int l = 0; l < lanes; l++) set |= (unsigned)((int)in[first + l] != 0 && mask >> l & 1) << l;
                    if (!(group >> lane & 1)) continue;
                    int source = kind <= k_xor ? source_of(kind, lane, argument, width) : lane;
                    if (!(group >> source & 1)) continue;
                    unsigned long long right = kind == k_all ? set == group : kind == k_any ? set != 0 : set;
                    if (kind <= k_xor) right = in[first + source] & ~0ull >> (64 - 8 * size);
                    bool is_truth = kind == k_all || kind == k_any;
                    CHECK_AT(line * 1000 + t, right, is_truth ? (unsigned long long)!!out[t] : out[t]);
                }
            }
}

int main() {
    in = managed<unsigned long long>(THREADS), out = managed<unsigned long long>(THREADS);
    for (int t = 0; t < THREADS; t++) in[t] = t % 7 == 3 ? 0 : (t + 1) * 0x9e3779b97f4a7c15ull;
#define SW_WARP_SHUFFLE(arch, name, mode, A, T, bits) row(__LINE__, #name, sizeof(T));
#define SW_WARP_HALF_SHUFFLE(arch, name, mode, A, T) row(__LINE__, #name, sizeof(T));
#define SW_WARP_VOTE(arch, name, R, mode) row(__LINE__, #name, 4);
#include <softwarp/sync/warp.def>
    return check_result();
}
