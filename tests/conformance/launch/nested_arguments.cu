// What functions that wait are given and give back where they cannot be inlined (recursion, function pointers):
// structures by value that they change, booleans, 128 bits, pointers to locals of the caller; functions handed on.
#include "../conformance.h"

struct Bag { int a, b[6]; };

__device__ __noinline__ void walk(Bag bag, int n, int *sum)
{
    bag.a += n;
    bag.b[n] = 7;
    __syncthreads();
    int before = *sum;
    if (n > 0)
        walk(bag, n - 1, sum);
    __syncthreads();
    *sum += bag.a * 10 + bag.b[n] - before;
}
static void walk_on_host(Bag bag, int n, int *sum)
{
    bag.a += n;
    bag.b[n] = 7;
    int before = *sum;
    if (n > 0)
        walk_on_host(bag, n - 1, sum);
    *sum += bag.a * 10 + bag.b[n] - before;
}
__global__ void walks(int *out, Bag bag)
{
    int sum = 5;
    walk(bag, 3, &sum);
    out[threadIdx.x] = sum;
}

__forceinline__ __device__ int triangle(int n)
{
    __syncthreads();
    return n ? n + triangle(n - 1) : 0;
}
__global__ void triangles(int *out) { out[threadIdx.x] = triangle(10); }

struct Pair { char c; double d; };
typedef Pair (*change)(Pair, bool, __int128, float4);
__device__ __noinline__ Pair up(Pair p, bool b, __int128 q, float4 v)
{
    __syncthreads();
    p.d += (double)q + v.y;
    p.c += b;
    return p;
}
__device__ __noinline__ Pair down(Pair p, bool b, __int128 q, float4 v)
{
    p.d -= (double)q + v.y;
    p.c += 2 * b;
    return p;
}
__device__ change changes[2] = {up, down};
__device__ bool truths[2] = {true, false};
__global__ void pointers(int *out, int which)
{
    Pair p = {1, 2.5}, r = changes[which](p, truths[which], 7, make_float4(1, 2, 3, 4));
    out[threadIdx.x] = (int)(r.d * 10) + r.c;
}

__device__ __noinline__ int one(int x) { __syncthreads(); return x + 1; }
__device__ __noinline__ int two(int x) { __syncthreads(); return x + 2; }
__device__ __noinline__ int apply(int (*function)(int), int x) { return function(x); }
__global__ void handed_on(int *out) { out[threadIdx.x] = apply(one, threadIdx.x) * 100 + apply(two, threadIdx.x); }

int main()
{
    int *out, expected = 5;
    CHECK(cudaMallocManaged(&out, 32 * sizeof *out));
    Bag bag = {1, {1, 2, 3, 4, 5, 6}};
    walks<<<1, 32>>>(out, bag);
    CHECK(cudaDeviceSynchronize());
    walk_on_host(bag, 3, &expected);
    EXPECT_EQ(out[31], expected);
    triangles<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[31], 55);
    pointers<<<1, 32>>>(out, 0);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[3], 115 + 2);
    pointers<<<1, 32>>>(out, 1);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[3], -65 + 1);
    handed_on<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < 32; t++)
        EXPECT_EQ(out[t], (t + 1) * 100 + t + 2);
    return finish();
}
