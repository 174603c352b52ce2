// FEW-WAYS
// NO-GPU: an H200 counts exported memory as used until all processes have let go of it, and gives other errors for a wrong descriptor
// A pool of one process in another: its descriptor, pointers into it, what both see of each other's writes, freeing on
// both sides, and wrong calls.
#include <fcntl.h>
#include <sys/stat.h>

#include "process.h"

#include <cstdint>

struct Given {
    int file, count, more_count;
    cudaMemPoolPtrExportData first, second, more;
};

__global__ void add(int *values, int count, int amount)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] += amount;
}

static cudaStream_t stream;

static void check_values(const int *memory, int count, int first)
{
    std::vector<int> values(count);
    CHECK(cudaMemcpyAsync(values.data(), memory, count * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < count; i++)
        if (!EXPECT_EQ(values[i], first + i))
            break;
}

static cudaMemPool_t import_pool(int file)
{
    cudaMemPool_t pool;
    CHECK(cudaMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(static_cast<intptr_t>(file)),
                                               cudaMemHandleTypePosixFileDescriptor, 0));
    return pool;
}

static int *import_pointer(cudaMemPool_t pool, cudaMemPoolPtrExportData data)
{
    void *pointer;
    CHECK(cudaMemPoolImportPointer(&pointer, pool, &data));
    return static_cast<int *>(pointer);
}

static void refused_of_imported(cudaMemPool_t pool, void *pointer)
{
    void *out;
    int file;
    cudaMemPoolPtrExportData data;
    EXPECT_ERROR(cudaMallocFromPoolAsync(&out, 4096, pool, stream), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaDeviceSetMemPool(0, pool), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemPoolExportPointer(&data, pointer), cudaErrorInvalidValue);
}

static int child(const Given &given)
{
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cudaMemPool_t pool = import_pool(given.file);
    CHECK(close(given.file) ? cudaErrorUnknown : cudaSuccess);
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    cudaMemAccessDesc access = {here, cudaMemAccessFlagsProtReadWrite};
    CHECK(cudaMemPoolSetAccess(pool, &access, 1));
    int *first = import_pointer(pool, given.first), *second = import_pointer(pool, given.second);
    int *more = import_pointer(pool, given.more);
    check_values(first, given.count, 1000);
    check_values(second, given.count, 2000);
    check_values(more, given.more_count, 3000);
    add<<<(given.more_count + 255) / 256, 256, 0, stream>>>(more, given.more_count, 7);
    add<<<1, 256, 0, stream>>>(second, given.count, 5);
    refused_of_imported(pool, first);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, more));
    EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
    CHECK(cudaFreeAsync(first, stream));
    CHECK(cudaFreeAsync(more, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(second));
    CHECK(cudaMemPoolDestroy(pool));
    return failures != 0;
}

static cudaMemPool_t create_pool(cudaMemAllocationHandleType type)
{
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = type;
    properties.location = {cudaMemLocationTypeDevice, 0};
    cudaMemPool_t pool;
    CHECK(cudaMemPoolCreate(&pool, &properties));
    return pool;
}

static int export_pool(cudaMemPool_t pool)
{
    int file = -1;
    CHECK(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
    return file;
}

static cudaMemPoolPtrExportData export_pointer(int *pointer)
{
    cudaMemPoolPtrExportData data;
    CHECK(cudaMemPoolExportPointer(&data, pointer));
    return data;
}

static int *filled(cudaMemPool_t pool, int count, int first)
{
    int *memory;
    std::vector<int> values(count);
    for (int i = 0; i < count; i++)
        values[i] = first + i;
    CHECK(cudaMallocFromPoolAsync(reinterpret_cast<void **>(&memory), count * sizeof(int), pool, stream));
    CHECK(cudaMemcpyAsync(memory, values.data(), count * sizeof(int), cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    return memory;
}

static uint64_t used(cudaMemPool_t pool)
{
    uint64_t bytes;
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
    return bytes;
}

static void wrong_calls(cudaMemPool_t pool, int *pointer)
{
    cudaMemPool_t plain = create_pool(cudaMemHandleTypeNone), out;
    int file, *local = filled(plain, 10, 0);
    void *pointer_out;
    cudaMemPoolPtrExportData data = export_pointer(pointer);
    EXPECT_ERROR(cudaMemPoolExportToShareableHandle(&file, plain, cudaMemHandleTypePosixFileDescriptor, 0),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 1),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemPoolExportToShareableHandle(nullptr, pool, cudaMemHandleTypePosixFileDescriptor, 0),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemPoolExportPointer(&data, local), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemPoolExportPointer(nullptr, pointer), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemPoolImportPointer(&pointer_out, plain, &data), cudaErrorInvalidValue);
    int no_pool = open("/proc/self/exe", O_RDONLY);
    EXPECT_ERROR(cudaMemPoolImportFromShareableHandle(&out, reinterpret_cast<void *>(static_cast<intptr_t>(no_pool)),
                                                      cudaMemHandleTypePosixFileDescriptor, 0),
                 cudaErrorInvalidValue);
    close(no_pool);
    CHECK(cudaFree(local));
    CHECK(cudaMemPoolDestroy(plain));
}

int main(int count, char **arguments)
{
    if (count == 3)
        return child(from_hexadecimal<Given>(arguments[2]));
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int types;
    CHECK(cudaDeviceGetAttribute(&types, cudaDevAttrMemoryPoolSupportedHandleTypes, 0));
    EXPECT(types & cudaMemHandleTypePosixFileDescriptor);
    cudaMemPool_t pool = create_pool(cudaMemHandleTypePosixFileDescriptor);
    int few = 100, many = 600001, file = export_pool(pool);
    int *first = filled(pool, few, 1000), *second = filled(pool, few, 2000), *more = filled(pool, many, 3000);
    EXPECT_EQ(used(pool), uint64_t(2 * few + many) * sizeof(int));
    Given given = {dup(file), few, many, export_pointer(first), export_pointer(second), export_pointer(more)};
    for (int round = 0; round < 2; round++) {
        EXPECT_EQ(run("import", hexadecimal(&given, sizeof given)), 0);
        check_values(first, few, 1000);
        check_values(second, few, 2005);
        check_values(more, many, 3007);
        add<<<1, 256, 0, stream>>>(second, few, -5);
        add<<<(many + 255) / 256, 256, 0, stream>>>(more, many, -7);
        CHECK(cudaStreamSynchronize(stream));
    }
    wrong_calls(pool, first);
    CHECK(cudaFreeAsync(first, stream));
    CHECK(cudaFreeAsync(more, stream));
    CHECK(cudaStreamSynchronize(stream));
    check_values(second, few, 2000);
    int *again = filled(pool, many, 50);
    check_values(again, many, 50);
    CHECK(cudaFree(again));
    CHECK(cudaFree(second));
    EXPECT_EQ(used(pool), uint64_t(0));
    CHECK(cudaMemPoolDestroy(pool));
    close(file);
    return finish();
}
