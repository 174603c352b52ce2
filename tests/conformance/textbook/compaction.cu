// Stream compaction: keep the elements that satisfy a predicate; stable by warp ballots and block scans, and unordered
// with warp-aggregated atomics.
#include <algorithm>
#include <cstdio>
#include <vector>

__device__ __host__ inline bool keep(int x) { return x % 3 == 0 || x > 900; }

__global__ void count_kept(const int *in, int n, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int count = __syncthreads_count(i < n && keep(in[i]));
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}

__global__ void scan_counts(int *counts, int blocks)
{
    int sum = 0;
    for (int b = 0; b <= blocks; b++) {
        int c = b < blocks ? counts[b] : 0;
        counts[b] = sum;
        sum += c;
    }
}

__global__ void write_kept(const int *in, int n, const int *starts, int *out)
{
    __shared__ int warp_counts[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    bool mine = i < n && keep(in[i]);
    unsigned ballot = __ballot_sync(0xffffffff, mine);
    if (lane == 0)
        warp_counts[warp] = __popc(ballot);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = starts[blockIdx.x];
        for (int w = 0; w < blockDim.x / 32; w++) {
            int c = warp_counts[w];
            warp_counts[w] = sum;
            sum += c;
        }
    }
    __syncthreads();
    if (mine)
        out[warp_counts[warp] + __popc(ballot & ((1u << lane) - 1))] = in[i];
}

__device__ int aggregated_increment(int *counter)
{
    unsigned active = __activemask();
    int lane = threadIdx.x % 32, leader = __ffs(active) - 1, base = 0;
    if (lane == leader)
        base = atomicAdd(counter, __popc(active));
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & ((1u << lane) - 1));
}

__global__ void filter_unordered(const int *in, int n, int *out, int *counter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && keep(in[i]))
        out[aggregated_increment(counter)] = in[i];
}

int main()
{
    const int n = 50000, threads = 256, blocks = (n + threads - 1) / threads;
    std::vector<int> in(n), expected;
    for (int i = 0; i < n; i++)
        in[i] = i * 7919 % 1009;
    std::copy_if(in.begin(), in.end(), std::back_inserter(expected), keep);
    int *d_in, *d_out, *d_counts, count;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_counts, (blocks + 1) * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

    count_kept<<<blocks, threads>>>(d_in, n, d_counts);
    scan_counts<<<1, 1>>>(d_counts, blocks);
    write_kept<<<blocks, threads>>>(d_in, n, d_counts, d_out);
    cudaMemcpy(&count, d_counts + blocks, sizeof(int), cudaMemcpyDeviceToHost);
    std::vector<int> out(count);
    cudaMemcpy(out.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
    if (out != expected) {
        printf("stable compaction is wrong: %d elements\n", count);
        return 1;
    }

    cudaMemset(d_counts, 0, sizeof(int));
    cudaMemset(d_out, 0xff, n * sizeof(int));
    filter_unordered<<<blocks, threads>>>(d_in, n, d_out, d_counts);
    cudaMemcpy(&count, d_counts, sizeof(int), cudaMemcpyDeviceToHost);
    out.resize(count);
    cudaMemcpy(out.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(out.begin(), out.end());
    std::sort(expected.begin(), expected.end());
    if (out != expected) {
        printf("unordered compaction is wrong: %d elements\n", count);
        return 1;
    }
    printf("kept %d of %d, twice\n", count, n);
    return 0;
}
