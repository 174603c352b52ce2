// FEW-WAYS
// Device memory of one process in another: handles, what both see of each other's writes, and wrong calls.
#include "process.h"
#include "../rows.h"

struct Given {
    cudaIpcMemHandle_t large, small, other;
    int large_count, small_count;
};

__global__ void add(int *values, int count, int amount)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] += amount;
}

static int *open_memory(cudaIpcMemHandle_t handle)
{
    void *memory;
    CHECK(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess));
    return (int *)memory;
}

static void check_values(int *memory, int count, int first)
{
    std::vector<int> values(count);
    CHECK(cudaMemcpy(values.data(), memory, count * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++)
        if (!EXPECT_EQ(values[i], first + i))
            break;
}

static int child(const Given &given)
{
    int *large = open_memory(given.large), *small = open_memory(given.small), *again = open_memory(given.large);
    EXPECT(again == large);
    check_values(large, given.large_count, 100);
    check_values(small, given.small_count, 200);
    add<<<(given.large_count + 255) / 256, 256>>>(large, given.large_count, 1000);
    add<<<1, 256>>>(small, given.small_count, 1000);
    CHECK_LAUNCH();
    CHECK(cudaIpcCloseMemHandle(again));
    check_values(large, given.large_count, 1100);
    EXPECT_ERROR(cudaFree(large), cudaErrorInvalidValue);
    CHECK(cudaIpcCloseMemHandle(large));
    CHECK(cudaIpcCloseMemHandle(small));
    EXPECT_ERROR(cudaIpcCloseMemHandle(small), cudaErrorInvalidValue);
    return failures != 0;
}

/* The other process's memory must be out of reach once that process has closed it, and it has ended. */
static cudaIpcMemHandle_t handle_of(void *memory)
{
    cudaIpcMemHandle_t handle;
    CHECK(cudaIpcGetMemHandle(&handle, memory));
    return handle;
}

static void wrong_calls(void *memory)
{
    cudaIpcMemHandle_t handle = handle_of(memory);
    void *out;
    int on_host;
    EXPECT_ERROR(cudaIpcOpenMemHandle(&out, handle, cudaIpcMemLazyEnablePeerAccess), cudaErrorDeviceUninitialized);
    EXPECT_ERROR(cudaIpcGetMemHandle(&handle, &on_host), cudaErrorInvalidValue);
#ifdef __SOFTWARP__ /* NVIDIA's library does not look */
    EXPECT_ERROR(cudaIpcGetMemHandle(nullptr, memory), cudaErrorInvalidValue);
#endif
    EXPECT_ERROR(cudaIpcCloseMemHandle(memory), cudaErrorInvalidValue);
    void *managed;
    CHECK(cudaMallocManaged(&managed, 4096));
    EXPECT_ERROR(cudaIpcGetMemHandle(&handle, managed), cudaErrorInvalidValue);
    CHECK(cudaFree(managed));
}

static std::vector<int> counting(int count, int first)
{
    std::vector<int> values(count);
    for (int i = 0; i < count; i++)
        values[i] = first + i;
    return values;
}

int main(int argc, char **argv)
{
    if (argc > 2)
        return child(from_hexadecimal<Given>(argv[2]));
    Given given = {};
    given.large_count = 3000001;
    given.small_count = 77;
    /* Small allocations share pages: what lies before and after this one is not what is opened. */
    DeviceArray<int> before(counting(given.small_count, 900));
    DeviceArray<int> large(counting(given.large_count, 100)), small(counting(given.small_count, 200));
    DeviceArray<int> neighbour(counting(50, 300));
    given.large = handle_of(large);
    given.small = handle_of(small);
    /* Asking keeps the contents. */
    check_values(large, given.large_count, 100);
    check_values(neighbour, 50, 300);
    EXPECT_EQ(run("child", hexadecimal(&given, sizeof given)), 0);
    check_values(large, given.large_count, 1100);
    check_values(small, given.small_count, 1200);
    check_values(before, given.small_count, 900);
    check_values(neighbour, 50, 300);
    /* Twice, and with the device's own writes between. */
    add<<<(given.large_count + 255) / 256, 256>>>(large, given.large_count, -1000);
    add<<<1, 256>>>(small, given.small_count, -1000);
    CHECK_LAUNCH();
    EXPECT_EQ(run("child", hexadecimal(&given, sizeof given)), 0);
    check_values(large, given.large_count, 1100);
    auto values = small.host();
    print_row("cudaIpcOpenMemHandle", values.data(), values.size());
    wrong_calls(large);
    return finish();
}
