/* message_passing: which outcomes does the memory model allow? `softwarp explore` lists them, all of them:
 *
 *     swcc --check examples/message_passing.cu -o message_passing
 *     softwarp explore --watch A,B --forbid 'A==1 && B==20' ./message_passing
 *
 * Two variables, X = 1 and Y = 2. A thread writes both, one of another block reads both into A and B. The three kernels
 * differ in their fences, and in what the reader reads first; docs/memory-order.md goes through what the tool says.
 * Run by itself, the program sees one outcome of each.
 */
#include "check.h"

__device__ int X, Y, A, B;

__global__ void without_fences()
{
    if (blockIdx.x == 0) {
        X = 10;
        Y = 20;
    } else {
        int b = Y;
        A = X;
        B = b;
    }
}

__global__ void with_fences()
{
    if (blockIdx.x == 0) {
        X = 10;
        __threadfence();
        Y = 20;
    } else {
        int b = Y;
        __threadfence();
        A = X;
        B = b;
    }
}

__global__ void x_first()
{
    if (blockIdx.x == 0) {
        X = 10;
        __threadfence();
        Y = 20;
    } else {
        A = X;
        __threadfence();
        B = Y;
    }
}

static void set(const int &variable, int value)
{
    CHECK(cudaMemcpyToSymbol(variable, &value, sizeof value));
}

static int get(const int &variable)
{
    int value;
    CHECK(cudaMemcpyFromSymbol(&value, variable, sizeof value));
    return value;
}

static void run(void (*kernel)(), const char *name)
{
    set(X, 1);
    set(Y, 2);
    kernel<<<2, 1>>>();
    CHECK_LAUNCH();
    int a = get(A), b = get(B);
    EXPECT(a == 1 || a == 10);
    EXPECT(b == 2 || b == 20);
    printf("%-14s  A=%d  B=%d\n", name, a, b);
}

int main()
{
    run(without_fences, "without fences");
    run(with_fences, "with fences");
    run(x_first, "X first");
    return 0;
}
