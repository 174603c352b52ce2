/* Copies by tensor maps between global and shared memory, tile by tile and pixel by pixel: every rank, type and swizzle,
 * element strides, boxes that reach out of the tensor on each side (PTX ISA, cp.async.bulk.tensor, Tensors). */
// NO-GPU: not yet recorded as a whole; an H200 printed the same lines, with two more (differences.md, stores of 16 bytes)
// SWCC: -arch=sm_90
#define LOADS(ROW) LOAD_TILES(ROW) LOAD_PIXELS(ROW)
#define STORES(ROW) STORE_TILES(ROW) STORE_PIXELS(ROW)
#include "copy.h"

#define BOX_2 "type=1 dims=64,8 strides=128 box=32,4"
#define LONG_2 "type=1 dims=64,20 strides=128"
#define FILL_2 "dims=64,8 strides=512 fill=1 at=56,6"
#define PIXELS "type=1 dims=8,9,14,4 strides=16,144,2016 lower=-1,-1 upper=-1,-1 channels=8"
#define CHANNELS "type=1 dims=64,9,14,4 strides=128,1152,16128 lower=-1,-1 upper=-1,-1 at=8,3,3,1 offsets=0,1"
#define PIXELS_5 "type=1 dims=8,5,4,3,2 strides=16,80,320,960 channels=8 pixels=70"
static const char *const lines[] = {
    /* ranks, and a box that reaches out */
    "type=1 dims=64 box=32 at=0", "type=1 dims=64 box=32 at=48", "type=1 dims=64 box=32 at=-8", "type=1 dims=61 box=32 at=48",
    BOX_2 " at=16,2", BOX_2 " at=48,6", BOX_2 " at=-16,-2", BOX_2 " at=104,20", BOX_2 " at=-2147483648,2", BOX_2 " at=16,2 shared=128",
    BOX_2 " at=16,2 address=48", "type=1 dims=64,8 strides=144 box=24,4 at=16,2",
    "type=1 dims=16,8,4 strides=64,1024 box=8,3,3 at=8,6,2", "type=1 dims=16,8,4,3 strides=64,1024,8192 box=8,2,2,2 at=8,6,2,2",
    "type=1 dims=16,8,4,3,2 strides=64,1024,8192,32768 box=8,2,2,2,2 at=8,6,2,1,-1",
    /* strides that make rows overlap */
    "type=1 dims=64,8 strides=16 box=32,4 at=16,2", "type=1 dims=64,8,4 strides=128,16 box=32,2,2 at=0,1,1",
    /* element strides */
    BOX_2 " steps=1,2 box=32,8", BOX_2 " steps=1,3 box=32,7 at=16,1", BOX_2 " steps=2,8 at=16,2",
    "type=1 dims=64,8,6 strides=128,1024 box=16,5,6 at=16,-1,-1 steps=8,2,3",
    /* swizzles, at each place of their pattern, and with rows that are shorter */
    LONG_2 " box=16,16 at=16,2 swizzle=1", LONG_2 " box=32,16 at=16,2 swizzle=2", LONG_2 " box=64,16 at=16,2 swizzle=3",
    LONG_2 " box=16,16 at=0,2 swizzle=1 shared=128", LONG_2 " box=32,16 at=0,2 swizzle=2 shared=384",
    LONG_2 " box=64,16 at=0,2 swizzle=3 shared=640", LONG_2 " box=8,16 at=16,2 swizzle=1", LONG_2 " box=24,16 at=16,2 swizzle=2",
    LONG_2 " box=8,16 at=16,2 swizzle=3", LONG_2 " box=48,16 at=16,2 swizzle=3",
    "type=1 dims=64,20,4 strides=128,2560 box=48,3,3 at=16,2,1 swizzle=3",
    "type=1 dims=64,8,6 strides=128,1024 box=16,5,6 at=16,-1,-1 steps=1,2,3 swizzle=1",
    /* types: fill, and what becomes of floats on the way */
    "type=0 dims=64,8 strides=512 box=32,4 at=48,6", "type=2 dims=64,8 strides=512 box=16,4 at=56,6",
    "type=3 dims=64,8 strides=512 box=16,4 at=-12,6", "type=4 dims=64,8 strides=512 box=16,4 at=62,6",
    "type=5 dims=64,8 strides=512 box=4,4 at=60,-1", FILL_2 " type=6 box=16,4", FILL_2 " type=7 box=16,4", FILL_2 " type=8 box=16,4",
    FILL_2 " type=9 box=16,4", FILL_2 " type=10 box=16,4", FILL_2 " type=11 box=16,4 data=1", FILL_2 " type=12 box=16,4",
    FILL_2 " type=8 box=16,3 swizzle=3", "type=7 dims=64,8 strides=256 box=64,1 data=1", "type=10 dims=64,8 strides=256 box=64,1 data=1",
    "type=11 dims=64,8 strides=256 box=64,1 data=1", "type=11 dims=64,8 strides=256 box=32,3 swizzle=3 data=1",
    /* im2col: the PTX ISA's examples, and walks through all three dimensions */
    PIXELS " pixels=64 at=0,7,7,0", PIXELS " lower=0,0 upper=-2,-2 pixels=64 at=0,6,7,0 offsets=2,2",
    PIXELS " dims=8,8,14,4 pixels=32 at=0,5,7,0 offsets=1,1 steps=1,2,2,1", PIXELS " pixels=32 at=0,-1,-1,0 offsets=1,1 steps=1,3,2,1",
    PIXELS " pixels=80 at=0,-1,-1,0 offsets=1,1 steps=1,2,2,2", PIXELS " pixels=64 at=0,7,10,3", PIXELS " pixels=16 at=0,-1,-1,-1",
    PIXELS " type=6 pixels=64 at=0,7,10,3 offsets=1,2 fill=1", PIXELS " pixels=16 at=0,3,3,9", PIXELS " pixels=16 at=0,3,3,1 offsets=255,0",
    PIXELS " lower=2,3 upper=-2,-3 pixels=64 at=0,2,3,0", CHANNELS " channels=16 pixels=16 at=56,3,3,1",
    CHANNELS " channels=16 pixels=16 at=-8,3,3,1", CHANNELS " channels=40 pixels=6", CHANNELS " channels=64 pixels=24 swizzle=3 at=0,3,3,1",
    CHANNELS " channels=32 pixels=24 swizzle=2", CHANNELS " channels=24 pixels=24 swizzle=2 shared=256",
    "type=1 dims=8,20,6 strides=16,512 lower=-2 upper=1 channels=8 pixels=40 at=0,15,2 offsets=1",
    "type=1 dims=8,20,6 strides=16,512 lower=0 upper=-3 channels=8 pixels=40 at=0,0,2 offsets=3 steps=1,2,1",
    PIXELS_5 " lower=-1,-1,-1 upper=-1,-1,-1 at=0,2,1,0,0 offsets=1,1,1",
    PIXELS_5 " lower=-1,0,-1 upper=0,-1,-1 at=0,-1,0,-1,0 offsets=1,1,2 steps=1,2,1,2,1",
    /* interleaved: cells of 16 and 32 bytes */
#define CELLS "type=1 dims=64,16,8 strides=1024,8192 interleave=1"
    CELLS " box=8,4,2 at=0,0,0", CELLS " box=8,4,2 at=8,2,1", CELLS " box=16,4,2 at=56,2,-1", CELLS " type=0 box=16,4,2 at=16,2,1",
    CELLS " type=2 box=16,4,2 at=16,2,1", CELLS " type=2 box=16,4,2 at=16,2,1 interleave=2 swizzle=1",
    "type=1 dims=64,16,8,4 strides=256,2048,16384 box=16,4,2,2 at=8,2,1,1 interleave=1 swizzle=2",
    "type=1 dims=64,16,8,3,2 strides=256,4096,16384,49152 box=16,4,2,2,2 at=8,14,7,2,1 interleave=1",
    "type=1 dims=8,9,14,4 strides=2016,16,144 lower=-1,-1 upper=-1,-1 channels=8 pixels=16 at=0,3,3,1 offsets=0,1 interleave=1",
    "type=1 dims=16,9,14,4 strides=16,144,2016 lower=-1,-1 upper=-1,-1 channels=8 pixels=16 at=8,3,3,1 offsets=0,1 interleave=1",
    /* stores: what lies outside stays */
    "op=1 type=1 dims=64 box=32 at=48", "op=1 " BOX_2 " at=16,2",
    "op=1 " BOX_2 " at=48,6", "op=1 " BOX_2 " at=104,20", "op=1 " LONG_2 " box=64,16 at=16,2 swizzle=3",
    "op=1 " LONG_2 " box=32,16 at=16,2 swizzle=2 shared=128", "op=1 " LONG_2 " box=48,16 at=16,2 swizzle=3",
    "op=1 type=1 dims=64,8,6 strides=128,1024 box=16,5,6 at=16,1,1 steps=1,2,3",
    "op=1 type=1 dims=16,8,4,3 strides=64,1024,8192 box=8,2,2,2 at=8,6,2,2",
    "op=1 type=1 dims=16,8,4,3,2 strides=64,1024,8192,32768 box=8,2,2,2,2 at=8,6,2,1,0", "op=1 type=12 dims=64,8 strides=256 box=32,1 data=1",
    "op=1 " PIXELS " lower=0,0 upper=0,0 pixels=64 at=0,6,7,0", "op=1 " PIXELS " lower=0,0 upper=-2,-2 pixels=64 at=0,6,7,0",
    "op=1 " PIXELS " lower=0,0 upper=-1,-1 pixels=32 at=0,2,2,0 steps=1,2,2,1",
    "op=1 type=1 dims=8,20,6 strides=16,512 lower=0 upper=0 channels=8 pixels=40 at=0,15,4",
    "op=1 " PIXELS_5 " at=0,2,1,0,0",
};

int main() {
    tensor_memory memory;
    for (const char *line : lines) check_copy(memory, line);
    return check_result();
}
