/* memcpy and memset in device code, and memmove, which nvcc does not have there: by name, from namespace std, through pointers to them, with sizes known
 * when compiling and not, overlapping, of no bytes; and as the way to a value's bits. */
#include "../check.h"
#include "../rows.h"
#include <cstring>
#include <string.h>

#define COUNT 70
#define BYTES 48

typedef void *(*copier)(void *, const void *, size_t);

#if !defined(__SOFTWARP__)
static __device__ void *move(void *to, const void *from, size_t bytes) {
    for (size_t i = bytes; i-- > 0;) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
#define memmove move
#endif

__global__ void work(unsigned char *bytes, unsigned *bits, float *values, int way) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned char local[BYTES], *mine = bytes + t * BYTES;
    copier copy = way ? (copier)memcpy : (copier)memmove;
    memset(local, t, sizeof local);
    for (int i = 0; i < BYTES / 2; i++) local[i] = (unsigned char)(i * t);
    memmove(local + 3, local, 20 + t % 5);
    copy(mine, local, BYTES);
    if (memcpy(mine, local, 0) != mine) mine[0]++;
    memset(mine + 40, 0x5a, (size_t)(t % 8));
    float half = values[t] / 2;
    memcpy(&bits[t], &half, sizeof half);
    unsigned doubled = bits[t] + (1u << 23);
    std::memcpy(&values[t], &doubled, 4);
}

#undef memmove

int main() {
    unsigned char *bytes = managed<unsigned char>(COUNT * BYTES);
    unsigned *bits = managed<unsigned>(COUNT);
    float *values = managed<float>(COUNT);
    for (int way = 0; way < 2; way++) {
        for (int t = 0; t < COUNT; t++) values[t] = 1.5f + (float)t;
        work<<<2, COUNT / 2>>>(bytes, bits, values, way);
        FINISH();
        for (int t = 0; t < COUNT; t++) {
            unsigned char local[BYTES];
            memset(local, t, sizeof local);
            for (int i = 0; i < BYTES / 2; i++) local[i] = (unsigned char)(i * t);
            memmove(local + 3, local, (size_t)(20 + t % 5));
            memset(local + 40, 0x5a, (size_t)(t % 8));
            CHECK_AT(t, 0, memcmp(local, bytes + t * BYTES, BYTES));
            float half = (1.5f + (float)t) / 2;
            unsigned expected;
            memcpy(&expected, &half, sizeof half);
            CHECK_AT(t, expected, bits[t]);
            CHECK_AT(t, 1.5f + (float)t, values[t]);
        }
    }
    print_row("memcpy, memmove, memset", bytes, COUNT * BYTES);
    return check_result();
}
