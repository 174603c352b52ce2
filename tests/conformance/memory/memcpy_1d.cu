// cudaMemcpy and cudaMemcpyAsync in every direction, with cudaMemcpyDefault, odd sizes and odd offsets; zero bytes.
#include "../conformance.h"

typedef unsigned char byte;

static std::vector<byte> pattern(size_t n, unsigned seed)
{
    std::vector<byte> bytes(n);
    Random random(seed);
    for (byte &b : bytes)
        b = byte(random.next());
    return bytes;
}

typedef cudaError_t (*Copy)(void *, const void *, size_t, cudaMemcpyKind);

static cudaError_t copy_now(void *to, const void *from, size_t n, cudaMemcpyKind kind) { return cudaMemcpy(to, from, n, kind); }
static cudaError_t copy_async(void *to, const void *from, size_t n, cudaMemcpyKind kind)
{
    cudaError_t error = cudaMemcpyAsync(to, from, n, kind);
    return error ? error : cudaDeviceSynchronize();
}
static cudaError_t copy_default(void *to, const void *from, size_t n, cudaMemcpyKind)
{
    return cudaMemcpy(to, from, n, cudaMemcpyDefault);
}

/* Host to device to device to host to host, each at its own offset; what lies around must stay. */
static void check_round_trip(Copy copy, size_t n, size_t offset)
{
    std::vector<byte> source = pattern(n + 64, unsigned(n + offset)), back(n + 64, 0xee), again(n + 64, 0xee);
    DeviceArray<byte> a(n + 64), b(n + 64);
    CHECK(cudaMemset(b, 0xcc, n + 64));
    CHECK(copy(a + offset, source.data() + offset, n, cudaMemcpyHostToDevice));
    CHECK(copy(b + 3, a + offset, n, cudaMemcpyDeviceToDevice));
    CHECK(copy(back.data() + 5, b + 3, n, cudaMemcpyDeviceToHost));
    CHECK(copy(again.data() + 1, back.data() + 5, n, cudaMemcpyHostToHost));
    EXPECT(memcmp(back.data() + 5, source.data() + offset, n) == 0);
    EXPECT(memcmp(again.data() + 1, source.data() + offset, n) == 0);
    EXPECT(back[4] == 0xee && back[n + 5] == 0xee && again[0] == 0xee && again[n + 1] == 0xee);
    std::vector<byte> whole = b.host();
    EXPECT(whole[2] == 0xcc && whole[n + 3] == 0xcc);
}

int main()
{
    for (size_t n : {0, 1, 2, 7, 8, 63, 4096, 65537, 3000001})
        for (Copy copy : {copy_now, copy_async, copy_default})
            for (size_t offset : {0, 1, 13})
                check_round_trip(copy, n, offset);

    /* A copy of nothing needs no valid pointer. */
    CHECK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    /* A later synchronous copy sees what an earlier asynchronous one wrote. */
    DeviceArray<int> cell(1);
    int one = 1, two = 2, got = 0;
    CHECK(cudaMemcpyAsync(cell, &one, sizeof one, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(cell, &two, sizeof two, cudaMemcpyHostToDevice, 0));
    CHECK(cudaMemcpy(&got, cell, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT_EQ(got, 2);
    return finish();
}
