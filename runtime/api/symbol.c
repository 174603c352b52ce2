/* Device variables by name: cudaMemcpyToSymbol and its kin (CUDA Runtime API, "Memory Management"). */
#include "base/plural.h"
#include "memory/copy.h"
#include "module/registry.h"
#include "report/error.h"

static cudaError_t find_symbol(const void *symbol, char **address, size_t *bytes) {
    cudaError_t error = swrt_symbol_find(symbol, swrt_current_device(), address, bytes);
    if (error != cudaErrorInvalidSymbol)
        return error;
    return swrt_because(error, "%p is not a __device__, __constant__ or __managed__ variable", symbol);
}

/* The part of a symbol that a copy touches. `other` is the direction allowed besides device to device. */
static cudaError_t symbol_part(const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind,
                               enum cudaMemcpyKind other, char **part) {
    size_t bytes = 0;
    if (kind != other && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return swrt_because(cudaErrorInvalidMemcpyDirection, "kind %d", (int)kind);
    SWRT_TRY(find_symbol(symbol, part, &bytes));
    if (offset > bytes || count > bytes - offset)
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s at offset %zu of a variable of %zu byte%s", count,
                            swrt_s(count), offset, bytes, swrt_s(bytes));
    *part += offset;
    return cudaSuccess;
}

static cudaError_t to_symbol(const void *symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind,
                             cudaStream_t stream, enum swrt_waiting waiting) {
    char *part;
    SWRT_TRY(swrt_check_device());
    if (!count)
        return cudaSuccess;
    SWRT_TRY(symbol_part(symbol, count, offset, kind, cudaMemcpyHostToDevice, &part));
    return swrt_copy_linear(part, src, count, kind, stream, waiting);
}

static cudaError_t from_symbol(void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind,
                               cudaStream_t stream, enum swrt_waiting waiting) {
    char *part;
    SWRT_TRY(swrt_check_device());
    if (!count)
        return cudaSuccess;
    SWRT_TRY(symbol_part(symbol, count, offset, kind, cudaMemcpyDeviceToHost, &part));
    return swrt_copy_linear(dst, part, count, kind, stream, waiting);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                               enum cudaMemcpyKind kind) {
    return swrt_fail(to_symbol(symbol, src, count, offset, kind, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind) {
    return swrt_fail(from_symbol(dst, symbol, count, offset, kind, swrt_default_stream(), SWRT_SYNC));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream) {
    return swrt_fail(to_symbol(symbol, src, count, offset, kind, stream, SWRT_ASYNC));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
    return swrt_fail(from_symbol(dst, symbol, count, offset, kind, stream, SWRT_ASYNC));
}

static cudaError_t get_address(void **address, const void *symbol) {
    size_t bytes;
    char *place;
    SWRT_TRY(swrt_check_device());
    if (!address)
        return cudaErrorInvalidValue;
    SWRT_TRY(find_symbol(symbol, &place, &bytes));
    *address = place;
    return cudaSuccess;
}

static cudaError_t get_size(size_t *size, const void *symbol) {
    char *place;
    SWRT_TRY(swrt_check_device());
    return size ? find_symbol(symbol, &place, size) : cudaErrorInvalidValue;
}

cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol) {
    return swrt_fail(get_address(devPtr, symbol));
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
    return swrt_fail(get_size(size, symbol));
}
