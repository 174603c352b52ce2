// cuRAND's host API: what each wrong call returns, as an H200 does; generation in the order of streams, seen by events; in a
// captured graph, which goes on with each launch.
// SWCC: -lcurand
// NO-GPU: an H200's statuses and numbers are in the tables
#include "../conformance.h"
#include <atomic>
#include <curand.h>

#define STATUS(call, status) EXPECT_EQ((int)(call), (int)(status))

static DeviceArray<double> *room;
static unsigned *words() { return reinterpret_cast<unsigned *>(room->at); }
static float *floats() { return reinterpret_cast<float *>(room->at); }

static void check_null()
{
    curandGenerator_t none = nullptr;
    STATUS(curandCreateGenerator(nullptr, CURAND_RNG_PSEUDO_XORWOW), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandCreateGeneratorHost(nullptr, CURAND_RNG_PSEUDO_XORWOW), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandDestroyGenerator(none), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandGenerate(none, words(), 4), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandGenerateNormal(none, floats(), 4, 0, 1), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandGeneratePoisson(none, words(), 4, 1), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandGenerateSeeds(none), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandSetPseudoRandomGeneratorSeed(none, 1), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandSetGeneratorOffset(none, 1), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandSetGeneratorOrdering(none, CURAND_ORDERING_PSEUDO_DEFAULT), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandSetQuasiRandomGeneratorDimensions(none, 1), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandSetStream(none, 0), CURAND_STATUS_NOT_INITIALIZED);
}

static void check_library()
{
    int value = 0;
    STATUS(curandGetVersion(&value), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(value, CURAND_VERSION);
    STATUS(curandGetProperty(MAJOR_VERSION, &value), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(value, CURAND_VER_MAJOR);
    STATUS(curandGetProperty((libraryPropertyType)3, &value), CURAND_STATUS_OUT_OF_RANGE);
    curandDirectionVectors32_t *short_ones;
    curandDirectionVectors64_t *long_ones;
    STATUS(curandGetDirectionVectors32(&short_ones, CURAND_DIRECTION_VECTORS_64_JOEKUO6), CURAND_STATUS_OUT_OF_RANGE);
    STATUS(curandGetDirectionVectors64(&long_ones, CURAND_DIRECTION_VECTORS_32_JOEKUO6), CURAND_STATUS_OUT_OF_RANGE);
    STATUS(curandGetDirectionVectors32(&short_ones, CURAND_DIRECTION_VECTORS_32_JOEKUO6), CURAND_STATUS_SUCCESS);
    STATUS(curandGetDirectionVectors64(&long_ones, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(short_ones[3][4], 0xf8000000u); // as on an H200
    EXPECT_EQ(long_ones[19999][0] >> 63, 1ull);
    curandDiscreteDistribution_t distribution;
    for (double lambda : {-1.0, 0.0, 400001.0})
        STATUS(curandCreatePoissonDistribution(lambda, &distribution), CURAND_STATUS_OUT_OF_RANGE);
    STATUS(curandCreatePoissonDistribution(1, nullptr), CURAND_STATUS_NOT_INITIALIZED);
    STATUS(curandCreatePoissonDistribution(400000, &distribution), CURAND_STATUS_SUCCESS);
    STATUS(curandDestroyDistribution(distribution), CURAND_STATUS_SUCCESS);
    STATUS(curandDestroyDistribution(nullptr), CURAND_STATUS_NOT_INITIALIZED);
}

// Of each type: which orderings it takes (bit i: 100 + i; 201 is bit 5), there and on the host, and what its setters return.
static const struct {
    int type;
    unsigned orderings, on_host;
    curandStatus_t seed, offset, dimensions, bits, wide, odd_normal;
} types[] = {
    {CURAND_RNG_PSEUDO_DEFAULT, 31, 15, CURAND_STATUS_SUCCESS, CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR,
     CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_LENGTH_NOT_MULTIPLE},
    {CURAND_RNG_PSEUDO_XORWOW, 31, 15, CURAND_STATUS_SUCCESS, CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR,
     CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_LENGTH_NOT_MULTIPLE},
    {CURAND_RNG_PSEUDO_MRG32K3A, 27, 11, CURAND_STATUS_SUCCESS, CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR,
     CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_LENGTH_NOT_MULTIPLE},
    {CURAND_RNG_PSEUDO_MTGP32, 27, 11, CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_TYPE_ERROR,
     CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_SUCCESS},
    {CURAND_RNG_PSEUDO_MT19937, 11, 10, CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_TYPE_ERROR,
     CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_SUCCESS},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, 27, 11, CURAND_STATUS_SUCCESS, CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR,
     CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_SUCCESS},
    {CURAND_RNG_QUASI_SOBOL32, 32, 32, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_SUCCESS, CURAND_STATUS_SUCCESS,
     CURAND_STATUS_SUCCESS, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_SUCCESS},
    {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, 32, 32, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_SUCCESS, CURAND_STATUS_SUCCESS,
     CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_SUCCESS, CURAND_STATUS_SUCCESS},
};

template <class Type> static void check_orderings(curandGenerator_t g, const Type &type, bool is_host)
{
    for (int ordering : {-1, 0, 99, 100, 101, 102, 103, 104, 105, 200, 201, 202}) {
        int bit = ordering == 201 ? 5 : ordering - 100;
        bool takes = bit >= 0 && bit < 6 && ordering != 105 && (is_host ? type.on_host : type.orderings) >> bit & 1;
        STATUS(curandSetGeneratorOrdering(g, (curandOrdering_t)ordering),
               takes ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE);
    }
}

static void check_types(bool is_host)
{
    for (auto &type : types) {
        curandGenerator_t g = nullptr;
        auto create = is_host ? curandCreateGeneratorHost : curandCreateGenerator;
        STATUS(create(&g, (curandRngType_t)type.type), CURAND_STATUS_SUCCESS);
        check_orderings(g, type, is_host);
        STATUS(curandSetPseudoRandomGeneratorSeed(g, 3), type.seed);
        STATUS(curandSetGeneratorOffset(g, 3), type.offset);
        STATUS(curandSetQuasiRandomGeneratorDimensions(g, 2), type.dimensions);
        curandStatus_t beyond = type.dimensions == CURAND_STATUS_SUCCESS ? CURAND_STATUS_OUT_OF_RANGE : type.dimensions;
        STATUS(curandSetQuasiRandomGeneratorDimensions(g, 0), beyond);
        STATUS(curandSetQuasiRandomGeneratorDimensions(g, 20001), beyond);
        STATUS(curandGenerate(g, words(), 2), type.bits);
        STATUS(curandGenerate(g, words(), 0), CURAND_STATUS_SUCCESS);
        STATUS(curandGenerateLongLong(g, reinterpret_cast<unsigned long long *>(words()), 2), type.wide);
        bool is_quasi = type.dimensions == CURAND_STATUS_SUCCESS;
        STATUS(curandGenerateUniform(g, floats(), 3), is_quasi ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : CURAND_STATUS_SUCCESS);
        STATUS(curandSetQuasiRandomGeneratorDimensions(g, 1), type.dimensions);
        STATUS(curandGenerateNormal(g, floats(), 3, 0, 1), type.odd_normal);
        STATUS(curandGenerateLogNormalDouble(g, room->at, 3, 0, 1), type.odd_normal);
        for (double lambda : {-1.0, 0.0, 400001.0})
            STATUS(curandGeneratePoisson(g, words(), 2, lambda), CURAND_STATUS_OUT_OF_RANGE);
        STATUS(curandGeneratePoisson(g, words(), 2, 400000), CURAND_STATUS_SUCCESS);
        CHECK(cudaDeviceSynchronize());
        STATUS(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    }
    for (int type : {-1, 99, 102, 120, 162, 205}) {
        curandGenerator_t g;
        STATUS(curandCreateGenerator(&g, (curandRngType_t)type), CURAND_STATUS_TYPE_ERROR);
    }
}

static std::atomic<bool> may_go;
static void hold(void *) { while (!may_go) {} }

// The call returns while the stream is held; what comes behind it sees the numbers.
static void check_stream()
{
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&event));
    curandGenerator_t g;
    STATUS(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10), CURAND_STATUS_SUCCESS);
    STATUS(curandSetStream(g, stream), CURAND_STATUS_SUCCESS);
    CHECK(cudaMemset(room->at, 0, 64));
    CHECK(cudaLaunchHostFunc(stream, hold, nullptr));
    STATUS(curandGenerate(g, words(), 4), CURAND_STATUS_SUCCESS);
    CHECK(cudaEventRecord(event, stream));
    EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
    may_go = true;
    unsigned seen[4];
    CHECK(cudaMemcpyAsync(seen, words(), sizeof seen, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
    EXPECT_EQ(seen[0], 0x6627e8d5u);
    STATUS(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(stream));
}

// A graph of 1000 numbers and 1000 uniform ones: the first of each in its first and second launch, and one behind it that is
// made after three.
static const struct {
    curandRngType_t type;
    unsigned bits[2], uniform[2], after;
} captured[] = {
    {CURAND_RNG_PSEUDO_XORWOW, {0xbd7f03b6u, 0x703e556du}, {0x3f3ae49fu, 0x3e24cb05u}, 0xd4cf22a5u},
    {CURAND_RNG_PSEUDO_MRG32K3A, {0x2083cd07u, 0x518b05c4u}, {0x3f408e9eu, 0x3e196ebeu}, 0x76840ee9u},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, {0x6627e8d5u, 0xf8e4cca4u}, {0x3ecb72afu, 0x3f543209u}, 0x34f123ddu},
    {CURAND_RNG_QUASI_SOBOL32, {0x00000000u, 0x00000000u}, {0x3e610000u, 0x3e610000u}, 0x1c200000u},
};

static void check_capture()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    for (auto &row : captured) {
        curandGenerator_t g;
        cudaGraph_t graph;
        cudaGraphExec_t exec;
        STATUS(curandCreateGenerator(&g, row.type), CURAND_STATUS_SUCCESS);
        STATUS(curandSetStream(g, stream), CURAND_STATUS_SUCCESS);
        CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        STATUS(curandGenerate(g, words(), 1000), CURAND_STATUS_SUCCESS);
        STATUS(curandGenerateUniform(g, floats() + 1000, 1000), CURAND_STATUS_SUCCESS);
        CHECK(cudaStreamEndCapture(stream, &graph));
        CHECK(cudaGraphInstantiate(&exec, graph, 0));
        for (int launch = 0; launch < 3; launch++) {
            CHECK(cudaGraphLaunch(exec, stream));
            unsigned first[1001];
            CHECK(cudaMemcpyAsync(first, words(), sizeof first, cudaMemcpyDeviceToHost, stream));
            CHECK(cudaStreamSynchronize(stream));
            if (launch < 2) {
                EXPECT_EQ(first[0], row.bits[launch]);
                EXPECT_EQ(first[1000], row.uniform[launch]);
            }
        }
        unsigned after;
        STATUS(curandGenerate(g, words(), 4), CURAND_STATUS_SUCCESS);
        CHECK(cudaMemcpyAsync(&after, words(), sizeof after, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        EXPECT_EQ(after, row.after);
        CHECK(cudaGraphExecDestroy(exec));
        CHECK(cudaGraphDestroy(graph));
        STATUS(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    }
    CHECK(cudaStreamDestroy(stream));
}

int main()
{
    DeviceArray<double> memory(2048);
    room = &memory;
    check_null();
    check_library();
    check_types(false);
    check_types(true);
    check_stream();
    check_capture();
    return finish();
}
