// Division by a number that is known not to be zero, but only in the lanes that come to it: the others' divisor, which may be
// zero, is put away before the division. It was not where the processor divides vectors' elements one by one (AVX-512).
// NO-GPU: it prints nothing; the host computes what comes of it
#include <cstdio>
#include <cstdlib>

enum { THREADS = 70, BLOCKS = 3 };

__global__ void by_next(const unsigned *in, unsigned *out, const int *signed_in, int *signed_out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    if (x != ~0u)
        out[i] = (i + 100000) / (x + 1);
    int y = signed_in[i];
    if (y >= 0 && y < 1000)
        signed_out[i] = ((int)i - 5000) / (y + 1);
}

// Lanes behind a block's last thread: what they have loaded is what lies on the stack.
__global__ void by_truth(const bool *in, unsigned *out, short *ones)
{
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    out[(i * 5) & 511] = i / ((in[(t * 4 + 17) & 63] & 15) + 1);
    ones[i ^ 45] = -1;
}

template<class T> T *device(const T *from, size_t count)
{
    T *to;
    if (cudaMalloc(&to, count * sizeof *to) || cudaMemcpy(to, from, count * sizeof *to, cudaMemcpyHostToDevice))
        exit(1);
    return to;
}

int main()
{
    static unsigned in[THREADS * BLOCKS], out[512];
    static int signed_in[THREADS * BLOCKS], signed_out[THREADS * BLOCKS];
    static bool truth[64];
    static short ones[512];
    int wrong = 0;
    for (unsigned i = 0; i < THREADS * BLOCKS; i++) {
        in[i] = i % 3 ? i * 7 % 11 : ~0u;
        signed_in[i] = i % 3 == 1 ? -1 : (int)(i * 5 % 13);
    }
    for (unsigned i = 0; i < 64; i++)
        truth[i] = i * 7 % 5 > 2;
    unsigned *d_in = device(in, THREADS * BLOCKS), *d_out = device(out, 512);
    int *d_signed_in = device(signed_in, THREADS * BLOCKS), *d_signed_out = device(signed_out, THREADS * BLOCKS);
    bool *d_truth = device(truth, 64);
    short *d_ones = device(ones, 512);

    by_next<<<BLOCKS, THREADS>>>(d_in, d_out, d_signed_in, d_signed_out);
    if (cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost))
        return printf("by_next: %s\n", cudaGetErrorString(cudaGetLastError())), 1;
    cudaMemcpy(signed_out, d_signed_out, sizeof signed_out, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < THREADS * BLOCKS; i++) {
        wrong += out[i] != (in[i] != ~0u ? (i + 100000) / (in[i] + 1) : 0);
        wrong += signed_out[i] != (signed_in[i] >= 0 ? ((int)i - 5000) / (signed_in[i] + 1) : 0);
    }
    by_truth<<<BLOCKS, THREADS>>>(d_truth, d_out, d_ones);
    if (cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost))
        return printf("by_truth: %s\n", cudaGetErrorString(cudaGetLastError())), 1;
    for (unsigned i = 0; i < THREADS * BLOCKS; i++)
        wrong += out[(i * 5) & 511] != i / ((truth[(i % THREADS * 4 + 17) & 63] & 15) + 1u);
    if (wrong)
        printf("%d wrong\n", wrong);
    return wrong != 0;
}
