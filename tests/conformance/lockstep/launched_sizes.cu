// Kernels whose launches name the size of their blocks, which have code for whole blocks of just these sizes: lines, planes
// and solids of threads, in rows of 32, 16 and 8, from two rows to as many as there can be. Each kernel is launched with
// one size only, so that it has code for no other.
// UNSUPPORTED: quick
// USUAL-CODE
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
    do {                                                                                        \
        cudaError_t error = (call);                                                             \
        if (error != cudaSuccess) {                                                             \
            printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error));            \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

enum { BLOCKS = 5, ITEMS = 7 };

/* What a thread knows of its place. */
__host__ __device__ inline unsigned place(dim3 t, dim3 n, dim3 b)
{
    return t.x + 31 * t.y + 1009 * t.z + 7 * b.x + (t.x + n.x * (t.y + n.y * t.z)) * 3 + n.x * 5 + n.y * 11 + n.z * 13;
}

/* Warps lie across rows that are shorter than they. */
__device__ inline unsigned lane_of_warp()
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

/* Neighbours along each axis by shared memory, over barriers, in a loop that the planes leave at different times. */
template<int X, int Y, int Z> __global__ void neighbours(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[2][Z][Y][X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    unsigned number = x + blockDim.x * (y + blockDim.y * z), sum = 0;
    s[0][z][y][x] = place(threadIdx, blockDim, blockIdx) ^ in[number];
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) {
        unsigned was = s[i & 1][z][y][x];
        unsigned next = was + 3 * s[i & 1][z][y][(x + 1) % X] + 5 * s[i & 1][z][(y + Y - 1) % Y][x];
        next ^= s[i & 1][(z + 1) % Z][y][x] >> 2;
        if (i > (y + 2 * z) % 3)
            sum += next * (x + 1);
        s[1 - (i & 1)][z][y][x] = next;
        __syncthreads();
    }
    out[blockIdx.x * X * Y * Z + number] = sum + __syncthreads_count(sum & 1) + lane_of_warp() * 7;
}

template<int X, int Y, int Z> void expect(const std::vector<unsigned> &in, std::vector<unsigned> &out)
{
    std::vector<unsigned> now(X * Y * Z), next(X * Y * Z), sum(X * Y * Z);
    auto at = [](int x, int y, int z) { return x % X + X * (y % Y + Y * (z % Z)); };
    for (unsigned b = 0; b < BLOCKS; b++) {
        unsigned odd = 0;
        for (int i = -1; i < ITEMS; i++) {
            for (int z = 0; z < Z; z++)
                for (int y = 0; y < Y; y++)
                    for (int x = 0; x < X; x++) {
                        int n = at(x, y, z);
                        if (i < 0) {
                            next[n] = place(dim3(x, y, z), dim3(X, Y, Z), dim3(b)) ^ in[n];
                            sum[n] = 0;
                            continue;
                        }
                        next[n] = now[n] + 3 * now[at(x + 1, y, z)] + 5 * now[at(x, y + Y - 1, z)];
                        next[n] ^= now[at(x, y, z + 1)] >> 2;
                        if (i > (y + 2 * z) % 3)
                            sum[n] += next[n] * (x + 1);
                    }
            now = next;
        }
        for (int n = 0; n < X * Y * Z; n++)
            odd += sum[n] & 1;
        for (int n = 0; n < X * Y * Z; n++)
            out[b * X * Y * Z + n] = sum[n] + odd + n % 32 * 7;
    }
}

/* A tree over the block by its number of threads, whatever their shape; and a loop that strides over the block. */
template<int X, int Y, int Z> __global__ void tree(const unsigned *in, unsigned *out)
{
    enum { N = X * Y * Z };
    __shared__ unsigned s[N];
    unsigned t = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z), own = 0;
    for (unsigned i = t; i < 1024; i += N)
        own += in[i] * (blockIdx.x + 1);
    s[t] = own;
    __syncthreads();
    for (unsigned width = N; width > 1; width = (width + 1) / 2) {
        unsigned half = (width + 1) / 2;
        if (t + half < width)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == N - 1)
        out[blockIdx.x] = s[0];
}

template<int X, int Y, int Z> bool right(const unsigned *in, const std::vector<unsigned> &host, unsigned *out)
{
    std::vector<unsigned> expected(BLOCKS * X * Y * Z), got(BLOCKS * X * Y * Z);
    neighbours<X, Y, Z><<<BLOCKS, dim3(X, Y, Z)>>>(in, out);
    CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof got[0], cudaMemcpyDeviceToHost));
    expect<X, Y, Z>(host, expected);
    size_t wrong = 0;
    for (size_t i = 0; i < got.size(); i++)
        wrong += got[i] != expected[i];
    tree<X, Y, Z><<<BLOCKS, dim3(X, Y, Z)>>>(in, out);
    CHECK(cudaMemcpy(got.data(), out, BLOCKS * sizeof got[0], cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (unsigned value : host)
        sum += value;
    for (unsigned b = 0; b < BLOCKS; b++)
        wrong += got[b] != sum * (b + 1);
    printf("%d x %d x %d: %zu wrong\n", X, Y, Z, wrong);
    return wrong == 0;
}

int main()
{
    std::vector<unsigned> host(1024);
    unsigned state = 12345, *in, *out;
    for (unsigned &value : host)
        value = (state = state * 1664525 + 1013904223) >> 8;
    CHECK(cudaMalloc(&in, host.size() * sizeof host[0]));
    CHECK(cudaMalloc(&out, BLOCKS * 1024 * sizeof *out));
    CHECK(cudaMemcpy(in, host.data(), host.size() * sizeof host[0], cudaMemcpyHostToDevice));
    bool all = true;
    all &= right<1024, 1, 1>(in, host, out);
    all &= right<512, 1, 1>(in, host, out);
    all &= right<192, 1, 1>(in, host, out);
    all &= right<64, 1, 1>(in, host, out);
    all &= right<48, 1, 1>(in, host, out);
    all &= right<40, 1, 1>(in, host, out);
    all &= right<16, 1, 1>(in, host, out);
    all &= right<32, 32, 1>(in, host, out);
    all &= right<64, 4, 1>(in, host, out);
    all &= right<96, 3, 1>(in, host, out);
    all &= right<16, 12, 1>(in, host, out);
    all &= right<48, 5, 1>(in, host, out);
    all &= right<8, 24, 1>(in, host, out);
    all &= right<32, 1, 4>(in, host, out);
    all &= right<32, 3, 5>(in, host, out);
    all &= right<16, 4, 4>(in, host, out);
    all &= right<8, 4, 8>(in, host, out);
    all &= right<64, 2, 3>(in, host, out);
    all &= right<24, 2, 2>(in, host, out);
    all &= right<8, 8, 16>(in, host, out);
    all &= right<100, 1, 1>(in, host, out);
    all &= right<4, 4, 4>(in, host, out);
    printf("%s\n", all ? "all right" : "wrong");
    return !all;
}
