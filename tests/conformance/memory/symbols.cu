// Device and constant variables of every kind: initial values, pointers to each other, symbol copies with offsets.
#include "../conformance.h"

struct Settings {
    int width;
    double scale;
    char name[16];
};

__device__ int zero;
__device__ int initialised = 42;
__device__ int array[1000] = {1, 2, 3};
__constant__ Settings settings = {640, 1.5, "first"};
__device__ int *into_array = &array[500];
__device__ const char *text = "device text";
__device__ double matrix[3][4];
__constant__ short constants[5] = {-1, -2, -3, -4, -5};
__device__ volatile int watched = 9;
namespace space {
__device__ long long inner = 1ll << 40;
}
template <class T> __device__ T templated = T(11);
__device__ unsigned char odd[13] = "twelve bytes";

__global__ void read_all(long long *out, int *text_ok)
{
    out[0] = zero;
    out[1] = initialised;
    out[2] = array[2];
    out[3] = settings.width + int(settings.scale * 2) + settings.name[0];
    *into_array = 77;
    out[4] = array[500];
    out[5] = constants[4];
    out[6] = watched;
    out[7] = space::inner;
    out[8] = templated<int>;
    out[9] = odd[3] - 'l' + 13;
    *text_ok = text[0] == 'd' && text[7] == 't' && text[11] == 0;
    zero++;
}

__global__ void fill_matrix() { matrix[threadIdx.y][threadIdx.x] = threadIdx.y * 10 + threadIdx.x; }

static void check_values(int width, int first, long long zero_before)
{
    DeviceArray<long long> out(10);
    DeviceArray<int> ok(1);
    read_all<<<1, 1>>>(out, ok);
    CHECK_LAUNCH();
    const long long expected[10] = {zero_before, first, 3, width + 3 + 'f', 77, -5, 9, 1ll << 40, 11, 13};
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(out.host()[i], expected[i]);
    EXPECT_EQ(ok.host()[0], 1);
}

int main()
{
    check_values(640, 42, 0);

    Settings changed = {800, 1.5, "f"};
    int value = -42;
    CHECK(cudaMemcpyToSymbol(settings, &changed, sizeof changed));
    CHECK(cudaMemcpyToSymbolAsync(initialised, &value, sizeof value, 0, cudaMemcpyHostToDevice, 0));
    check_values(800, -42, 1);

    fill_matrix<<<1, dim3(4, 3)>>>();
    double row[4], *address;
    CHECK(cudaMemcpyFromSymbol(row, matrix, sizeof row, 2 * sizeof row));
    for (int i = 0; i < 4; i++)
        EXPECT_EQ(row[i], 20.0 + i);
    size_t size;
    CHECK(cudaGetSymbolSize(&size, matrix));
    EXPECT_EQ(size, sizeof(double) * 12);
    CHECK(cudaGetSymbolAddress(reinterpret_cast<void **>(&address), matrix));
    double one = 0;
    CHECK(cudaMemcpy(&one, address + 6, sizeof one, cudaMemcpyDeviceToHost));
    EXPECT_EQ(one, 12.0);

    /* Device to device through symbols. */
    DeviceArray<short> shorts(5);
    CHECK(cudaMemcpyFromSymbol(shorts, constants, 5 * sizeof(short), 0, cudaMemcpyDeviceToDevice));
    EXPECT_EQ(shorts.host()[1], -2);
    CHECK(cudaMemset(shorts, 0, 5 * sizeof(short)));
    CHECK(cudaMemcpyToSymbol(constants, shorts, sizeof(short), 4 * sizeof(short), cudaMemcpyDeviceToDevice));
    short last;
    CHECK(cudaMemcpyFromSymbol(&last, constants, sizeof last, 4 * sizeof last));
    EXPECT_EQ(last, 0);
    return finish();
}
