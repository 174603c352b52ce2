// What kernels draw of Sobol' sequences and of MTGP32 is what the host API makes, number for number, and so what an H200
// makes (host.cu); a table of curandCreatePoissonDistribution has its distribution in kernels.
// SWCC: -lcurand
// NO-GPU: one API is compared with the other
#include "../conformance.h"
#include <cmath>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

template <class State, class Vectors, class Word> __global__ void draw_sobol(Vectors *vectors, Word *out, unsigned each)
{
    State state;
    unsigned first = threadIdx.x * 4;
    curand_init(vectors[blockIdx.x], first, &state);
    for (unsigned i = 0; i < 4; i++)
        out[blockIdx.x * each + first + i] = curand(&state);
}

template <class Word> static std::vector<Word> made(curandRngType_t type, unsigned dimensions, size_t n)
{
    curandGenerator_t g;
    DeviceArray<Word> there(n);
    EXPECT_EQ(curandCreateGenerator(&g, type), CURAND_STATUS_SUCCESS);
    if (type >= CURAND_RNG_QUASI_DEFAULT)
        EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(g, dimensions), CURAND_STATUS_SUCCESS);
    if (sizeof(Word) == 8)
        EXPECT_EQ(curandGenerateLongLong(g, reinterpret_cast<unsigned long long *>(there.at), n), CURAND_STATUS_SUCCESS);
    else
        EXPECT_EQ(curandGenerate(g, reinterpret_cast<unsigned *>(there.at), n), CURAND_STATUS_SUCCESS);
    auto values = there.host();
    EXPECT_EQ(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    return values;
}

template <class State, class Vectors, class Word> static void check_sobol(curandRngType_t type, Vectors *vectors)
{
    const unsigned dimensions = 3, each = 256;
    DeviceArray<Vectors> there(dimensions);
    DeviceArray<Word> out(dimensions * each);
    CHECK(cudaMemcpy(there.at, vectors, dimensions * sizeof(Vectors), cudaMemcpyHostToDevice));
    draw_sobol<State><<<dimensions, each / 4>>>(there.at, out.at, each);
    CHECK_LAUNCH();
    EXPECT(out.host() == made<Word>(type, dimensions, dimensions * each));
}

// 192 states are the sequences of the host API's default ordering, whose turns are of 256 numbers.
__global__ void draw_mtgp32(curandStateMtgp32_t *states, unsigned *out)
{
    for (int turn = 0; turn < 2; turn++)
        out[(turn * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = curand(&states[blockIdx.x]);
}

static void check_mtgp32()
{
    const unsigned sequences = 192;
    DeviceArray<curandStateMtgp32_t> states(sequences);
    DeviceArray<mtgp32_kernel_params_t> sets(1);
    DeviceArray<unsigned> out(2 * sequences * 256);
    EXPECT_EQ(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, sets), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, sets, sequences, 0), CURAND_STATUS_SUCCESS);
    draw_mtgp32<<<sequences, 256>>>(states, out);
    CHECK_LAUNCH();
    EXPECT(out.host() == made<unsigned>(CURAND_RNG_PSEUDO_MTGP32, 1, 2 * sequences * 256));
}

__global__ void draw_discrete(curandDiscreteDistribution_t distribution, unsigned *out)
{
    curandStatePhilox4_32_10_t state;
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(5, i, 0, &state);
    out[i] = curand_discrete(&state, distribution);
}

static void check_discrete()
{
    const unsigned n = 16384;
    curandDiscreteDistribution_t distribution;
    DeviceArray<unsigned> out(n);
    EXPECT_EQ(curandCreatePoissonDistribution(30, &distribution), CURAND_STATUS_SUCCESS);
    draw_discrete<<<n / 256, 256>>>(distribution, out);
    CHECK_LAUNCH();
    double sum = 0, squares = 0;
    for (unsigned x : out.host()) {
        sum += x;
        squares += (x - 30.0) * (x - 30.0);
    }
    EXPECT_NEAR(sum / n, 30, 4 * std::sqrt(30.0 / n));
    EXPECT_NEAR(squares / n, 30, 4 * std::sqrt(1830.0 / n));
    EXPECT_EQ(curandDestroyDistribution(distribution), CURAND_STATUS_SUCCESS);
}

int main()
{
    curandDirectionVectors32_t *vectors32;
    curandDirectionVectors64_t *vectors64;
    EXPECT_EQ(curandGetDirectionVectors32(&vectors32, CURAND_DIRECTION_VECTORS_32_JOEKUO6), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(curandGetDirectionVectors64(&vectors64, CURAND_DIRECTION_VECTORS_64_JOEKUO6), CURAND_STATUS_SUCCESS);
    check_sobol<curandStateSobol32_t, curandDirectionVectors32_t, unsigned>(CURAND_RNG_QUASI_SOBOL32, vectors32);
    check_sobol<curandStateSobol64_t, curandDirectionVectors64_t, unsigned long long>(CURAND_RNG_QUASI_SOBOL64, vectors64);
    check_mtgp32();
    check_discrete();
    return finish();
}
