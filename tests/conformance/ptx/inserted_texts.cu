// FEW-WAYS
// NO-GPU: it prints nothing
/* Constraint "C" of inline PTX: constant arrays of characters become part of the text, be they of templates, of the device,
 * of a function, empty or without an end.
 */
#include "../conformance.h"

template <int N> struct chosen;
template <> struct chosen<0> { static constexpr const char operation[] = ".add", rounding[] = ".rz"; };
template <> struct chosen<1> { static constexpr const char operation[] = ".max", rounding[] = ".rp"; };
__device__ constexpr char whole[] = "sub.s32";
__device__ constexpr char without_end[] = {'.', 's', '3', '2'};
__device__ constexpr char nothing[] = "";

#define ATOM(to, at, by, text) asm volatile("atom.global%2.u32 %0, [%1], %3;" : "=r"(to) : "l"(at), "C"(text), "r"(by) : "memory")

template <int N> __device__ unsigned atom(unsigned *p, unsigned v) {
    unsigned old;
    ATOM(old, p, v, chosen<N>::operation);
    return old;
}
template <int N> __device__ float rounded(float x, float y) {
    float sum;
    asm("add%1.f32 %0, %2, %3;" : "=f"(sum) : "C"(chosen<N>::rounding), "f"(x), "f"(y));
    return sum;
}

__global__ void all(unsigned *words, int *numbers, float *sums, float tiny) {
    static const char minimum[] = "min", carries[] = ".cc";
    unsigned carry;
    atom<0>(words, threadIdx.x);
    atom<1>(words + 1, threadIdx.x * 3);
    if (threadIdx.x) return;
    sums[0] = rounded<0>(1, tiny);
    sums[1] = rounded<1>(1, tiny);
    asm("%3 %0, %1, %2;" : "=r"(numbers[0]) : "r"(7), "r"(9), "C"(whole));
    asm("add%3 %0, %1, %2;" : "=r"(numbers[1]) : "r"(7), "r"(9), "C" (without_end));
    asm("mul.lo%3.s32 %0, %1, %2;" : "=r"(numbers[2]) : "r"(7), "r"(9), "C"(nothing));
    asm("%3%4 %0, %1, %2;" : "=r"(numbers[3]) : "r"(7), "r"(9), "C"(minimum), "C"(without_end));
    asm("%3 %0, %1, %2;" : "+r"(numbers[4]) : "r"(7), "r"(9), "C"(whole));
    asm("add%3.u32 %0, %1, %2;" : "=r"(carry) : "r"(0xffffffffu), "r"(1), "C"(carries));
    asm("addc.u32 %0, %1, %2;" : "=r"(carry) : "r"(0), "r"(carry));
    numbers[5] = (int)carry;
}

int main() {
    unsigned *words;
    int *numbers;
    float *sums;
    CHECK(cudaMallocManaged(&words, 2 * sizeof *words));
    CHECK(cudaMallocManaged(&numbers, 6 * sizeof *numbers));
    CHECK(cudaMallocManaged(&sums, 2 * sizeof *sums));
    words[0] = words[1] = 0;
    all<<<1, 64>>>(words, numbers, sums, 1e-20f);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(words[0], 2016u);
    EXPECT_EQ(words[1], 189u);
    EXPECT_EQ(numbers[0], -2);
    EXPECT_EQ(numbers[1], 16);
    EXPECT_EQ(numbers[2], 63);
    EXPECT_EQ(numbers[3], 7);
    EXPECT_EQ(numbers[4], -2);
    EXPECT_EQ(numbers[5], 1);
    EXPECT_EQ(sums[0], 1.f);
    EXPECT_EQ(sums[1], nextafterf(1, 2));
    return finish();
}
