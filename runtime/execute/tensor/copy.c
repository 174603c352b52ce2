/* Copies by tensor maps, as generated code asks for them (softwarp/abi.h): all at once, or, in builds that look at each
 * access, piece by piece. A fault while bytes are copied is the kernel's, like one of its own accesses. */
#include "execute/block.h"
#include "execute/tensor/plan.h"

#include <string.h>

enum { SHARED_ALIGN = 128 };

/* who: the code that has called. */
static void stop(struct swrt_block *block, cudaError_t error, const char *what, const void *who) {
    struct swrt_executor *x = ((struct swrt_slot *)block->runtime)->executor;
    x->fault = (struct swrt_fault){
        .kind = SWRT_FAULT_TRAP, .message = what, .is_one_thread = true, .error = error, .pc = (uintptr_t)who - 1};
    swrt_fault_raise(x);
}

/* Which operations there are of which elements: those of the PTX ISA (cp.reduce.async.bulk.tensor), and of sums what an
 * H200 has beside them. */
static bool has_reduction(unsigned op, unsigned type) {
    enum {
        U32 = 1 << SWRT_TENSOR_U32,
        S32 = 1 << SWRT_TENSOR_S32,
        U64 = 1 << SWRT_TENSOR_U64,
        S64 = 1 << SWRT_TENSOR_S64
    };
    enum {
        HALVES = 1 << SWRT_TENSOR_F16 | 1 << SWRT_TENSOR_BF16,
        F32 = 1 << SWRT_TENSOR_F32 | 1 << SWRT_TENSOR_F32_FTZ
    };
    enum { TF32 = 1 << SWRT_TENSOR_TF32 | 1 << SWRT_TENSOR_TF32_FTZ, F64 = 1 << SWRT_TENSOR_F64 };
    static const uint32_t types[] = {
        [SWRT_TENSOR_ADD] = U32 | S32 | U64 | HALVES | F32 | TF32 | F64,
        [SWRT_TENSOR_MIN] = U32 | S32 | U64 | S64 | HALVES,
        [SWRT_TENSOR_MAX] = U32 | S32 | U64 | S64 | HALVES,
        [SWRT_TENSOR_INC] = U32,
        [SWRT_TENSOR_DEC] = U32,
        [SWRT_TENSOR_AND] = U32 | S32 | U64,
        [SWRT_TENSOR_OR] = U32 | S32 | U64,
        [SWRT_TENSOR_XOR] = U32 | S32 | U64,
    };
    return op < sizeof types / sizeof *types && types[op] >> type & 1;
}

/* Where the box would end in shared memory. Memory of other blocks is theirs to look after. */
static bool has_room(const struct swrt_block *block, const struct swrt_tensor_plan *p) {
    uintptr_t at = (uintptr_t)p->shared - (uintptr_t)block->shared;
    return at >= block->shared_bytes || (uint64_t)p->rows * p->pitch <= block->shared_bytes - at;
}

/* Null, or why there is no such copy; *error: what the kernel ends with. */
static const char *refuse(const struct swrt_tensor_plan *p, const struct swrt_block *block, unsigned op,
                          cudaError_t *error) {
    *error = cudaErrorIllegalInstruction;
    if (p->direction == SWRT_TENSOR_REDUCE && !has_reduction(op, p->map->type))
        return "a reduction by a tensor map whose elements have no such operation";
    if (p->direction == SWRT_TENSOR_STORE && p->map->type == SWRT_TENSOR_B4_P64)
        return "a store by a tensor map of elements of 4 bits with padding, which are only loaded";
    if ((uintptr_t)p->shared % SHARED_ALIGN) {
        *error = cudaErrorMisalignedAddress;
        return "a copy by a tensor map whose place in shared memory is no multiple of 128 bytes";
    }
    *error = cudaErrorIllegalAddress;
    return has_room(block, p) ? NULL : "a copy by a tensor map whose box does not fit into shared memory there";
}

static void plan(struct swrt_tensor_plan *p, struct swrt_block *block, const void *map, char *shared, uint32_t how,
                 uint64_t offsets, const int32_t at[SWRT_TENSOR_RANK], const void *who) {
    cudaError_t error = cudaErrorIllegalInstruction;
    if ((uintptr_t)map % SWRT_TENSOR_MAP_ALIGN)
        stop(block, cudaErrorMisalignedAddress, "a copy by a tensor map whose address is no multiple of 64", who);
    const char *wrong = swrt_tensor_plan(p, map, shared, how, offsets, at);
    if (!wrong)
        wrong = refuse(p, block, how >> SWRT_TENSOR_OP_AT & 15, &error);
    if (wrong)
        stop(block, error, wrong, who);
}

#define PLAN(p)                                                \
    struct swrt_tensor_plan p;                                 \
    const int32_t at[SWRT_TENSOR_RANK] = {c0, c1, c2, c3, c4}; \
    (void)head;                                                \
    plan(&p, block, map, shared, how, offsets, at, __builtin_return_address(0))

/* ---- One part ---------------------------------------------------------------------------------------------------- */

/* The NaN that stands for elements outside, as an H200 has it: of 16 bits, and for larger elements that repeated. */
static void fill_with_nan(char *to, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i += 2)
        memcpy(to + i, &(uint16_t){0x7ff7}, 2);
}

/* To the ten bits of tf32's fraction, the nearest, ties to even; NaNs are one. */
static uint32_t rounded_to_tf32(uint32_t bits) {
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return 0x7fffe000u;
    return (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;
}

static void round_to_tf32(char *at, uint32_t bytes) {
    for (uint32_t i = 0, bits; i < bytes; i += 4) {
        memcpy(&bits, at + i, 4);
        bits = rounded_to_tf32(bits);
        memcpy(at + i, &bits, 4);
    }
}

static bool is_tf32(unsigned type) {
    return type == SWRT_TENSOR_TF32 || type == SWRT_TENSOR_TF32_FTZ;
}

static bool fills_with_nan(const struct swrt_tensor_plan *p) {
    return p->map->fill && swrt_tensor_is_float(p->map->type);
}

/* Sixteen bytes with 6 bits each become twelve. */
static void pack(char *global, const char *shared, uint32_t bytes) {
    const unsigned char *from = (const unsigned char *)shared;
    for (; bytes; bytes -= 12, from += 16)
        for (unsigned quad = 0; quad < 4; quad++) {
            const unsigned char *f = from + 4 * quad;
            uint32_t bits = (f[0] & 63u) | (f[1] & 63u) << 6 | (f[2] & 63u) << 12 | (f[3] & 63u) << 18;
            for (unsigned i = 0; i < 3; i++)
                *global++ = (char)(bits >> 8 * i);
        }
}

static bool is_finished(const struct swrt_tensor_plan *p, bool is_inside) {
    if (p->direction == SWRT_TENSOR_LOAD)
        return is_inside ? !is_tf32(p->map->type) : !fills_with_nan(p);
    return p->map->type != SWRT_TENSOR_B6_P32;
}

static void load(const struct swrt_tensor_plan *p, const struct swrt_tensor_part *part) {
    const char *from = (const char *)(uintptr_t)part->global;
    if (!part->bytes)
        return;
    if (!from) {
        if (fills_with_nan(p))
            fill_with_nan(part->shared, part->bytes);
        else
            memset(part->shared, 0, part->bytes);
    } else if (part->bytes == 16 && part->from == 16) {
        memcpy(part->shared, from, 16);
    } else {
        memcpy(part->shared, from, part->from);
    }
    if (from && is_tf32(p->map->type))
        round_to_tf32(part->shared, part->bytes);
}

static void store(const struct swrt_tensor_plan *p, const struct swrt_tensor_part *part) {
    char *to = (char *)(uintptr_t)part->global;
    if (!part->bytes || !to)
        return;
    if (p->map->type == SWRT_TENSOR_B6_P32)
        pack(to, part->shared, part->from);
    else
        memcpy(to, part->shared, part->from);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static void copy_parts(const struct swrt_tensor_plan *p, const struct swrt_tensor_row *row, uint32_t number) {
    for (uint32_t chunk = 0; chunk < p->chunks; chunk++)
        for (uint32_t i = 0; i < SWRT_TENSOR_PARTS; i++) {
            struct swrt_tensor_part part = swrt_tensor_part(p, row, number, chunk, i);
            if (p->direction == SWRT_TENSOR_LOAD)
                load(p, &part);
            else
                store(p, &part);
        }
}

/* Most rows: all of it is inside, its bytes stay as they are, and they are whole, or in pieces of 16. */
static bool is_plain(const struct swrt_tensor_plan *p, const struct swrt_tensor_row *row) {
    return !row->low && row->high * p->shared_bytes == p->row_bytes && p->shared_bytes == p->global_bytes &&
           is_finished(p, true) && (p->chunks == 1 || p->chunk_bytes == 16);
}

static void copy_plain(const struct swrt_tensor_plan *p, const struct swrt_tensor_row *row, uint32_t number) {
    char *global = (char *)(uintptr_t)row->first, *shared = p->shared + (size_t)number * p->pitch;
    bool is_load = p->direction == SWRT_TENSOR_LOAD;
    if (!p->map->swizzle) {
        memcpy(is_load ? shared : global, is_load ? global : shared, p->row_bytes);
        return;
    }
    for (uint32_t at = 0; at < p->row_bytes; at += 16) {
        char *place = (char *)swrt_tensor_swizzled(p->map->swizzle, (uintptr_t)shared + at);
        memcpy(is_load ? place : global + at, is_load ? global + at : place, 16);
    }
}

/* ---- What generated code calls ----------------------------------------------------------------------------------- */

uint32_t swrt_tensor_copy(SWRT_TENSOR_PARAMETERS) {
    PLAN(p);
    for (uint32_t number = 0; number < p.rows; number++) {
        struct swrt_tensor_row row = swrt_tensor_row(&p, number);
        if (is_plain(&p, &row))
            copy_plain(&p, &row, number);
        else
            copy_parts(&p, &row, number);
    }
    return p.bytes;
}

uint64_t swrt_tensor_pieces(SWRT_TENSOR_PARAMETERS) {
    PLAN(p);
    return p.bytes | (uint64_t)p.rows * p.chunks * SWRT_TENSOR_PARTS << 32;
}

struct swrt_tensor_piece swrt_tensor_piece(SWRT_TENSOR_PARAMETERS, uint32_t piece) {
    PLAN(p);
    uint32_t part_number = piece % SWRT_TENSOR_PARTS, chunk = piece / SWRT_TENSOR_PARTS, number = chunk / p.chunks;
    struct swrt_tensor_row row = swrt_tensor_row(&p, number);
    struct swrt_tensor_part part = swrt_tensor_part(&p, &row, number, chunk % p.chunks, part_number);
    bool is_inside = part.global;
    uint64_t bytes = is_inside ? part.from : p.direction == SWRT_TENSOR_LOAD ? part.bytes : 0;
    uint64_t finish = bytes && !is_finished(&p, is_inside);
    return (struct swrt_tensor_piece){.global = part.global,
                                      .place = (uint32_t)(part.shared - p.shared) | bytes << SWRT_TENSOR_BYTES_AT |
                                               finish << SWRT_TENSOR_FINISH_AT |
                                               (uint64_t)p.map->type << SWRT_TENSOR_TYPE_AT};
}

void swrt_tensor_finish(void *shared, void *global, uint64_t place) {
    uint32_t bytes = (uint32_t)(place >> SWRT_TENSOR_BYTES_AT & 0xffff);
    unsigned type = (unsigned)(place >> SWRT_TENSOR_TYPE_AT);
    if (global && type == SWRT_TENSOR_B6_P32)
        pack(global, shared, bytes);
    else if (global)
        round_to_tf32(shared, bytes);
    else
        fill_with_nan(shared, bytes);
}
