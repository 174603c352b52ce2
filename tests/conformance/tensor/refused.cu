/* Copies by tensor maps that there are not: maps that nobody has made, or made for something else, places that they do not
 * take. The errors are an H200's, but for what only Softwarp
 * refuses (docs/differences.md). */
// SWCC: -arch=sm_90
// NO-GPU: after such an error a process cannot use the device any more
// STDERR: a tensor map that no function of the driver API has made
// STDERR: a tensor map that has been overwritten
// STDERR: a copy by a tensor map of another rank than the instruction's
// STDERR: a copy by a tensor map of another mode than the instruction's (tile, im2col)
// STDERR: a copy by a tensor map whose place in shared memory is no multiple of 128 bytes
// STDERR: a copy by a tensor map whose box does not fit into shared memory there
// STDERR: a copy by a tensor map whose first coordinate is no multiple of 16 bytes
// STDERR: a copy by im2col that begins outside of the box between its corners
// STDERR: a store by a tensor map that begins at a negative coordinate
// STDERR: a store by a tensor map whose corners lie outside of the tensor
// STDERR: a reduction by a tensor map whose elements have no such operation
// STDERR: a copy by an interleaved tensor map of more than one slice of channels, whose order is not known
// STDERR: a copy by im2col with an offset of more than its 16, 8 or 5 bits
// STDERR: a copy by im2col::w whose pixels do not all lie between the corners along W
// STDERR: a copy by a tensor map whose address is no multiple of 64
// STDERR: tensormap.replace with a value that the field cannot have
#define LOADS(ROW)                                                                               \
    ROW(TILE, 1, "1d", "tile.", "{%3}", "")                                                      \
    ROW(TILE, 2, "2d", "tile.", "{%3, %4}", "")                                                  \
    ROW(TILE, 4, "4d", "tile.", "{%3, %4, %5, %6}", "")                                          \
    ROW(IM2COL, 4, "4d", "im2col.", "{%3, %4, %5, %6}", ", {%8, %9}")                            \
    ROW(WIDE, 4, "4d", "im2col::w.", "{%3, %4, %5, %6}", ", {%8, %9}")
#define STORES(ROW)                                                                              \
    ROW(STORE, TILE, 2, "cp", "2d", "", "tile.", "{%3, %4}")                                     \
    ROW(STORE, IM2COL, 4, "cp", "4d", "", "im2col_no_offs.", "{%3, %4, %5, %6}")                 \
    ROW(ADD, TILE, 1, "cp.reduce", "1d", "add.", "tile.", "{%3}")                                \
    ROW(MIN, TILE, 1, "cp.reduce", "1d", "min.", "tile.", "{%3}")                                \
    ROW(INC, TILE, 1, "cp.reduce", "1d", "inc.", "tile.", "{%3}")                                \
    ROW(XOR, TILE, 1, "cp.reduce", "1d", "xor.", "tile.", "{%3}")
#include "copy.h"

enum { BAD_INSTRUCTION = 715, BAD_ALIGNMENT = 716, BAD_ADDRESS = 700 };
#define BOX "type=1 dims=64,8 strides=128 box=32,4 "
#define PIXELS "type=1 dims=8,9,14,4 strides=16,144,2016 lower=-1,-1 upper=-1,-1 channels=8 pixels=16 "
static const struct {
    const char *what, *line;
    int error;
} rows[] = {
    {"zeros", BOX, BAD_INSTRUCTION}, {"ones", BOX, BAD_INSTRUCTION}, {"type", BOX, BAD_INSTRUCTION},
    {"", BOX "instruction=1", BAD_INSTRUCTION}, {"", "type=1 dims=64,9,14,4 strides=128,1152,16128 box=8,1,1,1 mode=1 bytes=16", BAD_INSTRUCTION},
    {"", PIXELS "mode=0", BAD_INSTRUCTION}, {"", BOX "shared=16", BAD_ALIGNMENT}, {"", BOX "shared=64", BAD_ALIGNMENT},
    {"", "op=1 " BOX "shared=64", BAD_ALIGNMENT}, {"", "type=1 dims=512,512 strides=1024 box=256,256", BAD_ADDRESS},
    {"", BOX "at=-3,0", BAD_INSTRUCTION}, {"", "type=0 dims=64,8 strides=64 box=32,4 at=40,6", BAD_INSTRUCTION},
    {"", PIXELS "at=0,-2,3,1", BAD_INSTRUCTION}, {"", PIXELS "at=0,9,3,1", BAD_INSTRUCTION}, {"", PIXELS "at=0,3,20,1", BAD_INSTRUCTION},
    {"", PIXELS "at=0,3,3,1 offsets=256,0", BAD_INSTRUCTION},
    {"", "type=1 dims=8,9,14,4 strides=16,144,2016 box=8,9,16,1 interleave=1", BAD_INSTRUCTION},
    {"", "type=1 dims=32,9,14,4 strides=64,576,8064 channels=32 pixels=16 swizzle=2 wide=0", BAD_INSTRUCTION},
    {"", "op=1 " BOX "at=-8,0", BAD_INSTRUCTION}, {"", "op=1 " BOX "at=0,-1", BAD_INSTRUCTION}, {"", "op=1 " PIXELS, BAD_INSTRUCTION},
    {"", "op=2 type=0 dims=64 box=32", BAD_INSTRUCTION}, {"", "op=2 type=5 dims=64 box=32", BAD_INSTRUCTION},
    {"", "op=3 type=7 dims=64 box=32", BAD_INSTRUCTION}, {"", "op=5 type=3 dims=64 box=32", BAD_INSTRUCTION},
    {"", "op=9 type=6 dims=64 box=32", BAD_INSTRUCTION}, {"", "op=9 type=5 dims=64 box=32", BAD_INSTRUCTION},
    {"unmapped", BOX, BAD_ADDRESS}, {"unmapped", "op=1 " BOX, BAD_ADDRESS}, {"misplaced", BOX, BAD_ALIGNMENT}, {"field", BOX, BAD_INSTRUCTION},
};

__global__ void copy_by_address(const CUtensorMap *map, copy_arguments a, u8 *image, u64 *told) { copy_once(map, a, image, told); }

__global__ void replace_field(CUtensorMap *map) {
    asm volatile("tensormap.replace.tile.element_stride.global.b1024.b32 [%0], 1, %1;" ::"l"(map), "r"(9) : "memory");
}

static void spoil(CUtensorMap *map, const char *what) {
    u8 *bytes = (u8 *)map;
    if (!std::strcmp(what, "zeros")) std::memset(bytes, 0, sizeof *map);
    if (!std::strcmp(what, "ones")) std::memset(bytes, 0xff, sizeof *map);
    if (!std::strcmp(what, "type")) bytes[5] = 99;
}

int main() {
    for (auto &row : rows) {
        tensor_memory m;
        tensor_case c = read_case(row.line);
        bool is_by_address = !std::strcmp(row.what, "misplaced") || !std::strcmp(row.what, "field");
        u8 *base = std::strcmp(row.what, "unmapped") ? m.global : (u8 *)(1ull << 46);
        CUtensorMap map;
        CHECK_EQUAL(CUDA_SUCCESS, encode(c, &map, base));
        spoil(&map, row.what);
        CUtensorMap *at = (CUtensorMap *)(m.global + (std::strcmp(row.what, "misplaced") ? 0 : 16));
        std::memcpy(at, &map, sizeof map);
        if (!std::strcmp(row.what, "field")) replace_field<<<1, 1>>>(at);
        if (is_by_address) copy_by_address<<<1, 32, SHARED_BYTES>>>(at, arguments_of(c), m.image, m.told);
        else copy_by<<<1, 32, SHARED_BYTES>>>(map, arguments_of(c), m.image, m.told);
        CHECK_AT(&row - rows, row.error, (int)cudaDeviceSynchronize());
        CUDA(cudaDeviceReset());
    }
    return check_result();
}
