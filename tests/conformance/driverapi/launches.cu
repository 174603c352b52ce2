// Kernels, streams, events and callbacks through the driver API; functions and modules of the program itself.
// NVCC: -lcuda
#include "driver.h"
#include "../rows.h"

struct Pair { char small; double large; };

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

extern "C" __global__ void mixed(char c, Pair p, short s, double *out, int *shared_bytes)
{
    extern __shared__ int room[];
    room[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = c;
        out[1] = p.small;
        out[2] = p.large;
        out[3] = s;
        *shared_bytes = room[blockDim.x - 1];
    }
}

extern "C" __global__ void __launch_bounds__(128) bounded(int *out) { *out = 1; }

__device__ int table[10];
extern "C" __global__ void write_table(int value) { table[threadIdx.x] = value + threadIdx.x; }

template <class T> static CUfunction function_of(T kernel)
{
    cudaFunction_t function;
    CHECK(cudaGetFuncBySymbol(&function, (const void *)kernel));
    return function;
}

static void launch_with_pointers()
{
    int n = 1000;
    float a = 2;
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++) { x[i] = i; y[i] = 3 * i; }
    DeviceArray<float> dx(x), dy(y);
    float *px = dx, *py = dy;
    void *params[] = {&n, &a, &px, &py};
    DRIVER(cuLaunchKernel(function_of(saxpy), 8, 1, 1, 128, 1, 1, 0, 0, params, nullptr));
    DRIVER(cuCtxSynchronize());
    auto got = dy.host();
    for (int i = 0; i < n; i++) EXPECT_EQ(got[i], 5.0f * i);
    print_row("saxpy", got.data(), got.size());
}

static void launch_with_buffer()
{
    DeviceArray<double> out(4);
    DeviceArray<int> shared_bytes(1);
    struct { char c; Pair p; short s; double *out; int *shared_bytes; } buffer = {3, {4, 5.5}, 6, out, shared_bytes};
    size_t size = sizeof buffer;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CUfunction function = function_of(mixed);
    DRIVER(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 256, 0, nullptr, extra));
    DRIVER(cuCtxSynchronize());
    EXPECT(out.host() == (std::vector<double>{3, 4, 5.5, 6}));
    EXPECT_EQ(shared_bytes.host()[0], 63);
    int bytes;
    DRIVER(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1000));
    DRIVER(cuFuncGetAttribute(&bytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
    EXPECT_EQ(bytes, 1000);
    EXPECT_RESULT(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 2000, 0, nullptr, extra), CUDA_ERROR_INVALID_VALUE);
}

static void attributes()
{
    CUfunction function = function_of(bounded);
    int value, grid, block;
    DRIVER(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    EXPECT_EQ(value, 128);
    EXPECT_RESULT(cuFuncGetAttribute(&value, (CUfunction_attribute)99, function), CUDA_ERROR_INVALID_VALUE);
    DeviceArray<int> out(1);
    int *at = out;
    void *params[] = {&at};
    EXPECT_RESULT(cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, 0, params, nullptr), CUDA_ERROR_INVALID_VALUE);
    EXPECT_RESULT(cuLaunchKernel(function, 0, 1, 1, 32, 1, 1, 0, 0, params, nullptr), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 128, 0));
    EXPECT(value >= 1);
    DRIVER(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0));
    EXPECT(block >= 32 && block <= 128 && grid >= 1);
    DRIVER(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, [](int n) { return (size_t)n * 4; }, 0, 64));
    EXPECT(block <= 64);
    const char *name;
    DRIVER(cuFuncGetName(&name, function));
    EXPECT(!strcmp(name, "bounded"));
}

static void module_of_a_function()
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr address;
    size_t bytes;
    DRIVER(cuFuncGetModule(&module, function_of(saxpy)));
    DRIVER(cuModuleGetFunction(&function, module, "write_table"));
    int value = 20;
    void *params[] = {&value};
    DRIVER(cuLaunchKernel(function, 1, 1, 1, 10, 1, 1, 0, 0, params, nullptr));
    DRIVER(cuModuleGetGlobal(&address, &bytes, module, "table"));
    EXPECT_EQ(bytes, sizeof table);
    int got[10];
    DRIVER(cuMemcpyDtoH(got, address, bytes));
    for (int i = 0; i < 10; i++) EXPECT_EQ(got[i], 20 + i);
    EXPECT_RESULT(cuModuleGetFunction(&function, module, "nothing"), CUDA_ERROR_NOT_FOUND);
    EXPECT_RESULT(cuModuleGetGlobal(&address, &bytes, module, "nothing"), CUDA_ERROR_NOT_FOUND);
}

static void CUDA_CB told(CUstream, CUresult status, void *data) { *(CUresult *)data = status; }
static void CUDA_CB called(void *data) { ++*(int *)data; }

static void streams_and_events()
{
    CUstream first, second;
    CUevent start, end;
    unsigned flags;
    int priority, calls = 0;
    float ms = -1;
    CUresult status = CUDA_ERROR_UNKNOWN;
    DRIVER(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
    DRIVER(cuStreamCreateWithPriority(&second, CU_STREAM_DEFAULT, 0));
    DRIVER(cuStreamGetFlags(first, &flags));
    EXPECT_EQ(flags, CU_STREAM_NON_BLOCKING);
    DRIVER(cuStreamGetPriority(second, &priority));
    EXPECT_EQ(priority, 0);
    DRIVER(cuEventCreate(&start, CU_EVENT_DEFAULT));
    DRIVER(cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
    EXPECT_RESULT(cuEventCreate(&end, 0x100), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuEventRecord(start, first));
    DRIVER(cuStreamAddCallback(first, told, &status, 0));
    DRIVER(cuLaunchHostFunc(first, called, &calls));
    DRIVER(cuEventRecord(end, first));
    DRIVER(cuStreamWaitEvent(second, end, 0));
    DRIVER(cuStreamSynchronize(second));
    EXPECT_EQ(status, CUDA_SUCCESS);
    EXPECT_EQ(calls, 1);
    DRIVER(cuEventSynchronize(end));
    DRIVER(cuEventQuery(end));
    DRIVER(cuStreamQuery(first));
    DRIVER(cuEventElapsedTime(&ms, start, end));
    EXPECT(ms >= 0);
    /* The same objects in the runtime API. */
    CHECK(cudaStreamSynchronize(first));
    CHECK(cudaEventSynchronize(start));
    CUcontext context, current;
    DRIVER(cuStreamGetCtx(first, &context));
    DRIVER(cuCtxGetCurrent(&current));
    EXPECT(context == current);
    DRIVER(cuEventDestroy(start));
    DRIVER(cuEventDestroy(end));
    DRIVER(cuStreamDestroy(first));
    DRIVER(cuStreamDestroy(second));
}

int main()
{
    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(0));
    launch_with_pointers();
    launch_with_buffer();
    attributes();
    module_of_a_function();
    streams_and_events();
    return finish();
}
