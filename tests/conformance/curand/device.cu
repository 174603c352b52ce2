// cuRAND's device API: what generators draw, after any seed, sequence and offset, is bit for bit what an H200 draws, uniform
// numbers too; normal and Poisson numbers are near, or the same where one formula gives them.
// NO-GPU: what an H200 drew is in the tables
#include "../conformance.h"
#include <curand_kernel.h>

struct Row {
    unsigned long long seed, sequence, offset;
    unsigned first[4]; // numbers 0, 1, 6 and 7
};
static const Row xorwow[] = {
    {0x0ull, 0x0ull, 0x0ull, {0xbd7f03b6u, 0x703e556du, 0x3a46d453u, 0x5450d66du}},
    {0x123456789abcdefull, 0x0ull, 0x0ull, {0x1a444210u, 0x3fcca938u, 0x939ddae0u, 0x52b89aa9u}},
    {0xffffffffffffffffull, 0x0ull, 0x0ull, {0x31fd1ba4u, 0xdd2e08a0u, 0x42e0c4abu, 0x087487ceu}},
    {0x4d2ull, 0x1ull, 0x0ull, {0xd1f7605au, 0xed29ae49u, 0x7307c980u, 0xcca229b8u}},
    {0x4d2ull, 0x7ull, 0x0ull, {0xc8694a55u, 0x1f959e40u, 0x360b2b5fu, 0x72bd0fd9u}},
    {0x4d2ull, 0x100000000ull, 0x0ull, {0xdecba887u, 0x92063153u, 0xd01f6319u, 0x2c2c6af6u}},
    {0x4d2ull, 0x0ull, 0x5ull, {0x95195c6bu, 0x338f343fu, 0xb0400511u, 0x80d73481u}},
    {0x4d2ull, 0x0ull, 0xfedcba987654321ull, {0xcab7821du, 0x59ab873du, 0x5638dcfcu, 0x039c6736u}},
    {0x4d2ull, 0x0ull, 0xffffffffffffffffull, {0x216908ddu, 0x4515e02eu, 0x1e38f0c9u, 0x9c548334u}},
    {0x2aull, 0x11ull, 0x3e9ull, {0xb4959c27u, 0x40d7ab01u, 0x14b2c5ddu, 0x91aef01cu}},
    {0x5ull, 0x10000000000ull, 0x4000000000000000ull, {0xf37e0d64u, 0xb59e774au, 0x0e2e3641u, 0x471f5762u}},
};
static const Row philox[] = {
    {0x0ull, 0x0ull, 0x0ull, {0x6627e8d5u, 0xe169c58du, 0xb1a574ebu, 0x097eff67u}},
    {0x123456789abcdefull, 0x0ull, 0x0ull, {0xb850222eu, 0xc58cb04bu, 0x65401425u, 0xb299da3fu}},
    {0xffffffffffffffffull, 0x0ull, 0x0ull, {0x72a47709u, 0x15474739u, 0x9d2c02e2u, 0x9fe857b4u}},
    {0x4d2ull, 0x1ull, 0x0ull, {0xd115a128u, 0x52fc7c75u, 0x1d8331c1u, 0x86ff06afu}},
    {0x4d2ull, 0x7ull, 0x0ull, {0x56e604f4u, 0x2107acfdu, 0xd4e428b4u, 0x11a504c1u}},
    {0x4d2ull, 0x100000000ull, 0x0ull, {0xe470c152u, 0x1ff4c101u, 0x72e58b38u, 0xea66c6b1u}},
    {0x4d2ull, 0x0ull, 0x5ull, {0x1cbe137cu, 0xfa277093u, 0x891d3b11u, 0xb6269a3eu}},
    {0x4d2ull, 0x0ull, 0xfedcba987654321ull, {0xd934d59eu, 0x22fcde3cu, 0xafa46371u, 0xa4957c11u}},
    {0x4d2ull, 0x0ull, 0xffffffffffffffffull, {0x2f944eafu, 0x282c01b6u, 0xd251bb6bu, 0x31e591c8u}},
    {0x2aull, 0x11ull, 0x3e9ull, {0x58802b2du, 0x4aa20d9cu, 0x258759ecu, 0xe9d94aecu}},
    {0x5ull, 0x10000000000ull, 0x4000000000000000ull, {0x51d31714u, 0x3f81809du, 0xf177357eu, 0x496a3425u}},
};
static const Row mrg32k3a[] = {
    {0x0ull, 0x0ull, 0x0ull, {0x2083cd07u, 0x518b05c4u, 0x7b1404a8u, 0x5b05f8e6u}},
    {0x123456789abcdefull, 0x0ull, 0x0ull, {0x892ce141u, 0x825035f5u, 0x995bf308u, 0xcbad6987u}},
    {0xffffffffffffffffull, 0x0ull, 0x0ull, {0x3406b1c7u, 0xcb925f9bu, 0x5d257071u, 0xc6b4e379u}},
    {0x4d2ull, 0x1ull, 0x0ull, {0x26f0d612u, 0xac5068d7u, 0x62a67c3bu, 0x1911f986u}},
    {0x4d2ull, 0x7ull, 0x0ull, {0x6e9aabc4u, 0x4d390eb0u, 0xf9e75920u, 0x989575f2u}},
    {0x4d2ull, 0x100000000ull, 0x0ull, {0xcfcbd31fu, 0xf2ef97dfu, 0x188875efu, 0x7d8dcf65u}},
    {0x4d2ull, 0x0ull, 0x5ull, {0xfa61def9u, 0x6661c54au, 0x9136254fu, 0x66a8232du}},
    {0x4d2ull, 0x0ull, 0xfedcba987654321ull, {0x72d143aeu, 0x9f534ee9u, 0x4d74e51du, 0x35c08647u}},
    {0x4d2ull, 0x0ull, 0xffffffffffffffffull, {0x77d8ba07u, 0xbc2f694fu, 0x185f83a2u, 0x979a5043u}},
    {0x2aull, 0x11ull, 0x3e9ull, {0x92ece528u, 0xbb8e0435u, 0x6de25a44u, 0x915f9fa0u}},
    {0x5ull, 0x10000000000ull, 0x4000000000000000ull, {0x4c7a9fc9u, 0x4943866fu, 0x785ac513u, 0xdd38d590u}},
};

template <typename State> __global__ void draw(const Row *rows, int count, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    State state;
    curand_init(rows[i].seed, rows[i].sequence, rows[i].offset, &state);
    for (int k = 0; k < 8; k++)
        out[i * 8 + k] = curand(&state);
}

template <typename State, int N> void check_rows(const Row (&rows)[N])
{
    DeviceArray<Row> table(std::vector<Row>(rows, rows + N));
    DeviceArray<unsigned> drawn(N * 8);
    draw<State><<<1, 32>>>(table, N, drawn);
    CHECK_LAUNCH();
    auto out = drawn.host();
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            EXPECT_EQ(out[i * 8 + (k < 2 ? k : k + 4)], rows[i].first[k]);
}

// Of seed 1234, sequence 3, offset 2: uniform, uniform double, normal and normal double, as bits.
struct Numbers {
    unsigned long long uniform[4], uniform_double[4], normal[4], normal_double[4];
};
static const Numbers numbers[2] = {
    {{0x3f1ee693ull, 0x3f091d7cull, 0x3efe92a1ull, 0x3f65e769ull},
     {0x3fe123afe46692ceull, 0x3fecbced6a295080ull, 0x3fefd3bcdea9bc40ull, 0x3fdfb5ff2ae899b5ull},
     {0xbe5ddf68ull, 0xbf73c908ull, 0xbf34d95aull, 0x3f72a62aull},
     {0xbfe55e78a25c2ba2ull, 0x3fecabdc8c29784full, 0x3f6832828f7faeb9ull, 0xbfbaa323effbb3efull}},
    {{0x3f2bd220ull, 0x3ecef651ull, 0x3de437a7ull, 0x3da5acfdull},
     {0x3fe57a43f4000000ull, 0x3fd9deca26c00000ull, 0x3fbc86f4ee000000ull, 0x3fb4b59fa6000000ull},
     {0x3f016b1full, 0xbf3c72a6ull, 0x3f8280b2ull, 0x3fea3fb3ull},
     {0x3fe4f626405730deull, 0x3ff2d00bf299a266ull, 0x3fe8d811ee374297ull, 0xbfc8af0d83f38f45ull}},
};
// Philox's Poisson numbers of four lambdas.
static const double lambdas[4] = {0.5, 5, 20, 5000};
static const unsigned poisson[4][4] = {{1, 0, 0, 2}, {3, 7, 1, 6}, {17, 16, 20, 20}, {5046, 5083, 5055, 4986}};

template <typename State> __global__ void distribute(Numbers *n)
{
    State start, s, t, u, v;
    curand_init(1234, 3, 2, &start);
    s = t = u = v = start;
#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        n->uniform[i] = __float_as_uint(curand_uniform(&s));
        n->uniform_double[i] = __double_as_longlong(curand_uniform_double(&t));
        n->normal[i] = __float_as_uint(curand_normal(&u));
        n->normal_double[i] = __double_as_longlong(curand_normal_double(&v));
    }
}

__global__ void draw_poisson(unsigned *out, unsigned *in_between, double lambda)
{
    curandStatePhilox4_32_10_t state;
    curand_init(1234, 3, 2, &state);
#pragma unroll 1
    for (int i = 0; i < 4; i++)
        out[i] = curand_poisson(&state, lambda);
    curand_init(99, threadIdx.x, 0, &state);
    in_between[threadIdx.x] = curand_poisson(&state, 200.0);
}

static float as_float(unsigned long long bits)
{
    unsigned low = (unsigned)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return x;
}

static double as_double(unsigned long long bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

template <typename State> void check_numbers(const Numbers &want)
{
    DeviceArray<Numbers> there(1);
    distribute<State><<<1, 1>>>(there);
    CHECK_LAUNCH();
    Numbers got = there.host()[0];
    for (int i = 0; i < 4; i++) {
        EXPECT_EQ(got.uniform[i], want.uniform[i]);
        EXPECT_EQ(got.uniform_double[i], want.uniform_double[i]);
        // The GPU has sine and cosine by __sincosf, whose error is absolute.
        EXPECT_NEAR(as_float(got.normal[i]), as_float(want.normal[i]), 2e-6);
        EXPECT_NEAR(as_double(got.normal_double[i]), as_double(want.normal_double[i]), 2e-15);
    }
}

// Between 64 and 4000 the formula is not the GPU's: their mean is looked at.
static void check_poisson()
{
    DeviceArray<unsigned> there(4), between(1024);
    for (int k = 0; k < 4; k++) {
        draw_poisson<<<1, 1024>>>(there, between, lambdas[k]);
        CHECK_LAUNCH();
        auto got = there.host();
        for (int i = 0; i < 4; i++)
            EXPECT_EQ(got[i], poisson[k][i]);
    }
    double sum = 0;
    for (unsigned x : between.host())
        sum += x;
    EXPECT_NEAR(sum / 1024, 200, 4 * sqrt(200.0 / 1024));
}

// A state that skips is the state that has drawn; the parts of Philox's functions for four are those for one.
__global__ void skip(unsigned *differences)
{
    curandState a, b;
    curand_init(7, threadIdx.x, 0, &a);
    b = a;
    skipahead(threadIdx.x * 3, &a);
    for (int i = 0; i < threadIdx.x * 3; i++)
        curand(&b);
    curandStatePhilox4_32_10_t c, d;
    curand_init(7, threadIdx.x, threadIdx.x, &c);
    d = c;
    uint4 four = curand4(&c);
    float4 floats = curand_uniform4(&c);
    unsigned wrong = curand(&a) != curand(&b);
    wrong += four.x != curand(&d) || four.y != curand(&d) || four.z != curand(&d) || four.w != curand(&d);
    wrong += floats.x != curand_uniform(&d) || floats.y != curand_uniform(&d) || floats.z != curand_uniform(&d) ||
             floats.w != curand_uniform(&d);
    atomicAdd(differences, wrong);
}

int main()
{
    check_rows<curandStateXORWOW_t>(xorwow);
    check_rows<curandStatePhilox4_32_10_t>(philox);
    check_rows<curandStateMRG32k3a_t>(mrg32k3a);
    check_numbers<curandStateXORWOW_t>(numbers[0]);
    check_numbers<curandStatePhilox4_32_10_t>(numbers[1]);
    check_poisson();
    DeviceArray<unsigned> differences(1);
    skip<<<1, 64>>>(differences);
    CHECK_LAUNCH();
    EXPECT_EQ(differences.host()[0], 0u);
    return finish();
}
