// A barrier waits for the threads that have not left the kernel: those that have do not hold it up.
#include "../conformance.h"

/* In each round the last fifth of the threads leaves; the others go on meeting. */
__global__ void dwindle(int *rounds, int n)
{
    __shared__ int present[1024];
    int me = threadIdx.x, count = n;
    for (int round = 0;; round++) {
        present[me] = round;
        __syncthreads();
        int wrong = 0;
        for (int i = 0; i < count; i++)
            wrong += present[i] != round;
        __syncthreads();
        if (wrong) {
            rounds[me] = -1;
            return;
        }
        count -= (count + 4) / 5;
        if (me >= count) {
            rounds[me] = round + 1;
            return;
        }
    }
}

/* The usual guard, and a barrier behind it. */
__global__ void guarded(const int *in, int *out, int n)
{
    __shared__ int values[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    values[threadIdx.x] = in[i];
    __syncthreads();
    int last = min(int(blockDim.x), n - int(blockIdx.x * blockDim.x)) - 1;
    out[i] = values[last - threadIdx.x];
}

/* The reductions count only those that are still there. */
__global__ void count_present(int *out)
{
    if (threadIdx.x % 3 == 0)
        return;
    int count = __syncthreads_count(1), all = __syncthreads_and(threadIdx.x % 3), any = __syncthreads_or(threadIdx.x == 3);
    out[threadIdx.x] = count * 100 + (all != 0) * 10 + (any != 0);
}

static int rounds_on_host(int me, int n)
{
    for (int round = 0, count = n;; round++) {
        count -= (count + 4) / 5;
        if (me >= count)
            return round + 1;
    }
}

int main()
{
    for (int n : {1, 31, 33, 500, 1024}) {
        DeviceArray<int> rounds(n);
        dwindle<<<1, n>>>(rounds, n);
        CHECK_LAUNCH();
        std::vector<int> got = rounds.host();
        for (int i = 0; i < n; i++)
            EXPECT_EQ(got[i], rounds_on_host(i, n));
    }
    std::vector<int> numbers(1000);
    for (int i = 0; i < 1000; i++)
        numbers[i] = i * 3;
    DeviceArray<int> in(numbers), out(1000);
    guarded<<<8, 128>>>(in, out, 1000);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < 1000; i++) {
        int first = i / 128 * 128, last = std::min(first + 127, 999);
        EXPECT_EQ(got[i], (first + last - i) * 3);
    }
    DeviceArray<int> counts(100);
    count_present<<<1, 100>>>(counts);
    CHECK_LAUNCH();
    for (int i = 0; i < 100; i++)
        EXPECT_EQ(counts.host()[i], i % 3 ? 66 * 100 + 10 : 0);
    return finish();
}
