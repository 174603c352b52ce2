// Atomics that may be done later than they are said: what can be seen of memory is as if they were done at once.
// Threads fight for few addresses, scatter over many, mix operations on one address; kernels follow each other.
#include "../conformance.h"

enum { THREADS = 60000, BINS = 97, MANY = 200000 };

static unsigned hashed(unsigned i) { return (i * 2654435761u) >> 7; }

/* Every operation that can be gathered, each on bins of its own, side by side. */
struct All {
    int *add, *sub, *min, *max;
    unsigned *both, *either, *odd, *least;
    unsigned long long *wide, *most;
    float *f;
    double *d;
};

__global__ void operate(All to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned h = i * 2654435761u >> 7, bin = h % BINS;
    atomicAdd(&to.add[bin], i);
    atomicSub(&to.sub[bin], (int)(h & 1023));
    atomicMin(&to.min[bin], (int)h - 5000000);
    atomicMax(&to.max[bin], (int)h - 5000000);
    atomicAnd(&to.both[bin], h | 0x7ff);
    atomicOr(&to.either[bin], 1u << h % 32);
    atomicXor(&to.odd[bin], h);
    atomicMin(&to.least[bin], h);
    atomicAdd(&to.wide[bin], (unsigned long long)h << 20);
    atomicMax(&to.most[bin], (unsigned long long)h << 30);
    atomicAdd(&to.f[bin], (float)(h % 3));
    atomicAdd(&to.d[bin], (double)(h % 1000) / 8);
}

template <class T> static std::vector<T> start(T value) { return std::vector<T>(BINS, value); }

static void all_operations(unsigned threads)
{
    std::vector<int> add = start(1), sub = start(2), min = start(100), max = start(-100);
    std::vector<unsigned> both = start(~0u), either = start(0u), odd = start(5u), least = start(~0u);
    std::vector<unsigned long long> wide = start(0ull), most = start(7ull);
    std::vector<float> f = start(0.5f);
    std::vector<double> d = start(0.25);
    DeviceArray<int> to_add(add), to_sub(sub), to_min(min), to_max(max);
    DeviceArray<unsigned> to_both(both), to_either(either), to_odd(odd), to_least(least);
    DeviceArray<unsigned long long> to_wide(wide), to_most(most);
    DeviceArray<float> to_f(f);
    DeviceArray<double> to_d(d);
    All to = {to_add.at, to_sub.at, to_min.at, to_max.at, to_both.at, to_either.at, to_odd.at, to_least.at,
              to_wide.at, to_most.at, to_f.at, to_d.at};
    operate<<<(THREADS + threads - 1) / threads, threads>>>(to, THREADS);
    CHECK_LAUNCH();
    for (int i = 0; i < THREADS; i++) {
        unsigned h = hashed(i), bin = h % BINS;
        int low = (int)h - 5000000;
        add[bin] = (int)((unsigned)add[bin] + i);
        sub[bin] -= h & 1023;
        min[bin] = low < min[bin] ? low : min[bin];
        max[bin] = low > max[bin] ? low : max[bin];
        both[bin] &= h | 0x7ff;
        either[bin] |= 1u << h % 32;
        odd[bin] ^= h;
        least[bin] = h < least[bin] ? h : least[bin];
        wide[bin] += (unsigned long long)h << 20;
        most[bin] = (unsigned long long)h << 30 > most[bin] ? (unsigned long long)h << 30 : most[bin];
        f[bin] += h % 3;
        d[bin] += (double)(h % 1000) / 8;
    }
#define SAME(name) EXPECT_EQ(to_##name.host() == name, true)
    SAME(add); SAME(sub); SAME(min); SAME(max); SAME(both); SAME(either); SAME(odd); SAME(least);
    SAME(wide); SAME(most); SAME(f); SAME(d);
}

/* A thread's own operations on one address come in its order: 0, 5, at most 3, 10. */
__global__ void in_order(int *to)
{
    int *at = &to[threadIdx.x];
    atomicAdd(at, 5);
    atomicMin(at, 3);
    atomicAdd(at, 7);
    atomicMin(at, 100);
}

/* A grid-stride loop whose reads are of other memory for certain; more addresses than are remembered. */
__global__ void scatter(unsigned *__restrict__ count, const unsigned *__restrict__ where, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&count[where[i]], 1u);
}

/* What must not wait: the same memory is read or written afterwards. */
__global__ void read_back(int *to, int *seen)
{
    int i = threadIdx.x;
    atomicAdd(&to[i], 7);
    seen[i] = to[i];
    atomicAdd(&to[i], 1);
    to[i] = to[i] * 2;
}

__global__ void behind_barrier(int *to, int *seen)
{
    atomicAdd(&to[threadIdx.x / 2], 1);
    __syncthreads();
    seen[threadIdx.x] = to[threadIdx.x / 4];
}

/* A pointer to shared memory that does not look like one. */
__global__ void to_shared(int *out, int which)
{
    __shared__ int tile[64];
    tile[threadIdx.x % 64] = 0;
    __syncthreads();
    int *to = which ? tile : out + 64;
    atomicAdd(&to[threadIdx.x % 64], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        out[threadIdx.x] = tile[threadIdx.x];
}

__device__ int passed;

/* Blocks that wait for each other through what they count. */
__global__ void meet(int blocks)
{
    if (threadIdx.x == 0) {
        atomicAdd(&passed, 1);
        while (*(volatile int *)&passed < blocks)
            ;
    }
}

/* The first block waits for what the others have counted. */
__global__ void wait_for_others(int *count, int others)
{
    if (blockIdx.x)
        atomicAdd(count, 1);
    else
        while (*(volatile int *)count < others)
            ;
}

static void orders()
{
    std::vector<int> none(256), got;
    DeviceArray<int> to(none), seen(none);
    in_order<<<1, 256>>>(to.at);
    CHECK_LAUNCH();
    got = to.host();
    for (int i = 0; i < 256; i++)
        EXPECT_EQ(got[i], 10);
    read_back<<<1, 256>>>(to.at, seen.at);
    CHECK_LAUNCH();
    for (int i = 0; i < 256; i++) {
        EXPECT_EQ(seen.host()[i], 17);
        EXPECT_EQ(to.host()[i], 36);
    }
    behind_barrier<<<1, 256>>>(to.at, seen.at);
    CHECK_LAUNCH();
    for (int i = 0; i < 256; i++)
        EXPECT_EQ(seen.host()[i], 38);
    to_shared<<<3, 128>>>(to.at, 1);
    CHECK_LAUNCH();
    for (int i = 0; i < 64; i++)
        EXPECT_EQ(to.host()[i], 2);
    meet<<<50, 32>>>(50);
    CHECK_LAUNCH();
    DeviceArray<int> count(1);
    wait_for_others<<<20, 1>>>(count.at, 19);
    CHECK_LAUNCH();
}

/* Twice: what is scattered is not gathered the second time. The host and the next kernel see everything. */
static void scattered()
{
    std::vector<unsigned> where(MANY), expected(MANY / 2);
    for (int i = 0; i < MANY; i++)
        expected[where[i] = hashed(i) % (MANY / 2)] += 2;
    DeviceArray<unsigned> from(where), count(std::vector<unsigned>(MANY / 2));
    for (int round = 0; round < 2; round++)
        scatter<<<40, 96>>>(count.at, from.at, MANY);
    CHECK_LAUNCH();
    EXPECT_EQ(count.host() == expected, true);
}

int main()
{
    all_operations(256);
    all_operations(33);
    orders();
    scattered();
    return finish();
}
