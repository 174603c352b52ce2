// SWCC: --extended-lambda
// Lambdas: inside kernels, and passed to kernels from the host with values captured (--extended-lambda).
#include "../conformance.h"

template <class Function> __global__ void for_each(int n, Function function)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        function(i);
}

template <class Function> static void run(int n, Function function)
{
    for_each<<<(n + 63) / 64, 64>>>(n, function);
    CHECK_LAUNCH();
}

__global__ void local_lambdas(int *out)
{
    int base = threadIdx.x * 10;
    auto add = [=](int x) { return base + x; };
    int calls = 0;
    auto counted = [&calls, add](int x) {
        calls++;
        return add(x) * 2;
    };
    auto generic = [](auto a, auto b) { return a < b ? b : a; };
    int sum = counted(1) + counted(2);
    out[threadIdx.x] = generic(sum, 30) + calls;
}

struct Point { float x, y; };

int main()
{
    constexpr int n = 1000;
    DeviceArray<int> numbers(n);
    DeviceArray<Point> points(n);
    int *at = numbers, offset = 7;
    double factor = 2.5;
    run(n, [=] __device__(int i) { at[i] = i * 3 + offset + int(factor * 2); });
    Point *where = points, shift = {1, 2};
    run(n, [=] __device__(int i) { where[i] = Point{i + shift.x, i * shift.y}; });
    for (int i = 0; i < n; i++) {
        EXPECT_EQ(numbers.host()[i], i * 3 + 12);
        i += 97;
    }
    std::vector<Point> got = points.host();
    for (int i = 0; i < n; i++) {
        EXPECT_EQ(got[i].x, i + 1.0f);
        EXPECT_EQ(got[i].y, i * 2.0f);
    }
    auto both = [=] __host__ __device__(int i) { return i * i + offset; };
    run(n, [=] __device__(int i) { at[i] = both(i); });
    EXPECT_EQ(numbers.host()[30], both(30));

    local_lambdas<<<1, 3>>>(numbers);
    CHECK_LAUNCH();
    EXPECT_EQ(numbers.host()[0], 32);               /* 2·1 + 2·2 = 6; the larger of 6 and 30; 2 calls */
    EXPECT_EQ(numbers.host()[2], 2 * (21 + 22) + 2);
    return finish();
}
