/* cuMemset: fills with values of 1, 2 and 4 bytes (CUDA Driver API reference, "Memory Management"). Those of one byte,
 * and others whose bytes are all the same, are the runtime API's. */
#include <string.h>

#include "base/plural.h"
#include "device/context.h"
#include "memory/copy.h"
#include "report/error.h"
#include "stream/engine.h"

struct pattern {
    struct swrt_place dst;
    size_t count, rows; /* of values in a row */
    unsigned value, bytes;
};

static void fill_row(char *row, const struct pattern *p) {
    if (p->bytes == 2) {
        uint16_t *values = (uint16_t *)row;
        for (size_t i = 0; i < p->count; i++)
            values[i] = (uint16_t)p->value;
    } else {
        uint32_t *values = (uint32_t *)row;
        for (size_t i = 0; i < p->count; i++)
            values[i] = p->value;
    }
}

static void fill_part(void *data, unsigned index, unsigned parts) {
    const struct pattern *p = data;
    size_t first = p->rows * index / parts, last = p->rows * (index + 1) / parts;
    for (size_t row = first; row < last; row++)
        fill_row(p->dst.base + row * p->dst.pitch, p);
}

static cudaError_t run(void *data) {
    swrt_parallel(fill_part, data);
    return cudaSuccess;
}

static bool is_one_byte_repeated(unsigned value, unsigned bytes) {
    return bytes == 1 || value == (value & 0xff) * (bytes == 2 ? 0x101u : 0x1010101u);
}

static cudaError_t submit_bytes(const struct pattern *p, size_t width, CUstream stream, enum swrt_waiting waiting) {
    struct swrt_fill fill = {p->dst, {width, p->rows, 1}, (int)(p->value & 0xff), NULL};
    return swrt_fill_submit(&fill, stream, waiting);
}

/* A row as long as that is cut into several, for the workers. */
static void cut(struct pattern *p) {
    enum { PIECE = 1 << 16 };
    if (p->rows != 1 || p->count <= PIECE || p->count % PIECE)
        return;
    p->rows = p->count / PIECE;
    p->count = PIECE;
    p->dst.pitch = (size_t)PIECE * p->bytes;
}

static cudaError_t fill(struct pattern p, CUstream stream, enum swrt_waiting waiting) {
    enum swrt_memory_kind kind;
    size_t width;
    SWRT_TRY(swrt_check_device());
    if (!p.count || !p.rows)
        return cudaSuccess;
    if (__builtin_mul_overflow(p.count, p.bytes, &width) || (p.rows > 1 && p.dst.pitch < width) ||
        (uintptr_t)p.dst.base % p.bytes || (p.rows > 1 && p.dst.pitch % p.bytes))
        return swrt_because(cudaErrorInvalidValue, "%zu value%s of %u byte%s at %p, pitch %zu", p.count,
                            swrt_s(p.count), p.bytes, swrt_s(p.bytes), (void *)p.dst.base, p.dst.pitch);
    if (is_one_byte_repeated(p.value, p.bytes))
        return submit_bytes(&p, width, stream, waiting);
    SWRT_TRY(swrt_check_box(p.dst, (struct swrt_shape){width, p.rows, 1}, true, &kind));
    if (kind == SWRT_MEMORY_NONE)
        return swrt_because(cudaErrorInvalidValue, "not device memory");
    cut(&p);
    if (waiting == SWRT_ASYNC)
        return swrt_stream_submit(stream, run, &p, sizeof p);
    return swrt_stream_submit_wait(stream, run, &p);
}

static struct pattern row_of(CUdeviceptr dst, unsigned value, unsigned bytes, size_t count) {
    return (struct pattern){{(char *)(uintptr_t)dst, 0, 0}, count, 1, value, bytes};
}

static struct pattern rows_of(CUdeviceptr dst, size_t pitch, unsigned value, unsigned bytes, size_t width,
                              size_t rows) {
    return (struct pattern){{(char *)(uintptr_t)dst, pitch, 0}, width, rows, value, bytes};
}

#define FILLS(bits, type)                                                                                             \
    CUresult cuMemsetD##bits##_v2(CUdeviceptr dstDevice, type value, size_t N) {                                      \
        SWRT_CONTEXT_CALL(fill(row_of(dstDevice, value, bits / 8, N), NULL, SWRT_SYNC));                              \
    }                                                                                                                 \
    CUresult cuMemsetD##bits##Async(CUdeviceptr dstDevice, type value, size_t N, CUstream hStream) {                  \
        SWRT_CONTEXT_CALL(fill(row_of(dstDevice, value, bits / 8, N), hStream, SWRT_ASYNC));                          \
    }                                                                                                                 \
    CUresult cuMemsetD2D##bits##_v2(CUdeviceptr dstDevice, size_t dstPitch, type value, size_t Width,                 \
                                    size_t Height) {                                                                  \
        SWRT_CONTEXT_CALL(fill(rows_of(dstDevice, dstPitch, value, bits / 8, Width, Height), NULL, SWRT_SYNC));       \
    }                                                                                                                 \
    CUresult cuMemsetD2D##bits##Async(CUdeviceptr dstDevice, size_t dstPitch, type value, size_t Width,               \
                                      size_t Height, CUstream hStream) {                                              \
        SWRT_CONTEXT_CALL(fill(rows_of(dstDevice, dstPitch, value, bits / 8, Width, Height), hStream, SWRT_ASYNC));   \
    }

FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned int)
