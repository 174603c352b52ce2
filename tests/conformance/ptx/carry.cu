/* Sums and products of numbers of many words, by the carry that one statement leaves to the next (PTX ISA,
 * Extended-Precision Integer Arithmetic Instructions): 256-bit numbers in words of 32 and 64 bits. */
#include "../check.h"
#include "../rows.h"

typedef unsigned u32;
typedef unsigned long long u64;
enum { WORDS = 8, CASES = 96 };

__device__ __forceinline__ u32 add_cc(u32 a, u32 b) {
    u32 r;
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ __forceinline__ u32 addc_cc(u32 a, u32 b) {
    u32 r;
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ __forceinline__ u32 addc(u32 a, u32 b) {
    u32 r;
    asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

/* a + b, and the word behind. */
__device__ void add(const u32 *a, const u32 *b, u32 *r) {
    r[0] = add_cc(a[0], b[0]);
#pragma unroll
    for (int i = 1; i < WORDS; i++) r[i] = addc_cc(a[i], b[i]);
    r[WORDS] = addc(0, 0);
}

/* a - b in words of 64 bits; the last is all ones where that borrows. */
__device__ void subtract(const u64 *a, const u64 *b, u64 *r) {
    asm("sub.cc.u64 %0, %5, %9;\n\t"
        "subc.cc.u64 %1, %6, %10;\n\t"
        "subc.cc.u64 %2, %7, %11;\n\t"
        "subc.cc.u64 %3, %8, %12;\n\t"
        "subc.u64 %4, 0, 0;"
        : "=l"(r[0]), "=l"(r[1]), "=l"(r[2]), "=l"(r[3]), "=l"(r[4])
        : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]));
}

/* r += a * b for one word b, by low halves and then by high ones. */
__device__ void multiply_add(const u32 *a, u32 b, u32 *r) {
    asm volatile("mad.lo.cc.u32 %0, %1, %2, %0;" : "+r"(r[0]) : "r"(a[0]), "r"(b));
#pragma unroll
    for (int i = 1; i < WORDS; i++)
        asm volatile("madc.lo.cc.u32 %0, %1, %2, %0;" : "+r"(r[i]) : "r"(a[i]), "r"(b));
    asm volatile("addc.u32 %0, %0, 0;" : "+r"(r[WORDS]));
    asm volatile("mad.hi.cc.u32 %0, %1, %2, %0;" : "+r"(r[1]) : "r"(a[0]), "r"(b));
#pragma unroll
    for (int i = 1; i < WORDS - 1; i++)
        asm volatile("madc.hi.cc.u32 %0, %1, %2, %0;" : "+r"(r[i + 1]) : "r"(a[i]), "r"(b));
    asm volatile("madc.hi.u32 %0, %1, %2, %0;" : "+r"(r[WORDS]) : "r"(a[WORDS - 1]), "r"(b));
}

__global__ void compute(const u32 *in, u32 *sums, u32 *differences, u32 *products) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= CASES) return;
    const u32 *a = in + n * 2 * WORDS, *b = a + WORDS;
    u32 sum[WORDS + 1], product[2 * WORDS] = {};
    u64 difference[WORDS / 2 + 1];
    add(a, b, sum);
    subtract((const u64 *)a, (const u64 *)b, difference);
#pragma unroll
    for (int i = 0; i < WORDS; i++) multiply_add(a, b[i], product + i);
    for (int i = 0; i <= WORDS; i++) sums[n * (WORDS + 1) + i] = sum[i];
    for (int i = 0; i <= WORDS; i++) differences[n * (WORDS + 1) + i] = (u32)(difference[i / 2] >> 32 * (i & 1));
    for (int i = 0; i < 2 * WORDS; i++) products[n * 2 * WORDS + i] = product[i];
}

static void reference(const u32 *a, const u32 *b, u32 *sum, u32 *difference, u32 *product) {
    u64 carry = 0;
    long long borrow = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (u64)a[i] + b[i];
        sum[i] = (u32)carry;
        carry >>= 32;
        borrow += (long long)a[i] - b[i];
        difference[i] = (u32)borrow;
        borrow >>= 32;
    }
    sum[WORDS] = (u32)carry;
    difference[WORDS] = (u32)borrow;
    std::memset(product, 0, 2 * WORDS * sizeof *product);
    for (int i = 0; i < WORDS; i++) {
        carry = 0;
        for (int k = 0; k < WORDS; k++) {
            carry += (u64)a[k] * b[i] + product[i + k];
            product[i + k] = (u32)carry;
            carry >>= 32;
        }
        product[i + WORDS] = (u32)carry;
    }
}

int main() {
    u32 *in = managed<u32>(CASES * 2 * WORDS), *sums = managed<u32>(CASES * (WORDS + 1));
    u32 *differences = managed<u32>(CASES * (WORDS + 1)), *products = managed<u32>(CASES * 2 * WORDS);
    u64 state = 1;
    for (int i = 0; i < CASES * 2 * WORDS; i++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        in[i] = state >> 61 == 0 ? 0 : state >> 61 == 1 ? ~0u : (u32)(state >> 29);
    }
    compute<<<3, 40>>>(in, sums, differences, products);
    FINISH();
    for (int n = 0; n < CASES; n++) {
        u32 sum[WORDS + 1], difference[WORDS + 1], product[2 * WORDS];
        reference(in + n * 2 * WORDS, in + n * 2 * WORDS + WORDS, sum, difference, product);
        for (int i = 0; i <= WORDS; i++) CHECK_AT(n, sum[i], sums[n * (WORDS + 1) + i]);
        for (int i = 0; i <= WORDS; i++) CHECK_AT(n, difference[i], differences[n * (WORDS + 1) + i]);
        for (int i = 0; i < 2 * WORDS; i++) CHECK_AT(n, product[i], products[n * 2 * WORDS + i]);
    }
    print_row("add.cc, addc", sums, CASES * (WORDS + 1));
    print_row("sub.cc, subc", differences, CASES * (WORDS + 1));
    print_row("mad.cc, madc", products, CASES * 2 * WORDS);
    return check_result();
}
