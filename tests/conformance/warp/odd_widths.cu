/* Shuffles with a width that is not a power of two up to 32, which the guide leaves undefined (Warp Shuffle
 * Functions). Ours are what PTX's shfl.sync makes of the segment mask 32 - width, whose low five bits it takes; that
 * is no crash and the same in all modes. PTX is defined for every mask, so a GPU should print the same. */
#include "../check.h"
#include "../rows.h"

enum { WIDTHS = 12, ARGUMENTS = 6 };
__host__ __device__ inline int width_of(int i) {
    const int widths[WIDTHS] = {0, 3, 5, 6, 7, 12, 24, 31, 33, 64, -1, -32};
    return widths[i];
}
__host__ __device__ inline int argument_of(int i) {
    const int arguments[ARGUMENTS] = {0, 1, 3, 8, 17, 31};
    return arguments[i];
}

__global__ void shuffle(int f, int *out) {
    int t = threadIdx.x;
    for (int i = 0; i < WIDTHS * ARGUMENTS; i++) {
        int width = width_of(i / ARGUMENTS), argument = argument_of(i % ARGUMENTS), x = t * 1000 + 7;
        switch (f) {
        case 0: x = __shfl_sync(0xffffffffu, x, argument, width); break;
        case 1: x = __shfl_up_sync(0xffffffffu, x, argument, width); break;
        case 2: x = __shfl_down_sync(0xffffffffu, x, argument, width); break;
        default: x = __shfl_xor_sync(0xffffffffu, x, argument, width); break;
        }
        out[i * 32 + t] = x;
    }
}

static int source_of(int f, int lane, int argument, int width) {
    int segment = (32 - width) & 31, first = lane & segment, last = first | (31 & ~segment), source;
    switch (f) {
    case 0: return first | (argument & ~segment);
    case 1: return lane - argument >= first ? lane - argument : lane;
    case 2: source = lane + argument; break;
    default: source = lane ^ argument; break;
    }
    return source <= last ? source : lane;
}

int main() {
    int *out = managed<int>(WIDTHS * ARGUMENTS * 32);
    const char *const names[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"};
    for (int f = 0; f < 4; f++) {
        shuffle<<<1, 32>>>(f, out);
        FINISH();
        for (int i = 0; i < WIDTHS * ARGUMENTS * 32; i++) {
            int source = source_of(f, i % 32, argument_of(i / 32 % ARGUMENTS), width_of(i / 32 / ARGUMENTS));
            CHECK_AT(i, source * 1000 + 7, out[i]);
        }
        print_row(names[f], out, WIDTHS * ARGUMENTS * 32);
    }
    return check_result();
}
