/* symbols: variables that live on the device, and how the host reaches them.
 *
 * A __device__ or __constant__ variable has a name in the source, but its memory is the device's: host code cannot read
 * or write it directly. The name stands for a symbol, which the functions below translate:
 *   cudaMemcpyToSymbol, cudaMemcpyFromSymbol     copy to and from it, also part of it (size and offset in bytes)
 *   cudaGetSymbolAddress, cudaGetSymbolSize      its device address, to be used as any device pointer; its size
 * Constant memory is for what all threads read and none writes, such as the coefficients here.
 */
#include "check.h"

constexpr int DEGREE = 3;

__constant__ double coefficients[DEGREE + 1] = {1, 0, 0, 0}; /* initialised like any other variable */
__device__ int evaluations = 100;
__device__ float table[16];
static __device__ int2 pair; /* known in this file only, and a symbol all the same */

__device__ double polynomial(double x)
{
    double sum = 0;

    for (int power = DEGREE; power >= 0; power--)
        sum = sum * x + coefficients[power];
    atomicAdd(&evaluations, 1);
    return sum;
}

__global__ void evaluate(double *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        values[i] = polynomial(i);
}

__global__ void use_table()
{
    table[threadIdx.x] *= 2;
    if (threadIdx.x == 0)
        pair = make_int2(pair.y, pair.x);
}

static void check_constants()
{
    constexpr int n = 100;
    double *values, host_coefficients[DEGREE + 1] = {5, -3, 2, 1}, read_back[DEGREE + 1];
    int count;

    CHECK(cudaMallocManaged(&values, n * sizeof(double)));
    evaluate<<<1, n>>>(values, n); /* with the initial values: the constant 1 */
    CHECK_LAUNCH();
    for (int i = 0; i < n; i++)
        EXPECT(values[i] == 1);

    CHECK(cudaMemcpyToSymbol(coefficients, host_coefficients, sizeof host_coefficients));
    evaluate<<<1, n>>>(values, n);
    CHECK_LAUNCH();
    for (int i = 0; i < n; i++)
        EXPECT(values[i] == 5 - 3.0 * i + 2.0 * i * i + 1.0 * i * i * i);

    CHECK(cudaMemcpyFromSymbol(read_back, coefficients, sizeof read_back));
    for (int i = 0; i <= DEGREE; i++)
        EXPECT(read_back[i] == host_coefficients[i]);
    CHECK(cudaMemcpyFromSymbol(&count, evaluations, sizeof count));
    EXPECT(count == 100 + 2 * n);
    printf("constants: polynomial evaluated at %d points, twice; %d counted, from 100\n", n, count);
    CHECK(cudaFree(values));
}

static void check_parts_and_addresses()
{
    float host_table[16], *address;
    size_t size;
    int2 host_pair = make_int2(3, 4);

    for (int i = 0; i < 16; i++)
        host_table[i] = i + 0.5f;
    /* The second half, then the first through the symbol's address. */
    CHECK(cudaMemcpyToSymbol(table, host_table + 8, 8 * sizeof(float), 8 * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaGetSymbolAddress(reinterpret_cast<void **>(&address), table));
    CHECK(cudaGetSymbolSize(&size, table));
    EXPECT(size == sizeof host_table);
    CHECK(cudaMemcpy(address, host_table, 8 * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(pair, &host_pair, sizeof host_pair));

    use_table<<<1, 16>>>();
    CHECK_LAUNCH();

    float one;
    CHECK(cudaMemcpyFromSymbol(&one, table, sizeof one, 5 * sizeof(float)));
    EXPECT(one == 11.0f);
    CHECK(cudaMemcpy(host_table, address, sizeof host_table, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++)
        EXPECT(host_table[i] == 2 * i + 1);
    CHECK(cudaMemcpyFromSymbol(&host_pair, pair, sizeof host_pair));
    EXPECT(host_pair.x == 4 && host_pair.y == 3);
    printf("symbols: %zu bytes of table written in parts, doubled, read back; pair is (%d, %d)\n", size, host_pair.x,
           host_pair.y);
}

/* What can go wrong is reported, and nothing is written. */
static void check_errors()
{
    float too_much[17] = {};

    EXPECT(cudaMemcpyToSymbol(table, too_much, sizeof too_much) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpyToSymbol(table, too_much, sizeof(float), sizeof table) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpyToSymbol(table, too_much, sizeof(float), 0, cudaMemcpyDeviceToHost) ==
           cudaErrorInvalidMemcpyDirection);
    EXPECT(cudaGetLastError() != cudaSuccess); /* reading the last error also clears it */
    EXPECT(cudaGetLastError() == cudaSuccess);
    printf("errors: too many bytes, a bad offset and a wrong direction are refused\n");
}

int main()
{
    check_constants();
    check_parts_and_addresses();
    check_errors();
    return 0;
}
