/* Kernel arguments up to the limits (4096 bytes on every architecture, 32764 from sm_70 on), structures with odd sizes and
 * alignments between others, arrays in structures, pointers to members, references to __grid_constant__ parameters. */
#include "../check.h"
#include "../rows.h"

template <int BYTES> struct __attribute__((packed)) block_of {
    unsigned char bytes[BYTES];
};

/* With the pointer in front the parameters take BYTES exactly. */
template <int BYTES> __global__ void many_bytes(unsigned *out, const __grid_constant__ block_of<BYTES - 8> all) {
    unsigned sum = 0;
    for (int i = threadIdx.x; i < BYTES - 8; i += blockDim.x) sum = sum * 31 + all.bytes[i];
    out[threadIdx.x] = sum;
}
/* A parameter that each thread changes is its own. */
template <int BYTES> __global__ void own_bytes(unsigned *out, block_of<BYTES - 8> all) {
    all.bytes[threadIdx.x * 7 % (BYTES - 8)] ^= 0xff;
    unsigned sum = 0;
    for (int i = 0; i < BYTES - 8; i++) sum = sum * 31 + all.bytes[i];
    out[threadIdx.x] = sum;
}

template <int BYTES> static void check_bytes() {
    enum { THREADS = 33, N = BYTES - 8 };
    static block_of<N> all;
    unsigned *out = managed<unsigned>(THREADS);
    for (int i = 0; i < N; i++) all.bytes[i] = (unsigned char)(i * 7 + i / 251);
    many_bytes<BYTES><<<1, THREADS>>>(out, all);
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        unsigned sum = 0;
        for (int i = t; i < N; i += THREADS) sum = sum * 31 + all.bytes[i];
        CHECK_AT(t, sum, out[t]);
    }
    char label[64];
    std::snprintf(label, sizeof label, "%d bytes of arguments", BYTES);
    print_row(label, out, THREADS);
    own_bytes<BYTES><<<1, 3>>>(out, all);
    FINISH();
    for (int t = 0; t < 3; t++) {
        unsigned sum = 0;
        for (int i = 0; i < N; i++) sum = sum * 31 + (all.bytes[i] ^ (i == t * 7 % N ? 0xff : 0));
        CHECK_AT(t, sum, out[t]);
    }
    std::snprintf(label, sizeof label, "%d bytes of arguments, changed", BYTES);
    print_row(label, out, 3);
    CUDA(cudaFree(out));
}

struct three { unsigned char b[3]; };
struct __attribute__((packed)) five { unsigned char c; unsigned n; };
struct alignas(2) two_aligned { char c; };
struct alignas(32) wide { char c; short s[3]; };
struct alignas(128) widest { int n; };
struct seven { char c[7]; };
struct arrays {
    short grid[3][5];
    three triples[3];
    struct { char name[9]; double weight; } rows[2];
    long double *nothing;
};

/* Each of them behind a char, so that its alignment decides where it lies. */
__global__ void odd_ones(int *out, char c0, three a, char c1, five b, char c2, two_aligned c, char c3, wide d, char c4, seven e,
                         char c5, arrays f, char c6, widest g, char c7) {
    int i = 0;
    out[i++] = a.b[0] + a.b[1] * 10 + a.b[2] * 100;
    out[i++] = b.c + (int)b.n;
    out[i++] = c.c;
    out[i++] = d.c + d.s[0] * 10 + d.s[2] * 100 + ((unsigned long long)&d % 32 != 0) * 1000000;
    out[i++] = e.c[0] + e.c[6] * 10;
    out[i++] = f.grid[2][4] + f.triples[2].b[1] * 10 + f.rows[1].name[8] * 100 + (int)(f.rows[1].weight * 1000);
    out[i++] = f.nothing == nullptr;
    out[i++] = g.n + ((unsigned long long)&g % 128 != 0) * 1000000;
    out[i++] = c0 + c1 * 2 + c2 * 3 + c3 * 4 + c4 * 5 + c5 * 6 + c6 * 7 + c7 * 8;
}

struct shape {
    int width, height, marks[4];
    __device__ int area() const { return width * height; }
    __device__ int circumference() const { return 2 * (width + height); }
};
typedef int shape::*member;
typedef int (shape::*method)() const;

__global__ void through_members(int *out, shape s, member first, member second) {
    const method methods[2] = {&shape::area, &shape::circumference};
    out[0] = s.*first * 10 + s.*second;
    out[1] = s.marks[3];
    out[2] = (s.*methods[0])() * 100 + (s.*methods[1])();
    (&s)->*first = 50;
    out[3] = s.width + s.height;
}

__device__ __noinline__ int sum_of(const shape &s, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += s.marks[i];
    return sum;
}
/* Readable through a reference, a pointer and from a lambda. */
__global__ void constant_reference(int *out, const __grid_constant__ shape s, const __grid_constant__ int n) {
    const shape &reference = s;
    const int *marks = s.marks;
    auto last = [&] { return reference.marks[n - 1]; };
    out[threadIdx.x] = sum_of(s, n) + marks[threadIdx.x % 4] * 100 + last() * 1000;
}

int main() {
    check_bytes<9>();
    check_bytes<257>();
    check_bytes<4095>();
    check_bytes<4096>();
    check_bytes<4097>();
    check_bytes<32763>();
    check_bytes<32764>();

    int *out = managed<int>(64);
    arrays f = {};
    f.grid[2][4] = 7, f.triples[2].b[1] = 8, f.rows[1].name[8] = 9, f.rows[1].weight = 2.5;
    odd_ones<<<1, 1>>>(out, 1, three{{1, 2, 3}}, 2, five{4, 1000000}, 3, two_aligned{5}, 4, wide{6, {7, 8, 9}}, 5,
                       seven{{1, 2, 3, 4, 5, 6, 7}}, 6, f, 7, widest{77}, 8);
    FINISH();
    const int odd[] = {321, 1000004, 5, 976, 71, 3487, 1, 77, 204};
    for (int i = 0; i < 9; i++) CHECK_AT(i, odd[i], out[i]);
    print_row("structures of odd size and alignment", out, 9);

    shape s = {6, 7, {10, 20, 30, 40}};
    through_members<<<1, 1>>>(out, s, &shape::width, &shape::height);
    FINISH();
    const int members[] = {67, 40, 4226, 57};
    for (int i = 0; i < 4; i++) CHECK_AT(i, members[i], out[i]);
    print_row("pointers to members", out, 4);

    constant_reference<<<1, 40>>>(out, s, 4);
    FINISH();
    for (int t = 0; t < 40; t++) CHECK_AT(t, 100 + (t % 4 + 1) * 1000 + 40000, out[t]);
    print_row("references to __grid_constant__ parameters", out, 40);
    return check_result();
}
