// FEW-WAYS
// Memory of the driver API: allocations, copies of all forms, fills of 1, 2 and 4 bytes, what a pointer points to.
// NVCC: -lcuda
#include "driver.h"
#include "../rows.h"

static std::vector<unsigned char> bytes_of(size_t count, unsigned seed)
{
    std::vector<unsigned char> bytes(count);
    Random random(seed);
    for (auto &b : bytes)
        b = (unsigned char)random.next();
    return bytes;
}

static std::vector<unsigned char> on_host(CUdeviceptr at, size_t count)
{
    std::vector<unsigned char> bytes(count);
    DRIVER(cuMemcpyDtoH(bytes.data(), at, count));
    return bytes;
}

static void linear()
{
    const size_t n = 1000003;
    CUdeviceptr a, b;
    CUstream stream;
    auto source = bytes_of(n, 1);
    DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER(cuMemAlloc(&a, n));
    DRIVER(cuMemAlloc(&b, n));
    DRIVER(cuMemcpyHtoD(a, source.data(), n));
    DRIVER(cuMemcpyDtoD(b, a, n));
    EXPECT(on_host(b, n) == source);
    auto other = bytes_of(n, 2);
    DRIVER(cuMemcpyHtoDAsync(b, other.data(), n, stream));
    DRIVER(cuMemcpyDtoDAsync(a, b, n, stream));
    std::vector<unsigned char> back(n);
    DRIVER(cuMemcpyDtoHAsync(back.data(), a, n, stream));
    DRIVER(cuStreamSynchronize(stream));
    EXPECT(back == other);
    DRIVER(cuMemcpy(a + 5, b + 6, 100));
    DRIVER(cuMemcpyAsync(b, a, 10, stream));
    DRIVER(cuStreamSynchronize(stream));
    back = on_host(a, n);
    EXPECT(!memcmp(&back[5], &other[6], 100));
    EXPECT_RESULT(cuMemcpyDtoH(back.data(), a + 1, n), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemcpyDtoH(back.data(), a, 0));
    DRIVER(cuStreamDestroy(stream));
    DRIVER(cuMemFree(a));
    DRIVER(cuMemFree(b));
    EXPECT_RESULT(cuMemFree(b), CUDA_ERROR_INVALID_VALUE);
    EXPECT_RESULT(cuMemAlloc(&a, 0), CUDA_ERROR_INVALID_VALUE);
}

static void boxes()
{
    size_t pitch;
    CUdeviceptr memory;
    const size_t width = 61, height = 7;
    DRIVER(cuMemAllocPitch(&memory, &pitch, width, height, 4));
    EXPECT(pitch >= width && pitch % 4 == 0);
    CUdeviceptr none;
    size_t no_pitch;
    EXPECT_RESULT(cuMemAllocPitch(&none, &no_pitch, width, height, 3), CUDA_ERROR_INVALID_VALUE);
    auto source = bytes_of(width * height, 3);
    CUDA_MEMCPY2D in = {};
    in.srcMemoryType = CU_MEMORYTYPE_HOST;
    in.srcHost = source.data();
    in.srcPitch = width;
    in.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    in.dstDevice = memory;
    in.dstPitch = pitch;
    in.WidthInBytes = width;
    in.Height = height;
    DRIVER(cuMemcpy2DUnaligned(&in));
    std::vector<unsigned char> back(20 * 30);
    CUDA_MEMCPY2D out = {};
    out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    out.srcDevice = memory;
    out.srcPitch = pitch;
    out.srcXInBytes = 11;
    out.srcY = 2;
    out.dstMemoryType = CU_MEMORYTYPE_HOST;
    out.dstHost = back.data();
    out.dstPitch = 30;
    out.dstXInBytes = 3;
    out.dstY = 1;
    out.WidthInBytes = 17;
    out.Height = 4;
    DRIVER(cuMemcpy2DUnaligned(&out));
    for (size_t y = 0; y < 4; y++)
        EXPECT(!memcmp(&back[(y + 1) * 30 + 3], &source[(y + 2) * width + 11], 17));
    print_row("cuMemcpy2DUnaligned", back.data(), back.size());
    out.Height = 6;
    EXPECT_RESULT(cuMemcpy2D(&out), CUDA_ERROR_INVALID_VALUE);
    out.srcMemoryType = (CUmemorytype)9;
    EXPECT_RESULT(cuMemcpy2D(&out), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemFree(memory));
}

static void solids()
{
    const size_t w = 12, h = 5, d = 4;
    CUdeviceptr memory;
    auto source = bytes_of(w * h * d, 4);
    DRIVER(cuMemAlloc(&memory, w * h * d));
    CUDA_MEMCPY3D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = source.data();
    copy.srcPitch = w;
    copy.srcHeight = h;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory;
    copy.dstPitch = w;
    copy.dstHeight = h;
    copy.WidthInBytes = w;
    copy.Height = h;
    copy.Depth = d;
    DRIVER(cuMemcpy3D(&copy));
    EXPECT(on_host(memory, w * h * d) == source);
    std::vector<unsigned char> back(w * h * d);
    CUDA_MEMCPY3D part = {};
    part.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    part.srcDevice = memory;
    part.srcPitch = w;
    part.srcHeight = h;
    part.srcXInBytes = 2;
    part.srcY = 1;
    part.srcZ = 1;
    part.dstMemoryType = CU_MEMORYTYPE_HOST;
    part.dstHost = back.data();
    part.dstPitch = w;
    part.dstHeight = h;
    part.WidthInBytes = 7;
    part.Height = 3;
    part.Depth = 2;
    DRIVER(cuMemcpy3DAsync(&part, 0));
    DRIVER(cuCtxSynchronize());
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 3; y++)
            EXPECT(!memcmp(&back[(z * h + y) * w], &source[((z + 1) * h + y + 1) * w + 2], 7));
    print_row("cuMemcpy3DAsync", back.data(), back.size());
    DRIVER(cuMemFree(memory));
}

static void fills()
{
    const size_t n = 100001;
    CUdeviceptr memory;
    DRIVER(cuMemAlloc(&memory, 4 * n));
    DRIVER(cuMemsetD8(memory, 0x11, 4 * n));
    DRIVER(cuMemsetD16(memory + 2, 0x2345, 77));
    DRIVER(cuMemsetD32(memory + 400, 0x89abcdefu, 1000));
    DRIVER(cuMemsetD32Async(memory + 8000, 0x01020304u, 65536, 0));
    DRIVER(cuMemsetD16Async(memory + 6000, 0x7777, 3, 0));
    DRIVER(cuMemsetD8Async(memory + 1, 0x99, 1, 0));
    DRIVER(cuMemsetD2D8(memory + 300000, 100, 0x42, 60, 5));
    DRIVER(cuMemsetD2D16(memory + 310000, 64, 0x1234, 20, 6));
    DRIVER(cuMemsetD2D32(memory + 320000, 64, 0x12345678u, 9, 7));
    DRIVER(cuCtxSynchronize());
    std::vector<unsigned char> want(4 * n, 0x11);
    auto set16 = [&](size_t at, unsigned v, size_t count) {
        for (size_t i = 0; i < count; i++)
            memcpy(&want[at + 2 * i], &v, 2);
    };
    auto set32 = [&](size_t at, unsigned v, size_t count) {
        for (size_t i = 0; i < count; i++)
            memcpy(&want[at + 4 * i], &v, 4);
    };
    set16(2, 0x2345, 77);
    set32(400, 0x89abcdefu, 1000);
    set32(8000, 0x01020304u, 65536);
    set16(6000, 0x7777, 3);
    want[1] = 0x99;
    for (size_t y = 0; y < 5; y++) memset(&want[300000 + 100 * y], 0x42, 60);
    for (size_t y = 0; y < 6; y++) set16(310000 + 64 * y, 0x1234, 20);
    for (size_t y = 0; y < 7; y++) set32(320000 + 64 * y, 0x12345678u, 9);
    auto got = on_host(memory, 4 * n);
    EXPECT(got == want);
    print_row("cuMemset*", got.data(), got.size());
    EXPECT_RESULT(cuMemsetD16(memory + 1, 0x1234, 3), CUDA_ERROR_INVALID_VALUE);
    EXPECT_RESULT(cuMemsetD32(memory + 2, 0x12345, 3), CUDA_ERROR_INVALID_VALUE);
    EXPECT_RESULT(cuMemsetD32(memory + 4, 0x12345, n), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuMemsetD32(memory, 1, 0));
    DRIVER(cuMemFree(memory));
}

static void pointers()
{
    CUdeviceptr memory, base, managed, mapped;
    size_t size;
    void *host;
    int on_host_bytes = 0, number;
    CUmemorytype type;
    CUcontext context, primary;
    DRIVER(cuMemAlloc(&memory, 1000));
    DRIVER(cuMemGetAddressRange(&base, &size, memory + 999));
    EXPECT(base == memory && size == 1000);
    EXPECT_RESULT(cuMemGetAddressRange(&base, &size, (CUdeviceptr)&on_host_bytes), CUDA_ERROR_NOT_FOUND);
    DRIVER(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory + 5));
    EXPECT_EQ(type, CU_MEMORYTYPE_DEVICE);
    DRIVER(cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
    DRIVER(cuCtxGetCurrent(&primary));
    EXPECT(context == primary);
    DRIVER(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
    EXPECT_EQ(number, 0);
    DRIVER(cuPointerGetAttribute(&base, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, memory + 5));
    EXPECT(base == memory);
    EXPECT_RESULT(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, memory), CUDA_ERROR_INVALID_VALUE);
    EXPECT_RESULT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&on_host_bytes),
                  CUDA_ERROR_INVALID_VALUE);

    DRIVER(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    DRIVER(cuMemHostGetDevicePointer(&mapped, host, 0));
    DRIVER(cuMemsetD8(mapped, 7, 64));
    DRIVER(cuCtxSynchronize());
    EXPECT_EQ(((char *)host)[63], 7);
    DRIVER(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, mapped));
    EXPECT_EQ(type, CU_MEMORYTYPE_HOST);
    DRIVER(cuMemFreeHost(host));

    DRIVER(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
    EXPECT_RESULT(cuMemAllocManaged(&base, 64, 0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
    EXPECT_EQ(number, 1);
    CUpointer_attribute list[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                  CU_POINTER_ATTRIBUTE_DEVICE_POINTER};
    int is_managed = 5;
    base = 1;
    void *answers[] = {&type, &is_managed, &base};
    DRIVER(cuPointerGetAttributes(3, list, answers, (CUdeviceptr)&on_host_bytes));
    EXPECT(type == 0 && is_managed == 0 && base == 0);
    DRIVER(cuPointerGetAttributes(3, list, answers, managed));
    EXPECT(is_managed == 1 && base == managed);
    DRIVER(cuMemFree(managed));
    DRIVER(cuMemFree(memory));
}

static void ordered()
{
    CUdeviceptr memory;
    CUmemoryPool pool;
    int value = 0;
    DRIVER(cuDeviceGetDefaultMemPool(&pool, 0));
    DRIVER(cuMemAllocAsync(&memory, 4096, 0));
    DRIVER(cuMemsetD32Async(memory, 41, 1024, 0));
    DRIVER(cuMemcpyDtoHAsync(&value, memory, 4, 0));
    DRIVER(cuMemFreeAsync(memory, 0));
    DRIVER(cuStreamSynchronize(0));
    EXPECT_EQ(value, 41);
    DRIVER(cuMemAllocFromPoolAsync(&memory, 4096, pool, 0));
    DRIVER(cuMemFreeAsync(memory, 0));
    DRIVER(cuStreamSynchronize(0));
}

int main()
{
    CUcontext context;
    size_t left, total;
    DRIVER(cuInit(0));
    DRIVER(cuDevicePrimaryCtxRetain(&context, 0));
    DRIVER(cuCtxSetCurrent(context));
    DRIVER(cuMemGetInfo(&left, &total));
    EXPECT(left <= total && total > 0);
    linear();
    boxes();
    solids();
    fills();
    pointers();
    ordered();
    return finish();
}
