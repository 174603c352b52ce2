// cuRAND's host API: bits and uniform numbers are, bit for bit, those of an H200, for every generator and ordering, in device
// memory and on the host, in one call or in several. Normal, log-normal and Poisson numbers have their distributions.
// FEW-RUNS
// SWCC: -lcurand
// NO-GPU: digests of what an H200 made are in the tables
#include "../conformance.h"
#include <cmath>
#include <curand.h>

enum Form { GEN, LL, UNI, UNID, NORM, NORMD, LOGN, LOGND };
struct Row {
    curandRngType_t type;
    curandOrdering_t ordering;
    Form form;
    size_t count;
    unsigned long long seed, offset;
    unsigned dimensions;
    unsigned long long digest;
};
static const Row rows[] = {
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 1000, 1234, 0, 1, 0xaebd5484a20a8675ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 100002, 1234, 0, 1, 0x34b0ef5b2fc1cc7aull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, UNI, 100002, 1234, 0, 1, 0x13d28fb0d491356aull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, UNID, 100002, 1234, 0, 1, 0x1fa5b05b2920f158ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED, GEN, 100002, 1234, 0, 1, 0x93b8b1c772e2582bull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED, UNI, 100002, 1234, 0, 1, 0xd7041c7f2e465737ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED, UNID, 100002, 1234, 0, 1, 0xbac1eee5a80dded8ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, GEN, 100002, 1234, 0, 1, 0x34b0ef5b2fc1cc7aull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, UNI, 100002, 1234, 0, 1, 0x13d28fb0d491356aull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, UNID, 100002, 1234, 0, 1, 0x1fa5b05b2920f158ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DYNAMIC, GEN, 100002, 1234, 0, 1, 0x59ef7258b364f40full},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DYNAMIC, UNI, 100002, 1234, 0, 1, 0xde9dcf5fd7a3f7c6ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DYNAMIC, UNID, 100002, 1234, 0, 1, 0xcb98dd90db975fb6ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 70000, 0, 4097ull, 1, 0x969383a34fe9d6d6ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 70000, 0, 8589934593ull, 1, 0x2647c9bf26b41eb1ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 1000, 1234, 0, 1, 0xe6f6b78cb7edd3b6ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 100002, 1234, 0, 1, 0xdc994b2e4c91cbf4ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, UNI, 100002, 1234, 0, 1, 0x8dc0e5caa3035ccfull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, UNID, 100002, 1234, 0, 1, 0xd66807eb2028096cull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, GEN, 100002, 1234, 0, 1, 0x5a974981f8bb7cdeull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, UNI, 100002, 1234, 0, 1, 0xd5040d687b454ff9ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, UNID, 100002, 1234, 0, 1, 0xa402ef79f115668dull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DYNAMIC, GEN, 100002, 1234, 0, 1, 0x02950df3a9d0e7c3ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DYNAMIC, UNI, 100002, 1234, 0, 1, 0xb3630538502ce0bbull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DYNAMIC, UNID, 100002, 1234, 0, 1, 0xe510b3ea09b35408ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 70000, 0, 4097ull, 1, 0xea3bbf73fcc291ccull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 70000, 0, 8589934593ull, 1, 0x9854c3ffbb5c3aa2ull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 1000, 1234, 0, 1, 0x29464e45925cfb27ull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 100002, 1234, 0, 1, 0x86915895c7ff3adeull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_DEFAULT, UNI, 100002, 1234, 0, 1, 0x82ae9fdf6dfcadedull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_DEFAULT, UNID, 100002, 1234, 0, 1, 0x074cf2fc05567418ull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_LEGACY, GEN, 100002, 1234, 0, 1, 0xceb04241af512574ull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_LEGACY, UNI, 100002, 1234, 0, 1, 0x1c635d3aa77534c0ull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_LEGACY, UNID, 100002, 1234, 0, 1, 0x9daa98ed5ce715ecull},
    {CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 1000, 1234, 0, 1, 0xb820ecb848e3bf7cull},
    {CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 100002, 1234, 0, 1, 0x8f74dce1292a37ddull},
    {CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT, UNI, 1000, 1234, 0, 1, 0x0536a9e0d5e753f8ull},
    {CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT, UNID, 1000, 1234, 0, 1, 0x2a0c9365e48ccc26ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 1000, 1234, 0, 1, 0x7be7778b2f11481bull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 100002, 1234, 0, 1, 0xcb6df4c6ca189fd3ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, UNI, 100002, 1234, 0, 1, 0x8929a6b4979706f8ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, UNID, 100002, 1234, 0, 1, 0x771f13965524f729ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_LEGACY, GEN, 100002, 1234, 0, 1, 0xcb6df4c6ca189fd3ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_LEGACY, UNI, 100002, 1234, 0, 1, 0x8929a6b4979706f8ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_LEGACY, UNID, 100002, 1234, 0, 1, 0x771f13965524f729ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DYNAMIC, GEN, 100002, 1234, 0, 1, 0xcb6df4c6ca189fd3ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DYNAMIC, UNI, 100002, 1234, 0, 1, 0x8929a6b4979706f8ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DYNAMIC, UNID, 100002, 1234, 0, 1, 0x771f13965524f729ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 70000, 0, 4097ull, 1, 0xb6d89ac88f8b291eull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, GEN, 70000, 0, 8589934593ull, 1, 0xe6e4a7754a931107ull},
    {CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, GEN, 1000, 0, 0, 1, 0x1ac168daf7d12903ull},
    {CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, GEN, 3000, 0, 0, 3, 0xa5695ff2760ebb83ull},
    {CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, GEN, 100000, 0, 0, 100, 0xe4001a0cc3cedc83ull},
    {CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, UNI, 3000, 0, 1000, 3, 0x5b89c79f807f0b7bull},
    {CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, UNID, 3000, 0, 2000, 3, 0xcb37bf15043453d7ull},
    {CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, LL, 1000, 0, 0, 1, 0x30f1ef19fd895583ull},
    {CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, LL, 3000, 0, 0, 3, 0x2712aa827e2e2c83ull},
    {CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, LL, 100000, 0, 0, 100, 0xebc14c94f4d75483ull},
    {CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, UNI, 3000, 0, 1000, 3, 0x5b89c79f807f0b7bull},
    {CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, UNID, 3000, 0, 2000, 3, 0xcd9ad14c9a980b6full},
};

static unsigned long long digest(const void *bytes, size_t count)
{
    unsigned long long hash = 1469598103934665603ull;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ static_cast<const unsigned char *>(bytes)[i]) * 1099511628211ull;
    return hash;
}

static size_t size_of(Form form) { return form == LL || form == UNID || form == NORMD || form == LOGND ? 8 : 4; }

static curandStatus_t generate(curandGenerator_t g, Form form, void *out, size_t n, double mean = 0, double stddev = 1)
{
    switch (form) {
    case GEN: return curandGenerate(g, static_cast<unsigned *>(out), n);
    case LL: return curandGenerateLongLong(g, static_cast<unsigned long long *>(out), n);
    case UNI: return curandGenerateUniform(g, static_cast<float *>(out), n);
    case UNID: return curandGenerateUniformDouble(g, static_cast<double *>(out), n);
    case NORM: return curandGenerateNormal(g, static_cast<float *>(out), n, mean, stddev);
    case NORMD: return curandGenerateNormalDouble(g, static_cast<double *>(out), n, mean, stddev);
    case LOGN: return curandGenerateLogNormal(g, static_cast<float *>(out), n, mean, stddev);
    default: return curandGenerateLogNormalDouble(g, static_cast<double *>(out), n, mean, stddev);
    }
}

static bool is_quasi(curandRngType_t type) { return type >= CURAND_RNG_QUASI_DEFAULT; }

static curandGenerator_t make(curandRngType_t type, bool is_host)
{
    curandGenerator_t g = nullptr;
    EXPECT_EQ(is_host ? curandCreateGeneratorHost(&g, type) : curandCreateGenerator(&g, type), CURAND_STATUS_SUCCESS);
    return g;
}

// What a generation of a generator makes, whether there or on the host.
static std::vector<char> take(curandGenerator_t g, bool is_host, Form form, size_t n, double mean = 0, double stddev = 1)
{
    size_t bytes = n * size_of(form);
    DeviceArray<char> there(bytes);
    std::vector<char> here(bytes);
    EXPECT_EQ(generate(g, form, is_host ? here.data() : there.at, n, mean, stddev), CURAND_STATUS_SUCCESS);
    return is_host ? here : there.host();
}

static void check_row(const Row &row, bool is_host)
{
    curandGenerator_t g = make(row.type, is_host);
    EXPECT_EQ(curandSetGeneratorOrdering(g, row.ordering), CURAND_STATUS_SUCCESS);
    if (is_quasi(row.type))
        EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(g, row.dimensions), CURAND_STATUS_SUCCESS);
    else
        EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(g, row.seed), CURAND_STATUS_SUCCESS);
    if (row.offset)
        EXPECT_EQ(curandSetGeneratorOffset(g, row.offset), CURAND_STATUS_SUCCESS);
    auto made = take(g, is_host, row.form, row.count);
    if (digest(made.data(), made.size()) != row.digest)
        report(__FILE__, __LINE__, Words("type ") + show((int)row.type) + ", ordering " + show((int)row.ordering) + ", form " +
                                       show((int)row.form) + ", " + show(row.count) + (is_host ? " on the host" : ""));
    EXPECT_EQ(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
}

// Generations one after the other: digests of bits and uniform numbers; others only move on.
struct Step {
    Form form;
    size_t count;
    unsigned long long digest;
};
static const struct {
    curandRngType_t type;
    Step steps[14];
} sequences[] = {
    {CURAND_RNG_PSEUDO_XORWOW, {{GEN, 5, 0xae34aac5949ac9ffull}, {UNI, 3, 0x91223088700355feull}, {UNID, 5, 0xac89e1a1dac9ea9bull}, {GEN, 2, 0x6ce2541cb797af2cull}, {NORM, 6, 0x0ull}, {GEN, 3, 0x477fb394b2dbc801ull}, {NORMD, 2, 0x0ull}, {GEN, 3, 0x5579835edfaa2ecbull}, {UNID, 5000, 0xa3077bc45c1c0042ull}, {GEN, 3, 0xe6b9f098981fcf04ull}, {NORM, 70000, 0x0ull}, {GEN, 3, 0xa4a7de6ad43cea75ull}, {NORMD, 70000, 0x0ull}, {GEN, 3, 0x4b15e1a83a31575aull}}},
    {CURAND_RNG_PSEUDO_MRG32K3A, {{GEN, 5, 0x7b1d84287f44a135ull}, {UNI, 3, 0x7c773ccd95d7194eull}, {UNID, 5, 0x5444284b6504e231ull}, {GEN, 2, 0x105b91cafb2fe4baull}, {NORM, 6, 0x0ull}, {GEN, 3, 0xcb5329414c4f6cbfull}, {NORMD, 2, 0x0ull}, {GEN, 3, 0x629baabbfc35ffaaull}, {UNID, 5000, 0xadf1770acd4ce88bull}, {GEN, 3, 0x70f3441e7002fd9cull}, {NORM, 70000, 0x0ull}, {GEN, 3, 0xc72da33a272ac04dull}, {NORMD, 70000, 0x0ull}, {GEN, 3, 0xeb3aaa29aad97fbbull}}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, {{GEN, 5, 0xa98463c2b442ebabull}, {UNI, 3, 0xd2007b04de2ad629ull}, {UNID, 5, 0x61508f3f8c42d8a6ull}, {GEN, 2, 0xec9d8a291af8e120ull}, {NORM, 6, 0x0ull}, {GEN, 3, 0xb5e63b5908421b1aull}, {NORMD, 2, 0x0ull}, {GEN, 3, 0x363ed044f83f0465ull}, {UNID, 5000, 0xe5d40894bfb76a44ull}, {GEN, 3, 0xca048d49eea19bd8ull}, {NORM, 70000, 0x0ull}, {GEN, 3, 0xcf6632f27af5786eull}, {NORMD, 70000, 0x0ull}, {GEN, 3, 0x71cb072aac6a2e9full}}},
};

static void check_sequences()
{
    for (auto &sequence : sequences) {
        curandGenerator_t g = make(sequence.type, false);
        for (auto &step : sequence.steps) {
            auto made = take(g, false, step.form, step.count);
            if (step.digest)
                EXPECT_EQ(digest(made.data(), made.size()), step.digest);
        }
        curandDestroyGenerator(g);
    }
}

// Cut anywhere, the numbers of several calls are those of one.
static void check_cuts(curandRngType_t type)
{
    curandGenerator_t whole = make(type, false), parts = make(type, false);
    auto all = take(whole, false, GEN, 12000);
    size_t at = 0;
    for (size_t n : {5, 7, 1000, 255, 1, 4096, 6000, 636}) {
        auto some = take(parts, false, GEN, n);
        EXPECT(!memcmp(some.data(), all.data() + at * 4, n * 4));
        at += n;
    }
    EXPECT_EQ(at, 12000u);
    curandDestroyGenerator(whole);
    curandDestroyGenerator(parts);
}

template <class T> static void moments(const std::vector<T> &x, double *mean, double *variance)
{
    double sum = 0, squares = 0;
    for (T value : x)
        sum += value;
    *mean = sum / x.size();
    for (T value : x)
        squares += (value - *mean) * (value - *mean);
    *variance = squares / x.size();
}

template <class T> static std::vector<T> take_as(curandGenerator_t g, Form form, size_t n, double mean, double stddev)
{
    auto bytes = take(g, false, form, n, mean, stddev);
    std::vector<T> values(n);
    memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

// Moments, and how many lie within one and two deviations.
template <class T> static void check_normal(curandRngType_t type, Form form)
{
    const size_t n = 20000;
    curandGenerator_t g = make(type, false);
    std::vector<T> x = take_as<T>(g, form, n, 2, 0.5);
    if (form == LOGN || form == LOGND)
        for (T &value : x)
            value = std::log(value);
    double mean, variance;
    moments(x, &mean, &variance);
    EXPECT_NEAR(mean, 2, 4 * 0.5 / std::sqrt(n));
    EXPECT_NEAR(variance, 0.25, 4 * 0.25 * std::sqrt(2.0 / n));
    size_t one = 0, two = 0;
    for (T value : x) {
        one += std::fabs(value - 2) < 0.5;
        two += std::fabs(value - 2) < 1;
    }
    EXPECT_NEAR(one / (double)n, 0.682689, 4 * std::sqrt(0.683 * 0.317 / n));
    EXPECT_NEAR(two / (double)n, 0.954500, 4 * std::sqrt(0.9545 * 0.0455 / n));
    curandDestroyGenerator(g);
}

// Poisson numbers: moments, and below lambda 20 how often each comes.
static void check_poisson(curandRngType_t type, double lambda)
{
    const size_t n = 20000;
    curandGenerator_t g = make(type, false);
    DeviceArray<unsigned> there(n);
    EXPECT_EQ(curandGeneratePoisson(g, there, n, lambda), CURAND_STATUS_SUCCESS);
    auto x = there.host();
    double mean, variance, probability = std::exp(-lambda);
    moments(x, &mean, &variance);
    EXPECT_NEAR(mean, lambda, 4 * std::sqrt(lambda / n));
    EXPECT_NEAR(variance, lambda, 4 * std::sqrt((2 * lambda * lambda + lambda) / n));
    for (unsigned k = 0; k < 40 && lambda < 20; probability *= lambda / ++k) {
        size_t times = 0;
        for (unsigned value : x)
            times += value == k;
        EXPECT_NEAR(times / (double)n, probability, 5 * std::sqrt(probability / n) + 1e-4);
    }
    curandDestroyGenerator(g);
}

int main()
{
    for (auto &row : rows)
        for (bool is_host : {false, true})
            if (!is_host || (row.ordering != CURAND_ORDERING_PSEUDO_DYNAMIC && row.type != CURAND_RNG_PSEUDO_MT19937))
                check_row(row, is_host);
    check_sequences();
    for (auto type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32,
                      CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32,
                      CURAND_RNG_QUASI_SCRAMBLED_SOBOL32})
        check_cuts(type);
    for (auto type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10,
                      CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
        check_normal<float>(type, NORM);
        check_normal<double>(type, NORMD);
        check_normal<float>(type, LOGN);
        check_normal<double>(type, LOGND);
        for (double lambda : {0.5, 10.0, 100.0, 5000.0})
            check_poisson(type, lambda);
    }
    return finish();
}
