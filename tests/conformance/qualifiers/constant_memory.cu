/* __constant__ variables: 64 KiB of them, written by the host between launches, in parts and from everywhere (host, device,
 * symbol to memory), read by uniform and by differing addresses, in structures, arrays and templates. */
#include "../check.h"
#include "../rows.h"

struct settings {
    char name[13];
    double factor;
    short table[2][3];
    int (*unused)(int);
};

__constant__ int one = 11;
__constant__ settings initialised = {"initialised", 2.5, {{1, 2, 3}, {4, 5, 6}}, nullptr};
__constant__ float3 points[5] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
namespace outer {
namespace inner {
__constant__ long long nested = 1ll << 33;
}
static __constant__ unsigned char own[4] = {1, 2, 3, 4};
}
template <typename T> __constant__ T of_type = T(7);
template <typename T> struct holder {
    static constexpr T value = T(9);
    static const int size = sizeof(T) * 10; /* static members may be constant expressions, and no variables */
};
/* With the others and their alignment all 65536 bytes but few. */
__constant__ int filling[16000];

__global__ void read_all(double *out) {
    int i = 0;
    out[i++] = one;
    out[i++] = initialised.name[11] + initialised.name[4];
    out[i++] = initialised.factor;
    out[i++] = initialised.table[1][2] + initialised.table[0][1];
    out[i++] = points[2].y + points[4].z;
    out[i++] = outer::inner::nested;
    out[i++] = outer::own[3];
    out[i++] = of_type<int> + of_type<double>;
    out[i++] = holder<float>::value + holder<short>::size;
    out[i++] = initialised.unused == nullptr;
}

/* The same address in all threads, a different one in each, and one that depends on another constant. */
__global__ void read_filling(int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int *at = filling;
    if (t < n) out[t] = filling[7] + filling[t * 37 % 16000] * 2 + at[(filling[t % 16] + t) % 16000] * 3 + one;
}

static void check_filling(int *out, const int *values, int one_now, const char *label) {
    const int n = 500;
    read_filling<<<8, 64>>>(out, n);
    FINISH();
    for (int t = 0; t < n; t++)
        CHECK_AT(t, values[7] + values[t * 37 % 16000] * 2 + values[(values[t % 16] + t) % 16000] * 3 + one_now, out[t]);
    print_row(label, out, n);
}

int main() {
    double *out = managed<double>(10);
    read_all<<<1, 1>>>(out);
    FINISH();
    const double expected[] = {11, 'i', 2.5, 8, 8, 8589934592.0, 4, 14, 29, 1};
    for (int i = 0; i < 10; i++) CHECK_AT(i, expected[i], out[i]);
    print_row("initial values", out, 10);

    int *results = managed<int>(500);
    static int values[16000], back[16000];
    check_filling(results, values, 11, "before any copy");
    for (int i = 0; i < 16000; i++) values[i] = i * 5 % 9001;
    CUDA(cudaMemcpyToSymbol(filling, values, sizeof values));
    check_filling(results, values, 11, "after cudaMemcpyToSymbol");
    /* A part, with an offset; between two launches that are not waited for. */
    const int part[3] = {100, 200, 300};
    read_filling<<<8, 64>>>(results, 500);
    CUDA(cudaMemcpyToSymbol(filling, part, sizeof part, 6 * sizeof(int)));
    for (int i = 0; i < 3; i++) values[6 + i] = part[i];
    check_filling(results, values, 11, "after a copy of a part");
    /* By its address, from device memory, and asynchronously. */
    void *address = nullptr;
    size_t size = 0;
    CUDA(cudaGetSymbolAddress(&address, filling));
    CUDA(cudaGetSymbolSize(&size, filling));
    CHECK_EQUAL(sizeof values, size);
    int *device = nullptr;
    CUDA(cudaMalloc((void **)&device, 100 * sizeof(int)));
    CUDA(cudaMemset(device, 1, 100 * sizeof(int)));
    CUDA(cudaMemcpy((int *)address + 50, device, 100 * sizeof(int), cudaMemcpyDeviceToDevice));
    for (int i = 50; i < 150; i++) values[i] = 0x01010101;
    const int changed = 5;
    CUDA(cudaMemcpyToSymbolAsync(one, &changed, sizeof changed, 0, cudaMemcpyHostToDevice, 0));
    check_filling(results, values, 5, "after a copy on the device");
    CUDA(cudaMemcpyFromSymbol(back, filling, sizeof back));
    for (int i = 0; i < 16000; i++) CHECK_AT(i, values[i], back[i]);
    print_row("read back", back, 16000);
    /* Beyond the end. */
    cudaError_t error = cudaMemcpyToSymbol(filling, values, sizeof values, 4);
    CHECK_EQUAL((int)cudaErrorInvalidValue, (int)error);
    std::printf("beyond the end: %s\n", cudaGetErrorName(error));
    cudaGetLastError();
    return check_result();
}
