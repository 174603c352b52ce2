// FEW-WAYS
/* Operands of inline PTX without a comma between them, as nvcc takes them, and what looks alike. */
#include "../conformance.h"

#define ADD(to, a, b)                                                                                                  \
    asm volatile("add.s32 %0, %1, %2;"                                                                                 \
                 : "=r"(to)                                                                                            \
                 : "r"(a)                                                                                              \
                 "r"(b))

__device__ int twice(int x) { return 2 * x; }

__global__ void operands(int *out, int x, int y) {
    int a, b, c, d, e;
    asm("mov.u32 %0, %2;\n\t"
        "mov.u32 %1, %3;" : "=r"(a) "=r"(b) : "r"((x) * (y)) /* a "comma" */ "r"(twice((x))), "n"(')'));
    ADD(c, a, b);
    asm("sub.s32 %0, %1, %2;" : "=r"(d) : "r"(x) // less
        "r"(y)"n"(0));
    asm("mov.s32 %0, %1;" : "=r"(e) : "r"(x ? out[8] : (int)("r"[0])));
    asm volatile("st.global.u32 [%1], %0;" ::"r"(e) "l"(out + 4) : "memory");
    out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

int main() {
    const int expected[] = {35, 14, 49, 2, 11};
    int *out;
    CHECK(cudaMallocManaged(&out, 9 * sizeof *out));
    out[8] = 11;
    operands<<<1, 1>>>(out, 7, 5);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; i++) {
        EXPECT_EQ(out[i], expected[i]);
        printf("%d\n", out[i]);
    }
    return finish();
}
