// FEW-WAYS
// The handle of memory that a kernel writes to all the while, and that only ends when the host says so after it has the
// handle: nothing that the kernel writes is lost, and another process sees it.
#include "process.h"

constexpr int THREADS = 64, STRIDE = 40000;

struct Given {
    cudaIpcMemHandle_t memory;
    int totals[THREADS];
};

__global__ void count(volatile int *cells, volatile int *state, volatile int *totals)
{
    int n = 0;
    state[1] = 1;
    while (!state[0]) {
        cells[threadIdx.x * STRIDE] += 1;
        n++;
    }
    totals[threadIdx.x] = n;
}

static void check_totals(const int *memory, const int *totals)
{
    std::vector<int> cells(THREADS * STRIDE);
    CHECK(cudaMemcpy(cells.data(), memory, cells.size() * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++)
        EXPECT_EQ(cells[i * STRIDE], totals[i]);
}

static int child(const Given &given)
{
    void *memory;
    CHECK(cudaIpcOpenMemHandle(&memory, given.memory, cudaIpcMemLazyEnablePeerAccess));
    check_totals((int *)memory, given.totals);
    CHECK(cudaIpcCloseMemHandle(memory));
    return failures != 0;
}

int main(int argc, char **argv)
{
    if (argc > 2)
        return child(from_hexadecimal<Given>(argv[2]));
    Given given;
    int *cells;
    volatile int *state, *totals;
    CHECK(cudaHostAlloc((void **)&state, 2 * sizeof(int), cudaHostAllocMapped));
    CHECK(cudaHostAlloc((void **)&totals, THREADS * sizeof(int), cudaHostAllocMapped));
    for (int round = 0; round < 5; round++) {
        CHECK(cudaMalloc(&cells, THREADS * STRIDE * sizeof(int)));
        CHECK(cudaMemset(cells, 0, THREADS * STRIDE * sizeof(int)));
        state[0] = state[1] = 0;
        count<<<1, THREADS>>>(cells, state, totals);
        CHECK(cudaGetLastError());
        while (!state[1])
            CHECK(cudaStreamQuery(0) == cudaErrorNotReady ? cudaSuccess : cudaErrorUnknown);
        CHECK(cudaIpcGetMemHandle(&given.memory, cells));
        state[0] = 1;
        CHECK(cudaDeviceSynchronize());
        check_totals(cells, (const int *)totals);
        if (round < 4)
            CHECK(cudaFree(cells));
    }
    memcpy(given.totals, (const int *)totals, sizeof given.totals);
    EXPECT_EQ(run("child", hexadecimal(&given, sizeof given)), 0);
    return finish();
}
