// Many small launches: none is lost, their order holds, and the memory of the process does not grow with them.
#include "../conformance.h"

__global__ void append(int *state, int value) { *state = *state * 3 + value; }
__global__ void add(int *sum) { atomicAdd(sum, 1); }
__global__ void with_barrier(int *sum)
{
    if (__syncthreads_count(1) == 64 && threadIdx.x == 0)
        atomicAdd(sum, 1);
}

/* Kilobytes of memory in use, or 0 where the system does not tell. */
static long resident_kb()
{
    long pages = 0, resident = 0;
    if (FILE *file = fopen("/proc/self/statm", "r")) {
        if (fscanf(file, "%ld %ld", &pages, &resident) != 2)
            resident = 0;
        fclose(file);
    }
    return resident * 4;
}

int main()
{
    DeviceArray<int> state(1), sum(2);
    int expected = 0;
    for (int i = 0; i < 2000; i++) {
        append<<<1, 1>>>(state, i);
        expected = int(unsigned(expected) * 3u + i);
    }
    CHECK_LAUNCH();
    EXPECT_EQ(state.host()[0], expected);

    for (int i = 0; i < 3000; i++)
        add<<<1, 1>>>(sum);
    CHECK_LAUNCH();
    long before = resident_kb();
    for (int i = 0; i < 20000; i++) {
        add<<<2, 1>>>(sum);
        if (i % 10 == 0)
            with_barrier<<<1, 64>>>(sum.at + 1);
        if (i % 1000 == 0)
            CHECK(cudaDeviceSynchronize());
    }
    CHECK_LAUNCH();
    EXPECT_EQ(sum.host()[0], 43000);
    EXPECT_EQ(sum.host()[1], 2000);
    EXPECT(resident_kb() - before < 20000);
    return finish();
}
