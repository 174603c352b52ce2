// What `softwarp verify` costs: launches that write much or little, here or elsewhere each time, short and long.
//
//   swcc -O3 bench/verify/cost.cu -o cost && bench/verify/cost.py ./cost
//
// `./cost NAME` runs one of them and prints wall time, processor time (both in seconds) and the most memory (in MB).
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <functional>
#include <sys/resource.h>
#include <time.h>
#include <vector>

constexpr int MB = 1 << 18; // in words

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void row(int *p) { p[threadIdx.x] += threadIdx.x; }

__global__ void spread(int *p, size_t stride) { p[(blockIdx.x * blockDim.x + threadIdx.x) * stride] += 1; }

__global__ void scatter(int *p, unsigned seed, size_t words)
{
    unsigned h = (blockIdx.x * blockDim.x + threadIdx.x + seed * 7919u) * 2654435761u;
    h = (h ^ h >> 15) * 2246822519u;
    atomicAdd(&p[(h ^ h >> 13) % words], 1);
}

__global__ void by_table(int **rows, int k) { rows[(7 * k + 125 * blockIdx.x) % 1000][threadIdx.x] += k; }

__global__ void chain(float *p, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = p[i];
    for (int k = 0; k < rounds; k++) v = v * 0.999f + 0.001f * i;
    p[i] = v;
}

__global__ void turns(float *p, int rounds)
{
    __shared__ float s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    s[threadIdx.x] = p[i];
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        float v = s[(threadIdx.x + 1) % 256];
        __syncthreads();
        s[threadIdx.x] = v + 1;
    }
    p[i] = s[threadIdx.x];
}

__global__ void butterflies(int *p)
{
    int v = p[blockIdx.x * blockDim.x + threadIdx.x];
    for (int r = 0; r < 64; r++) v += __shfl_xor_sync(~0u, v, 1 + (r & 15));
    p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void together(int *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        int next = p[(i + 1) % n];
        cooperative_groups::this_grid().sync();
        p[i] += next & 1 ? 0 : 1;
        cooperative_groups::this_grid().sync();
    }
}

__global__ void on_heap(int **p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, *q = (int *)malloc(16);
    *q = i;
    if (p[i]) free(p[i]);
    p[i] = q;
}

template <class T> static T *device(size_t count)
{
    T *p;
    cudaMalloc(&p, count * sizeof(T));
    cudaMemset(p, 0, count * sizeof(T));
    return p;
}

template <class T> static T *managed(size_t count)
{
    T *p;
    cudaMallocManaged(&p, count * sizeof(T));
    memset(p, 0, count * sizeof(T));
    return p;
}

static std::vector<int *> many(int count, size_t words)
{
    std::vector<int *> rows;
    for (int i = 0; i < count; i++) rows.push_back(device<int>(words));
    return rows;
}

static int **table(const std::vector<int *> &rows)
{
    int **t = device<int *>(rows.size());
    cudaMemcpy(t, rows.data(), rows.size() * sizeof(int *), cudaMemcpyHostToDevice);
    return t;
}

static std::vector<cudaStream_t> streams(int count)
{
    std::vector<cudaStream_t> s(count);
    for (auto &stream : s) cudaStreamCreate(&stream);
    return s;
}

// What prepares memory is not measured; what it returns launches number k.
using Launches = std::function<void(int k)>;
struct Workload { const char *name; int launches; std::function<Launches()> prepare; };

static const std::vector<Workload> workloads = {
    {"64 MB", 20, [] { return [x = device<float>(64 * MB), y = device<float>(64 * MB)](int) {
         saxpy<<<64 * MB / 256, 256>>>(64 * MB, 1e-3f, x, y); }; }},
    {"64 MB managed", 20, [] { return [x = managed<float>(64 * MB), y = managed<float>(64 * MB)](int) {
         saxpy<<<64 * MB / 256, 256>>>(64 * MB, 1e-3f, x, y); cudaDeviceSynchronize(); }; }},
    {"4 MB in 4 streams", 400, [] { return [s = streams(4), y = many(4, 4 * MB), x = device<float>(4 * MB)](int k) {
         saxpy<<<4 * MB / 256, 256, 0, s[k % 4]>>>(4 * MB, 1e-3f, x, (float *)y[k % 4]); }; }},
    {"1 MB, two in turn", 1000, [] { return [p = many(2, MB)](int k) { chain<<<1024, 256>>>((float *)p[k % 2], 4); }; }},
    {"1 MB of 1 GB", 200, [] { return [p = device<float>(1024 * MB)](int) { chain<<<1024, 256>>>(p, 20); }; }},
    {"1 MB and copies", 500, [] { return [p = device<float>(MB), h = std::vector<float>(MB)](int) mutable {
         cudaMemcpy(p, h.data(), 4 * MB, cudaMemcpyHostToDevice);
         chain<<<1024, 256>>>(p, 1);
         cudaMemcpy(h.data(), p, 4 * MB, cudaMemcpyDeviceToHost); }; }},
    {"one thread", 20000, [] { return [p = device<int>(256)](int) { row<<<1, 1>>>(p); }; }},
    {"one block", 20000, [] { return [p = device<int>(256)](int) { row<<<1, 256>>>(p); }; }},
    {"one block, waited for", 20000, [] { return [p = device<int>(256)](int) {
         row<<<1, 256>>>(p); cudaDeviceSynchronize(); }; }},
    {"one block, 16 streams", 20000, [] { return [s = streams(16), p = many(16, MB / 4)](int k) {
         row<<<1, 256, 0, s[k % 16]>>>(p[k % 16]); }; }},
    {"one block, 1 MB managed", 5000, [] { return [p = managed<int>(MB)](int k) {
         row<<<1, 256>>>(p + 256 * (k % 64)); cudaDeviceSynchronize(); }; }},
    {"one block, 256 MB managed", 500, [] { return [p = managed<int>(256 * MB)](int) {
         row<<<1, 256>>>(p); cudaDeviceSynchronize(); }; }},
    {"4 places of 1 GB", 20000, [] { return [p = device<int>(1024 * MB)](int k) { row<<<1, 256>>>(p + k % 4 * 4 * MB); }; }},
    {"elsewhere in 64 MB", 20000, [] { return [p = device<int>(64 * MB)](int k) {
         row<<<1, 256>>>(p + k * 512 % (64 * MB)); }; }},
    {"1,000 allocations of 1 MB", 20000, [] { return [p = many(1000, MB)](int k) { row<<<1, 256>>>(p[k % 1000]); }; }},
    {"1,000 allocations of 1 KB", 20000, [] { return [p = many(1000, 256)](int k) { row<<<1, 256>>>(p[k % 1000]); }; }},
    {"8 of 1,000 of 256 KB by a table", 2000, [] { return [t = table(many(1000, MB / 4))](int k) {
         by_table<<<8, 64>>>(t, k); }; }},
    {"8 of 1,000 of 1 KB by a table", 2000, [] { return [t = table(many(1000, 256))](int k) {
         by_table<<<8, 64>>>(t, k); }; }},
    {"a word in each page of 64 MB", 20, [] { return [p = device<int>(64 * MB)](int) { spread<<<64, 256>>>(p, 1024); }; }},
    {"1,024 words, same pages of 256 MB", 200, [] { return [p = device<int>(256 * MB)](int) {
         spread<<<4, 256>>>(p, 65536); }; }},
    {"1,024 words at random in 8 MB", 200, [] { return [p = device<int>(8 * MB)](int k) {
         scatter<<<4, 256>>>(p, k, 8 * MB); }; }},
    {"1,024 words at random in 256 MB", 200, [] { return [p = device<int>(256 * MB)](int k) {
         scatter<<<4, 256>>>(p, k, 256 * MB); }; }},
    {"arithmetic, 10 us", 2000, [] { return [p = device<float>(1 << 14)](int) { chain<<<64, 256>>>(p, 64); }; }},
    {"arithmetic, 10 ms", 3, [] { return [p = device<float>(MB)](int) { chain<<<1024, 256>>>(p, 2000); }; }},
    {"shared memory and barriers", 20, [] { return [p = device<float>(1 << 16)](int) { turns<<<256, 256>>>(p, 32); }; }},
    {"shuffles", 10, [] { return [p = device<int>(1 << 16)](int) { butterflies<<<256, 256>>>(p); }; }},
    {"cooperative", 1000, [] { return [p = device<int>(512)](int) mutable {
         void *arguments[] = {&p};
         cudaLaunchCooperativeKernel((void *)together, dim3(4), dim3(128), arguments); }; }},
    {"device heap", 200, [] { return [p = device<int *>(8192)](int) { on_heap<<<32, 256>>>(p); }; }},
};

static double seconds(timespec t) { return t.tv_sec + t.tv_nsec * 1e-9; }

static double now(clockid_t clock)
{
    timespec t;
    clock_gettime(clock, &t);
    return seconds(t);
}

static int run(const Workload &workload)
{
    Launches launch = workload.prepare();
    cudaDeviceSynchronize();
    double wall = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int k = 0; k < workload.launches; k++) launch(k);
    cudaError_t error = cudaDeviceSynchronize();
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%.6f %.6f %ld\n", now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - processor,
           usage.ru_maxrss / 1024);
    return error != cudaSuccess;
}

int main(int count, char **arguments)
{
    for (const Workload &workload : workloads) {
        if (count < 2) printf("%s\n", workload.name);
        else if (!strcmp(workload.name, arguments[1])) return run(workload);
    }
    return count >= 2;
}
