/* What tensor maps and their copies have since compute capability 10.0: rows from here and there (tile::gather4,
 * tile::scatter4), im2col::w and im2col::w::128, elements of 4 and 6 bits, swizzles of larger pieces (PTX ISA, Tensors;
 * cp.async.bulk.tensor). And stores of rows that end within 16 bytes, of which an H200 writes all 16. */
// SWCC: -arch=sm_100a
// NO-GPU: an H200 has compute capability 9.0; by the PTX ISA alone
#define LOADS(ROW)                                                                               \
    ROW(TILE, 2, "2d", "tile.", "{%3, %4}", "")                                                  \
    ROW(GATHER, 2, "2d", "tile::gather4.", "{%3, %4, %5, %6, %7}", "")                           \
    ROW(WIDE, 4, "4d", "im2col::w.", "{%3, %4, %5, %6}", ", {%8, %9}")                           \
    ROW(WIDE_128, 4, "4d", "im2col::w::128.", "{%3, %4, %5, %6}", ", {%8, %9}")
#define STORES(ROW)                                                                              \
    ROW(STORE, TILE, 2, "cp", "2d", "", "tile.", "{%3, %4}")                                     \
    ROW(STORE, GATHER, 2, "cp", "2d", "", "tile::scatter4.", "{%3, %4, %5, %6, %7}")
#include "copy.h"

#define ROWS "type=1 dims=64,20 strides=128 mode=2 "
#define LONG_2 "type=1 dims=64,20 strides=128 box=64,16 at=0,2 "
#define WIDE_W "type=1 dims=32,150,3,2 strides=64,9600,28800 channels=32 lower=-1 upper=0 swizzle=2 wide=0 "
#define WIDE_P "type=1 dims=32,300,2,1 strides=64,19200,38400 channels=32 lower=-1 upper=0 swizzle=2 wide=1 "
static const char *const lines[] = {
    ROWS "box=32,1 at=16,7,3,19,0", ROWS "box=32,1 at=48,7,-1,20,3", ROWS "box=64,1 at=0,1,2,4,8 swizzle=3", ROWS "type=6 box=32,1 at=48,7,-1,20,3 fill=1",
    "op=1 " ROWS "box=32,1 at=16,7,3,19,0", "op=1 " ROWS "box=32,1 at=48,7,25,20,3", "op=1 " ROWS "box=64,1 at=0,1,2,4,8 swizzle=3",
    LONG_2 "swizzle=4", LONG_2 "swizzle=5", LONG_2 "swizzle=6", LONG_2 "swizzle=4 shared=384", LONG_2 "swizzle=5 shared=128", LONG_2 "swizzle=6 shared=128 box=40,16",
    "op=1 " LONG_2 "swizzle=4", "op=1 " LONG_2 "swizzle=5", "op=1 " LONG_2 "swizzle=6",
    WIDE_W "pixels=64 at=0,-1,1,1", WIDE_W "pixels=64 at=0,3,1,1 offsets=2,0", WIDE_W "pixels=75 at=0,-1,2,0 steps=1,2,1,1 offsets=1,0",
    WIDE_W "pixels=75 at=0,-1,2,0 steps=1,2,1,1 offsets=0,1", WIDE_W "pixels=32 at=0,118,1,2 offsets=3,1",
    "op=1 type=1 dims=61,8 strides=128 box=32,4 at=48,2", "op=1 type=0 dims=103,8 strides=128 box=64,4 at=64,2",
    WIDE_P "at=0,-1,1,0", WIDE_P "at=0,7,1,0 offsets=2,0", WIDE_P "at=0,-1,0,0 steps=1,2,1,1 offsets=1,1",
};

/* Elements of 4 bits without padding are copied as bytes are. */
static void check_as_bytes(tensor_memory &m, const char *line, const char *bytes) {
    tensor_case c = read_case(line), same = read_case(bytes);
    CUtensorMap map;
    CHECK_EQUAL(CUDA_SUCCESS, encode(c, &map, m.global));
    m.fill(same);
    if (c.op == LOAD) expect_load(same, m.global, m.expected);
    else std::memcpy(m.expected, m.global, GLOBAL_BYTES), expect_store(same, m.image, m.expected);
    m.run(c, map);
    for (int i = 0; i < (c.op == LOAD ? SHARED_BYTES : GLOBAL_BYTES); i++) CHECK_AT(i, m.expected[i], (c.op == LOAD ? m.image : m.global)[i]);
}

/* Sixteen elements take 16 bytes of shared memory, and 8 or 12 of global memory; 6 bits go back from 8. */
static void check_padded(tensor_memory &m, const char *line) {
    tensor_case c = read_case(line);
    CUtensorMap map;
    const int packed = c.type == 14 ? 8 : 12, groups = 8;
    CHECK_EQUAL(CUDA_SUCCESS, encode(c, &map, m.global));
    m.fill(c);
    std::memcpy(m.expected, c.op == LOAD ? m.image : m.global, c.op == LOAD ? SHARED_BYTES : GLOBAL_BYTES);
    for (int row = 0; row < (int)c.box[1]; row++)
        for (int group = 0; group < groups; group++) {
            int shared = swizzled(c.swizzle, c.shared + (row * groups + group) * 16);
            bool is_inside = c.at[1] + row < (int)c.dims[1] && c.at[0] < (int)c.dims[0];
            int global = (c.at[1] + row) * (int)c.strides[0] + (c.at[0] / 16 + group) * packed;
            if (c.op == LOAD) {
                for (int i = 0; i < packed || (!is_inside && i < 16); i++) m.expected[shared + i] = is_inside ? m.global[global + i] : 0;
            } else if (is_inside) {
                unsigned __int128 bits = 0;
                for (int i = 0; i < 16; i++) bits |= (unsigned __int128)(m.image[shared + i] & 63) << 6 * i;
                std::memcpy(m.expected + global, &bits, (size_t)packed);
            }
        }
    m.run(c, map);
    for (int i = 0; i < (c.op == LOAD ? SHARED_BYTES : GLOBAL_BYTES); i++) CHECK_AT(i, m.expected[i], (c.op == LOAD ? m.image : m.global)[i]);
}

/* One box by every form of the instruction: where to, to whom, with which hint, of which pair of blocks. */
#define FORMS(ROW)                                                                                                        \
    ROW("shared::cta.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {8, 2}], [%2];")                                 \
    ROW("shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {8, 2}], [%2], %3;")               \
    ROW("shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {8, 2}], [%2], %4;")      \
    ROW("shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], [%1, {8, 2}], [%2], %4, %3;") \
    ROW("shared::cta.global.tile.mbarrier::complete_tx::bytes.cta_group::1 [%0], [%1, {8, 2}], [%2];")                    \
    ROW("shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2.L2::cache_hint [%0], [%1, {8, 2}], [%2], %3;") \
    ROW("tile.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {8, 2}], [%2];")
enum { FORM_COUNT = 7, FORM_BYTES = 256 };
__global__ void forms(const __grid_constant__ CUtensorMap map, u8 *out) {
    __shared__ alignas(128) u8 tiles[FORM_COUNT][FORM_BYTES];
    __shared__ u64 full;
    u32 bar = (u32)__cvta_generic_to_shared(&full), i = 0;
    u64 policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint [%0, {8, 2}], %1;" ::"l"(&map), "l"(policy) : "memory");
        asm volatile("cp.async.bulk.prefetch.tensor.4d.L2.global.im2col [%0, {8, 2, 0, 0}], {0, 0};" ::"l"(&map) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(FORM_COUNT * FORM_BYTES) : "memory");
#define FORM(text)                                                                                                        \
    asm volatile("cp.async.bulk.tensor.2d." text ::"r"((u32)__cvta_generic_to_shared(tiles[i++])), "l"(&map), "r"(bar),    \
                 "l"(policy), "h"((u16)1) : "memory");
        FORMS(FORM)
    }
    asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra AGAIN; }" ::"r"(bar) : "memory");
    for (int k = threadIdx.x; k < FORM_COUNT * FORM_BYTES; k += blockDim.x) out[k] = tiles[0][k];
}
static void check_forms(tensor_memory &m) {
    tensor_case c = read_case("type=1 dims=64,8 strides=128 box=32,4 at=8,2");
    CUtensorMap map;
    CHECK_EQUAL(CUDA_SUCCESS, encode(c, &map, m.global));
    m.fill(c);
    expect_load(c, m.global, m.expected);
    forms<<<1, 32>>>(map, m.image);
    FINISH();
    for (int i = 0; i < FORM_COUNT * FORM_BYTES; i++) CHECK_AT(i, m.expected[i % FORM_BYTES], m.image[i]);
}

static const struct {
    const char *line;
    int code;
} codes[] = {
#define B4 "type=13 dims=256,8 strides=128 box=64,4"
#define P4 "type=14 dims=256,8 strides=128 box=128,4"
#define P6 "type=15 dims=256,8 strides=192 box=128,4"
#define W "type=1 dims=64,9,14,4 strides=128,1152,16128 channels=32 pixels=16 wide=0 swizzle=2"
    {B4, 0}, {B4 " dims=255,8", 1}, {B4 " dims=254,8", 0}, {B4 " box=16,4", 1}, {B4 " box=32,4", 0}, {B4 " box=64,4 swizzle=1", 0}, {B4 " box=128,4 swizzle=1", 1},
    {B4 " fill=1", 1}, {B4 " address=16", 0}, {P4, 0}, {P4 " address=16", 1}, {P4 " address=32", 0}, {P4 " dims=192,8", 1}, {P4 " strides=144", 1},
    {P4 " strides=160", 0}, {P4 " box=64,4", 1}, {P4 " box=256,4", 1}, {P4 " swizzle=1", 1}, {P4 " swizzle=2", 1}, {P4 " swizzle=3", 0}, {P4 " swizzle=4", 0},
    {P4 " swizzle=5", 1}, {P4 " swizzle=6", 1}, {P4 " fill=1", 1}, {P6, 0}, {P6 " swizzle=3", 0}, {P6 " swizzle=4", 0}, {P6 " swizzle=5", 1}, {P6 " swizzle=6", 0},
    {P6 " swizzle=1", 1}, {P6 " rank=3 dims=256,8,2 strides=192,1536 box=128,4,1 interleave=1", 1}, {LONG_2 "swizzle=4", 0}, {LONG_2 "swizzle=6 box=72,4", 1},
    {W, 0}, {W " swizzle=3", 0}, {W " swizzle=4", 0}, {W " swizzle=0", 1}, {W " swizzle=1", 1}, {W " swizzle=5", 1}, {W " wide=2", 1}, {W " wide=1", 0},
    {W " pixels=0", 1}, {W " wide=1 pixels=0", 0}, {W " interleave=1", 1}, {W " rank=2", 1}, {W " lower=-32768", 0}, {W " lower=-32769", 1}, {W " upper=32768", 1},
    {W " lower=9", 1}, {W " lower=8", 0}, {W " channels=64", 1}, {W " channels=64 swizzle=3", 0}, {W " channels=12", 1}, {W " fill=1", 1},
};

int main() {
    tensor_memory memory;
    for (const char *line : lines) check_copy(memory, line);
    check_as_bytes(memory, "type=13 dims=256,8 strides=128 box=128,4 at=160,5", "type=0 dims=128,8 strides=128 box=64,4 at=80,5");
    check_as_bytes(memory, "type=13 dims=256,8 strides=128 box=64,4 at=-32,5 swizzle=1", "type=0 dims=128,8 strides=128 box=32,4 at=-16,5 swizzle=1");
    check_as_bytes(memory, "op=1 type=13 dims=256,8 strides=128 box=128,4 at=160,5", "op=1 type=0 dims=128,8 strides=128 box=64,4 at=80,5");
    check_padded(memory, "type=14 dims=256,8 strides=128 box=128,4 at=128,2");
    check_padded(memory, "type=14 dims=256,8 strides=128 box=128,4 at=0,2 swizzle=3");
    check_padded(memory, "type=14 dims=256,8 strides=128 box=128,4 at=0,2 swizzle=4");
    check_padded(memory, "type=15 dims=256,8 strides=192 box=128,8 at=0,1 swizzle=3");
    check_padded(memory, "op=1 type=15 dims=256,8 strides=192 box=128,4 at=128,2");
    check_padded(memory, "op=1 type=15 dims=256,8 strides=192 box=128,4 at=0,6 swizzle=6");
    check_forms(memory);
    for (auto &row : codes) {
        CUtensorMap map;
        CHECK_AT(&row - codes, row.code, (int)encode(read_case(row.line), &map, (void *)0x7f0000000000ull));
    }
    return check_result();
}
