// FEW-WAYS
// Copies, prefetching and discarding in batches.
#include "../conformance.h"

enum { PARTS = 5, MOST = 1000 };

static void linear(cudaStream_t stream)
{
    std::vector<unsigned char> from(PARTS * MOST), back(PARTS * MOST, 0);
    DeviceArray<unsigned char> there(PARTS * MOST);
    const void *sources[PARTS];
    void *middles[PARTS], *results[PARTS];
    size_t sizes[PARTS];
    for (int i = 0; i < PARTS * MOST; i++)
        from[i] = (unsigned char)(i * 7 + 1);
    for (int i = 0; i < PARTS; i++) {
        sources[i] = &from[i * MOST];
        middles[i] = there + i * MOST;
        results[i] = &back[i * MOST];
        sizes[i] = MOST - i * i * 13 - i;
    }
    cudaMemcpyAttributes attributes[2] = {};
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
    attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    size_t starts[2] = {0, 2};
    void *const *d = middles, *const *back_to = results;
    const void *const *s = sources, *const *there_from = middles;
    CHECK(cudaMemcpyBatchAsync(d, s, sizes, PARTS, attributes, starts, 2, stream));
    CHECK(cudaMemcpyBatchAsync(back_to, there_from, sizes, PARTS, attributes[1], stream));
    CHECK(cudaStreamSynchronize(stream));
    int wrong = 0;
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < MOST; k++)
            wrong += back[i * MOST + k] != (size_t(k) < sizes[i] ? from[i * MOST + k] : 0);
    EXPECT_EQ(wrong, 0);

    auto say = [](const char *what, cudaError_t error) { printf("%s: %s\n", what, cudaGetErrorName(error)); };
    say("no parts", cudaMemcpyBatchAsync(d, s, sizes, 0, attributes, starts, 2, stream));
    say("no attributes", cudaMemcpyBatchAsync(d, s, sizes, PARTS, attributes, starts, 0, stream));
    size_t late[2] = {1, 2}, back_to_front[2] = {0, 0};
    say("first set late", cudaMemcpyBatchAsync(d, s, sizes, PARTS, attributes, late, 2, stream));
    say("sets not in order", cudaMemcpyBatchAsync(d, s, sizes, PARTS, attributes, back_to_front, 2, stream));
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    say("no order", cudaMemcpyBatchAsync(d, s, sizes, PARTS, attributes, starts, 2, stream));
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    say("null stream", cudaMemcpyBatchAsync(d, s, sizes, PARTS, attributes, starts, 2, nullptr));
    cudaGetLastError();
}

static void boxes(cudaStream_t stream)
{
    std::vector<int> from(8 * 6 * 4), back(8 * 6 * 4, -1);
    DeviceArray<int> there(5 * 3 * 2);
    for (size_t i = 0; i < from.size(); i++)
        from[i] = int(i);
    cudaMemcpy3DBatchOp ops[2] = {};
    ops[0].src.type = ops[0].dst.type = cudaMemcpyOperandTypePointer;
    ops[0].src.op.ptr.ptr = from.data();
    ops[0].src.op.ptr.rowLength = 8 * sizeof(int);
    ops[0].src.op.ptr.layerHeight = 6;
    ops[0].dst.op.ptr.ptr = there.at;
    ops[0].extent = make_cudaExtent(5 * sizeof(int), 3, 2);
    ops[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    ops[1] = ops[0];
    ops[1].src.op.ptr.ptr = there.at;
    ops[1].src.op.ptr.rowLength = ops[1].src.op.ptr.layerHeight = 0;
    ops[1].dst.op.ptr.ptr = back.data();
    ops[1].dst.op.ptr.rowLength = 8 * sizeof(int);
    ops[1].dst.op.ptr.layerHeight = 6;
    /* The parts of one batch have no order among them. */
    CHECK(cudaMemcpy3DBatchAsync(1, &ops[0], 0, stream));
    CHECK(cudaMemcpy3DBatchAsync(1, &ops[1], 0, stream));
    CHECK(cudaStreamSynchronize(stream));
    int wrong = 0;
    for (int z = 0; z < 4; z++)
        for (int y = 0; y < 6; y++)
            for (int x = 0; x < 8; x++) {
                int i = (z * 6 + y) * 8 + x;
                wrong += back[i] != (x < 5 && y < 3 && z < 2 ? i : -1);
            }
    EXPECT_EQ(wrong, 0);
    ops[0].extent.depth = 0;
    printf("no depth: %s\n", cudaGetErrorName(cudaMemcpy3DBatchAsync(1, &ops[0], 0, stream)));
    printf("no boxes: %s\n", cudaGetErrorName(cudaMemcpy3DBatchAsync(0, &ops[0], 0, stream)));
    cudaGetLastError();
}

/* Through an array: extents, offsets and rows count texels. */
static void arrays(cudaStream_t stream)
{
    enum { WIDTH = 7, HEIGHT = 5, ROW = 9 };
    cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 32, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &format, WIDTH, HEIGHT));
    std::vector<float2> from(ROW * HEIGHT), back(WIDTH * HEIGHT, make_float2(-1, -1));
    for (size_t i = 0; i < from.size(); i++)
        from[i] = make_float2(float(i), -float(i));
    cudaMemcpy3DBatchOp in = {}, out = {};
    in.src.type = out.dst.type = cudaMemcpyOperandTypePointer;
    in.dst.type = out.src.type = cudaMemcpyOperandTypeArray;
    in.src.op.ptr.ptr = from.data();
    in.src.op.ptr.rowLength = ROW;
    in.src.op.ptr.layerHeight = HEIGHT;
    in.dst.op.array.array = out.src.op.array.array = array;
    in.extent = make_cudaExtent(WIDTH, HEIGHT, 1);
    in.srcAccessOrder = out.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    out.src.op.array.offset.x = 2;
    out.src.op.array.offset.y = 1;
    out.dst.op.ptr.ptr = back.data();
    out.extent = make_cudaExtent(WIDTH - 2, HEIGHT - 1, 1);
    CHECK(cudaMemcpy3DBatchAsync(1, &in, 0, stream));
    CHECK(cudaMemcpy3DBatchAsync(1, &out, 0, stream));
    CHECK(cudaStreamSynchronize(stream));
    int wrong = 0;
    for (int y = 0; y < HEIGHT - 1; y++)
        for (int x = 0; x < WIDTH - 2; x++) {
            float2 got = back[y * (WIDTH - 2) + x], expected = from[(y + 1) * ROW + x + 2];
            wrong += got.x != expected.x || got.y != expected.y;
        }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(back[(WIDTH - 2) * (HEIGHT - 1)].x, -1.0f);
    CHECK(cudaFreeArray(array));
}

static void advice(cudaStream_t stream)
{
    char *memory[2];
    size_t sizes[2] = {2 << 20, 2 << 20}, starts[2] = {0, 1};
    for (char *&m : memory)
        CHECK(cudaMallocManaged(&m, 2 << 20));
    memset(memory[0], 1, sizes[0]);
    void *ranges[2] = {memory[0], memory[1]};
    cudaMemLocation places[2] = {{cudaMemLocationTypeDevice, 0}, {cudaMemLocationTypeHost, 0}};
    CHECK(cudaMemPrefetchBatchAsync(ranges, sizes, 2, places, starts, 2, 0, stream));
    CHECK(cudaMemPrefetchBatchAsync(ranges, sizes, 2, places[0], 0, stream));
    CHECK(cudaMemDiscardBatchAsync(ranges, sizes, 1, 0, stream));
    CHECK(cudaMemDiscardAndPrefetchBatchAsync(ranges, sizes, 2, places, starts, 2, 0, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("wrong flags: %s\n", cudaGetErrorName(cudaMemDiscardBatchAsync(ranges, sizes, 1, 1, stream)));
    printf("no ranges: %s\n", cudaGetErrorName(cudaMemDiscardBatchAsync(ranges, sizes, 0, 0, stream)));
    cudaGetLastError();
    CHECK(cudaMemPrefetchAsync(memory[0], sizes[0], places[1], 0, stream));
    CHECK(cudaMemAdvise(memory[0], sizes[0], cudaMemAdviseSetPreferredLocation, places[0]));
    int preferred = 99;
    CHECK(cudaMemRangeGetAttribute(&preferred, sizeof preferred, cudaMemRangeAttributePreferredLocation, memory[0],
                                   sizes[0]));
    EXPECT_EQ(preferred, 0);
    for (char *m : memory)
        CHECK(cudaFree(m));
}

int main()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    linear(stream);
    boxes(stream);
    arrays(stream);
    advice(stream);
    CHECK(cudaStreamDestroy(stream));
    return finish();
}
