// Control flow that differs between threads: the host runs the same function for each thread's number and compares.
#include "../conformance.h"

__host__ __device__ int switches(int x)
{
    int r = 0;
    switch (x % 7) {
    case 0: r = 10; break;
    case 1: r = 20; /* falls through */
    case 2: r += 5; break;
    case 5: return -x;
    default: r = 100 + x;
    }
    switch (x & 0x30) {
    case 0x10: r *= 2; break;
    case 0x30: r -= 3;
    }
    return r;
}

__host__ __device__ int nested_loops(int x)
{
    int sum = 0;
    for (int i = 0; i < x % 11; i++) {
        if (i == 7)
            break;
        for (int j = i; j < x % 13; j++) {
            if ((i + j) % 3 == 0)
                continue;
            sum += i * j + 1;
            if (sum > 150)
                return sum;
        }
        int k = i;
        do {
            sum ^= k;
            k -= 2;
        } while (k > 0);
    }
    return sum;
}

__host__ __device__ int collatz(int x)
{
    unsigned n = x + 1;
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

/* A loop with two entries, which no structured statement writes. */
__host__ __device__ int irreducible(int x)
{
    int count = 0, n = x;
    if (x & 1)
        goto middle;
top:
    count += 3;
    n -= 2;
middle:
    count ^= n;
    n--;
    if (n > 0)
        goto top;
    return count;
}

__host__ __device__ int short_circuit(int x)
{
    int calls = 0;
    auto odd = [&](int v) { calls++; return v % 2 != 0; };
    bool a = odd(x) && odd(x / 2) && odd(x / 4);
    bool b = odd(x) || (x > 50 && odd(x / 3)) || x == 8;
    return calls * 4 + a * 2 + b;
}

__host__ __device__ int early_returns(int x)
{
    if (x < 10)
        return x;
    for (int i = 2; i * i <= x; i++)
        if (x % i == 0)
            return i;
    return x > 90 ? -1 : -2;
}

__host__ __device__ int nested_ifs(int x)
{
    int a = 0, b = 1;
    if (x & 1) {
        a = x;
        if (x & 2)
            b = a * 3;
        else if (x & 4)
            a = b - 5;
        a++;
    } else {
        if (x & 8) {
            if (x & 16)
                a = -x;
            b = x > 100 ? a : x;
        }
        b--;
    }
    return a * 1000 + b;
}

typedef int (*Function)(int);
template <Function function> __global__ void apply(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = function(i);
}
/* The same between barriers, where values live across the waits. */
template <Function function> __global__ void apply_with_barriers(int *out, int n)
{
    __shared__ int values[96];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = function(i);
    values[threadIdx.x] = mine;
    __syncthreads();
    int other = values[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    values[blockDim.x - 1 - threadIdx.x] = other;
    __syncthreads();
    if (i < n)
        out[i] = values[threadIdx.x] == mine ? mine : -12345;
}

template <Function function> static void check(const char *name)
{
    constexpr int n = 500;
    DeviceArray<int> plain(n), waiting(n);
    apply<function><<<6, 96>>>(plain, n);
    apply_with_barriers<function><<<6, 96>>>(waiting, n);
    CHECK_LAUNCH();
    std::vector<int> a = plain.host(), b = waiting.host();
    for (int i = 0; i < n; i++) {
        expect_equal(name, i, "result", a[i], function(i));
        expect_equal(name, i, "result with barriers", b[i], function(i));
    }
}

int main()
{
    check<switches>("switches");
    check<nested_loops>("nested_loops");
    check<collatz>("collatz");
    check<irreducible>("irreducible");
    check<short_circuit>("short_circuit");
    check<early_returns>("early_returns");
    check<nested_ifs>("nested_ifs");
    return finish();
}
