// Kernel arguments of every kind arrive as they were passed: scalars of all sizes mixed (their alignment in the argument
// buffer matters), structures of odd sizes, nested and large ones, pointers, enumerations, references to none.
#include "../conformance.h"
#include <stdint.h>

enum Colour { RED = -1, GREEN = 5 };
enum class Small : unsigned char { A = 200 };
struct Three { char bytes[3]; };
struct Mixed { char a; double b; short c; };
struct Nested { Mixed mixed[2]; float tail; };
struct alignas(16) Aligned { int x; };
struct Empty {};
struct Bits { unsigned a : 3, b : 7, c : 22; };
union Either { float f; unsigned u; };
struct Large { int values[1000]; }; /* 4000 bytes: 4 KB is what every architecture takes */
struct WithPointer { int *target; int value; };

__global__ void scalars(int *ok, bool a, char b, short c, double d, unsigned char e, long long f, float g, uint16_t h,
                        size_t i, Colour j, Small k, int8_t l)
{
    *ok = a && b == 'x' && c == -300 && d == 1.25e100 && e == 255 && f == -(1ll << 60) && g == -0.5f && h == 65535 &&
          i == (size_t(1) << 40) && j == RED && k == Small::A && l == -128;
}

__global__ void structures(int *ok, Three a, Mixed b, char c, Nested d, Aligned e, Empty, Bits f, Either g, int2 h, double3 i,
                           char last)
{
    bool right = a.bytes[0] == 1 && a.bytes[1] == 2 && a.bytes[2] == 3 && b.a == 'm' && b.b == 2.5 && b.c == -7 && c == 'c';
    right = right && d.mixed[0].b == 4.5 && d.mixed[1].c == 9 && d.tail == 1.5f && e.x == 77;
    right = right && f.a == 5 && f.b == 100 && f.c == 0x3fffff && g.u == 0x3f800000u && h.x == 3 && h.y == 4;
    *ok = right && i.x == 1 && i.y == 2 && i.z == 3 && last == 'z';
}

__global__ void large(int *ok, Large values, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += values.values[i] != i * 3;
    *ok = wrong == 0;
}

/* A parameter is the thread's own copy. */
__global__ void changed(int *sums, Large values, int n)
{
    values.values[threadIdx.x] = 1000000;
    n += threadIdx.x;
    int sum = n;
    for (int i = 0; i < 4; i++)
        sum += values.values[i];
    sums[threadIdx.x] = sum;
}

__global__ void pointers(WithPointer where, int **indirect, const int *__restrict__ source, int n)
{
    *where.target = where.value;
    for (int i = 0; i < n; i++)
        *indirect[i] = source[i];
}

__global__ void constant_parameter(int *ok, const __grid_constant__ Large values)
{
    const int *at = &values.values[0];
    *ok = at[999] == 2997 && at[threadIdx.x] == int(threadIdx.x) * 3;
}

static void check_scalars_and_structures()
{
    DeviceArray<int> ok(1);
    scalars<<<1, 1>>>(ok, true, 'x', -300, 1.25e100, 255, -(1ll << 60), -0.5f, 65535, size_t(1) << 40, RED, Small::A, -128);
    CHECK_LAUNCH();
    EXPECT_EQ(ok.host()[0], 1);

    Nested nested = {{{'n', 4.5, 8}, {'o', 5.5, 9}}, 1.5f};
    Either either;
    either.f = 1.0f;
    CHECK(cudaMemset(ok, 0, sizeof(int)));
    structures<<<1, 1>>>(ok, Three{{1, 2, 3}}, Mixed{'m', 2.5, -7}, 'c', nested, Aligned{77}, Empty(), Bits{5, 100, 0x3fffff},
                         either, make_int2(3, 4), make_double3(1, 2, 3), 'z');
    CHECK_LAUNCH();
    EXPECT_EQ(ok.host()[0], 1);
}

static void check_large()
{
    static Large values;
    for (int i = 0; i < 1000; i++)
        values.values[i] = i * 3;
    DeviceArray<int> ok(1), sums(4);
    large<<<1, 1>>>(ok, values, 1000);
    CHECK_LAUNCH();
    EXPECT_EQ(ok.host()[0], 1);
    CHECK(cudaMemset(ok, 0, sizeof(int)));
    constant_parameter<<<1, 32>>>(ok, values);
    CHECK_LAUNCH();
    EXPECT_EQ(ok.host()[0], 1);
    changed<<<1, 4>>>(sums, values, 10);
    CHECK_LAUNCH();
    for (int i = 0; i < 4; i++)
        EXPECT_EQ(sums.host()[i], 10 + i + 18 - i * 3 + 1000000);
}

static void check_pointers()
{
    DeviceArray<int> target(1), targets(3), source(std::vector<int>{7, 8, 9});
    DeviceArray<int *> indirect(std::vector<int *>{targets + 2, targets + 0, targets + 1});
    pointers<<<1, 1>>>(WithPointer{target, 55}, indirect, source, 3);
    CHECK_LAUNCH();
    EXPECT_EQ(target.host()[0], 55);
    EXPECT_EQ(targets.host()[2], 7);
    EXPECT_EQ(targets.host()[0], 8);
    EXPECT_EQ(targets.host()[1], 9);
}

/* The arguments are read at the launch: what the caller does to its variables afterwards does not matter. */
static void check_copy_at_launch()
{
    DeviceArray<int> ok(1);
    static Large values;
    for (int i = 0; i < 1000; i++)
        values.values[i] = i * 3;
    int n = 1000;
    large<<<1, 1>>>(ok, values, n);
    n = -1;
    memset(&values, 0xff, sizeof values);
    CHECK_LAUNCH();
    EXPECT_EQ(ok.host()[0], 1);
}

int main()
{
    check_scalars_and_structures();
    check_large();
    check_pointers();
    check_copy_at_launch();
    return finish();
}
