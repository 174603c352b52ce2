/* What cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col say of wrong arguments, each condition of the reference from both
 * sides (CUDA Driver API, Tensor Map Object Management); cuTensorMapReplaceAddress. code: 1 is CUDA_ERROR_INVALID_VALUE. */
// SWCC: -arch=sm_90
#include "tensor.h"

#define TILE_3 "type=1 dims=64,32,16 strides=128,4096 box=32,8,4"
#define TILE_2 "type=1 dims=64,8 strides=128 box=32,4"
#define PIXELS_4 "type=1 dims=64,9,14,4 strides=128,1152,16128 lower=-1,-1 upper=-1,-1 channels=32 pixels=16"
#define PIXELS_3 "type=1 dims=64,40000,4 strides=128,5120000 channels=32 pixels=16"
#define PIXELS_5 "type=1 dims=64,9,14,6,4 strides=128,1152,16128,96768 channels=32 pixels=16"
static const char *const lines[] = {
    /* rank */
    TILE_3, TILE_3 " rank=0 code=1", TILE_3 " rank=1", TILE_3 " rank=2", TILE_3 " rank=6 code=1",
    "type=1 dims=64,4,4,4,4 strides=128,512,2048,8192 box=32,1,1,1,1",
    /* data type */
    TILE_2 " type=-1 code=1", TILE_2 " type=16 code=1", TILE_2 " type=0", TILE_2 " type=4 strides=512", TILE_2 " type=12 strides=256",
    /* global address */
    TILE_3 " address=8 code=1", TILE_3 " address=1 code=1", TILE_3 " address=16",
    TILE_3 " address=16 interleave=2 swizzle=1 code=1", TILE_3 " address=32 interleave=2 swizzle=1",
    /* dimensions */
    TILE_2 " dims=0,8 code=1", TILE_2 " dims=64,0 code=1", TILE_2 " dims=64,0x100000000", TILE_2 " dims=64,0x100000001 code=1",
    "type=1 dims=0x100000000 box=32", "type=1 dims=0x100000001 box=32 code=1",
    /* strides: not that one includes another */
    TILE_2 " strides=120 code=1", TILE_2 " strides=144", TILE_2 " strides=16", TILE_2 " strides=0", TILE_2 " strides=0xfffffffff0",
    TILE_2 " strides=0x10000000000 code=1", TILE_3 " strides=4096,128", TILE_3 " strides=128,1000 code=1",
    TILE_3 " strides=144,4608 interleave=1", TILE_3 " strides=144,4608 interleave=2 swizzle=1 code=1",
    /* box */
    TILE_2 " box=0,4 code=1", TILE_2 " box=32,0 code=1", TILE_2 " box=256,4", TILE_2 " box=264,4 code=1", TILE_2 " box=32,256",
    TILE_2 " box=32,257 code=1", TILE_2 " box=8,4", TILE_2 " box=4,4 code=1", TILE_2 " box=12,4 code=1",
    TILE_2 " type=0 box=24,4 code=1", TILE_2 " type=8 strides=512 box=1,4 code=1", TILE_2 " type=8 strides=512 box=2,4",
    TILE_3 " box=4,8,4 interleave=1 code=1", TILE_3 " box=256,8,4 interleave=1",
    /* element strides; the first is not used, and looked at all the same */
    TILE_3 " steps=1,0,1 code=1", TILE_3 " steps=1,8,1", TILE_3 " steps=1,9,1 code=1", TILE_3 " steps=1,1,9 code=1",
    TILE_3 " steps=0,1,1 code=1", TILE_3 " steps=9,1,1 code=1", TILE_3 " steps=2,1,1", TILE_3 " steps=8,1,1 interleave=1",
    /* interleave, swizzle, promotion, fill */
    TILE_3 " interleave=-1 code=1", TILE_3 " interleave=3 code=1", TILE_3 " interleave=1 swizzle=3",
    "type=1 dims=64,32 strides=128 box=32,8 interleave=1 code=1", TILE_2 " swizzle=-1 code=1", TILE_2 " swizzle=7 code=1",
    TILE_2 " box=16,4 swizzle=1", TILE_2 " box=24,4 swizzle=1 code=1", TILE_2 " box=32,4 swizzle=2", TILE_2 " box=40,4 swizzle=2 code=1",
    TILE_2 " box=64,4 swizzle=3", TILE_2 " box=72,4 swizzle=3 code=1", TILE_2 " box=8,4 swizzle=3",
    TILE_3 " promotion=3", TILE_3 " promotion=4 code=1", TILE_3 " promotion=-1 code=1", TILE_3 " fill=2 code=1",
    TILE_3 " fill=-1 code=1", TILE_3 " fill=1 code=1", TILE_3 " type=0 fill=1 code=1", TILE_3 " type=2 fill=1 strides=256,8192 code=1",
    TILE_3 " type=6 fill=1", TILE_3 " type=7 fill=1", TILE_3 " type=9 fill=1", TILE_3 " type=8 fill=1 strides=512,16384",
    TILE_3 " type=10 fill=1 strides=256,8192", TILE_3 " type=12 fill=1 strides=256,8192",
    /* im2col: ranks, corners, an empty box */
    PIXELS_4, PIXELS_4 " rank=2 code=1", PIXELS_4 " rank=3", PIXELS_4 " rank=6 code=1", PIXELS_5,
    PIXELS_4 " lower=-128,-128", PIXELS_4 " lower=-129,-1 code=1", PIXELS_4 " lower=-1,-129 code=1",
    PIXELS_4 " lower=127,1 upper=127,1", PIXELS_4 " lower=128,1 upper=128,1 code=1", PIXELS_4 " upper=-129,-1 code=1",
    PIXELS_4 " upper=-9,-1", PIXELS_4 " upper=-10,-1 code=1", PIXELS_4 " lower=8,0 upper=0,0",
    PIXELS_4 " lower=9,0 upper=0,0 code=1", PIXELS_4 " lower=0,13 upper=0,0", PIXELS_4 " lower=0,14 upper=0,0 code=1",
    PIXELS_3 " lower=-32768 upper=0", PIXELS_3 " lower=-32769 upper=0 code=1", PIXELS_3 " lower=32767 upper=32767",
    PIXELS_3 " lower=32767 upper=32768 code=1", PIXELS_5 " lower=-16,-16,-16", PIXELS_5 " lower=-17,0,0 code=1",
    PIXELS_5 " lower=0,0,-17 code=1", PIXELS_5 " upper=15,15,15", PIXELS_5 " upper=0,0,16 code=1", PIXELS_5 " lower=0,0,6 code=1",
    /* im2col: channels, pixels, and what tiles have too */
    PIXELS_4 " channels=256", PIXELS_4 " channels=264 code=1", PIXELS_4 " channels=4 code=1", PIXELS_4 " channels=12 code=1",
    PIXELS_4 " pixels=0 code=1", PIXELS_4 " pixels=1024", PIXELS_4 " pixels=1025 code=1", PIXELS_4 " steps=1,8,8,1",
    PIXELS_4 " steps=1,9,1,1 code=1", PIXELS_4 " steps=1,1,1,0 code=1", PIXELS_4 " steps=1,1,1,8", PIXELS_4 " swizzle=1 code=1",
    PIXELS_4 " swizzle=2", PIXELS_4 " fill=1 code=1", PIXELS_4 " type=7 fill=1 strides=256,2304,32256", PIXELS_4 " interleave=1",
    PIXELS_4 " interleave=3 code=1", PIXELS_4 " promotion=4 code=1", PIXELS_4 " address=8 code=1",
};

static void check_null() {
    auto tiled = (encode_tiled)driver_function("cuTensorMapEncodeTiled");
    cuuint64_t dims[] = {64, 8}, strides[] = {128};
    cuuint32_t box[] = {32, 4}, steps[] = {1, 1};
    CUtensorMap map;
    void *base = (void *)0x7f0000000000ull;
#define CODE(expected, map, base, dims, strides, box, steps)                                                              \
    CHECK_EQUAL(expected, tiled(map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, base, dims, strides, box, steps,                   \
                                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, \
                                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
    CODE(CUDA_SUCCESS, &map, base, dims, strides, box, steps);
    CODE(CUDA_SUCCESS, &map, nullptr, dims, strides, box, steps);
    CODE(CUDA_ERROR_INVALID_VALUE, nullptr, base, dims, strides, box, steps);
    CODE(CUDA_ERROR_INVALID_VALUE, &map, base, nullptr, strides, box, steps);
    CODE(CUDA_ERROR_INVALID_VALUE, &map, base, dims, nullptr, box, steps);
    CODE(CUDA_ERROR_INVALID_VALUE, &map, base, dims, strides, nullptr, steps);
    CODE(CUDA_ERROR_INVALID_VALUE, &map, base, dims, strides, box, nullptr);
}

static void check_replaced() {
    auto replace = (CUresult(*)(CUtensorMap *, void *))driver_function("cuTensorMapReplaceAddress");
    CUtensorMap map, other;
    u8 *base = (u8 *)0x7f0000000000ull;
    CHECK_EQUAL(CUDA_SUCCESS, encode(read_case(TILE_3), &map, base));
    CHECK_EQUAL(CUDA_SUCCESS, encode(read_case(TILE_3), &other, base + 4096));
    CHECK_EQUAL(CUDA_ERROR_INVALID_VALUE, replace(&map, base + 8));
    CHECK_EQUAL(CUDA_ERROR_INVALID_VALUE, replace(&map, nullptr));
    CHECK_EQUAL(CUDA_SUCCESS, replace(&map, base + 4096));
    CHECK_EQUAL(0, std::memcmp(&map, &other, sizeof map));
}

int main() {
    CUDA(cudaFree(nullptr));
    for (const char *line : lines) {
        CUtensorMap map;
        tensor_case c = read_case(line);
        int code = (int)encode(c, &map, (void *)0x7f0000000000ull);
        CHECK_AT(&line - &lines[0], c.code, code);
        std::printf("%s: %d\n", line, code);
    }
    check_null();
    check_replaced();
    return check_result();
}
