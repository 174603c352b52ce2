// Scatters count lane by lane where the processor has none: code for whole blocks, of 32 scatters for each row, is not made
// for AVX2 and SSE, and is for AVX-512.
// RUN: %swcc --cpu=x86-64-v2 -Rsoftwarp -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: %swcc --cpu=x86-64-v3 -Rsoftwarp -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: %swcc --cpu=x86-64-v4 -Rsoftwarp -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=VECTORS
// LANES: no code for a block of 256: its rows have too little in common
// VECTORS-NOT: no code for a block
// VECTORS: whole blocks (256)
__global__ void scatter(float *out, const int *at, float x)
{
    __shared__ float line[256];
    line[threadIdx.x] = x;
    __syncthreads();
    float v = line[255 - threadIdx.x];
#define TO(n) out[at[threadIdx.x + n] + n] = v * n;
#define TO8(n) TO(n) TO(n + 1) TO(n + 2) TO(n + 3) TO(n + 4) TO(n + 5) TO(n + 6) TO(n + 7)
    TO8(1) TO8(9) TO8(17) TO8(25)
}
int main() { scatter<<<1, 256>>>(nullptr, nullptr, 1); }
