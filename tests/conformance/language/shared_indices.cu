/* Unsigned indices below zero, from the middle of a shared array: its addresses have 32 bits, in which ~x is -1 - x (PTX
 * ISA, State Spaces). By elements of 1 to 16 bytes.
 */
#include "../check.h"
#include "../rows.h"

enum { THREADS = 96, MIDDLE = 128 };

template <typename T> __device__ T made(unsigned i) { return (T)(i * 7 + 3); }
template <> __device__ uint4 made<uint4>(unsigned i) { return make_uint4(i, i + 1, i * 3, 5); }
template <typename T> __device__ unsigned word(T x) { return (unsigned)x; }
template <> __device__ unsigned word<uint4>(uint4 x) { return x.x + x.y + x.z + x.w; }

template <typename T> __global__ void below(const unsigned *back, const unsigned *step, unsigned *out) {
    __shared__ T tile[2 * MIDDLE];
    for (unsigned i = threadIdx.x; i < 2 * MIDDLE; i += blockDim.x) tile[i] = made<T>(i);
    __syncthreads();
    unsigned x = back[threadIdx.x], y = step[threadIdx.x];
    out[threadIdx.x] = word((&tile[MIDDLE])[~x]) + word((&tile[MIDDLE])[y - x]) * 3 + word((&tile[MIDDLE])[x - 5]) * 5;
    __syncthreads();
    (&tile[MIDDLE])[~threadIdx.x] = made<T>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x) out[threadIdx.x] += word((&tile[MIDDLE])[threadIdx.x - 1 - MIDDLE]) * 7;
}

template <typename T> static unsigned at(int i) {
    unsigned u = (unsigned)i;
    return sizeof(T) == 16 ? u + u + 1 + u * 3 + 5 : sizeof(T) == 1 ? (u * 7 + 3) & 0xff : u * 7 + 3;
}

template <typename T> static void check(const char *label) {
    unsigned *back = managed<unsigned>(THREADS), *step = managed<unsigned>(THREADS), *out = managed<unsigned>(THREADS);
    for (unsigned i = 0; i < THREADS; i++) back[i] = i * 37 % 100, step[i] = i * 11 % 50;
    below<T><<<1, THREADS>>>(back, step, out);
    FINISH();
    for (int i = 0; i < THREADS; i++) {
        int x = (int)back[i], y = (int)step[i], cell = i - 1;
        unsigned expected = at<T>(MIDDLE - 1 - x) + at<T>(MIDDLE + y - x) * 3 + at<T>(MIDDLE + x - 5) * 5;
        int writer = MIDDLE - 1 - cell;
        if (i) expected += 7 * at<T>(writer < THREADS ? writer : cell);
        CHECK_AT(i, expected, out[i]);
    }
    print_row(label, out, THREADS);
}

int main() {
    check<unsigned char>("1 byte");
    check<unsigned short>("2 bytes");
    check<unsigned>("4 bytes");
    check<unsigned long long>("8 bytes");
    check<uint4>("16 bytes");
    return check_result();
}
