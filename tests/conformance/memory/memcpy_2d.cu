// Pitched memory: cudaMallocPitch, cudaMemcpy2D[Async] between any two pitches and directions, cudaMemset2D.
#include "../conformance.h"

typedef unsigned char byte;

__global__ void transform(byte *at, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        at[y * pitch + x] ^= byte(x + y);
}

static void check(int width, int height, size_t host_pitch, size_t host_start)
{
    std::vector<byte> source(host_start + host_pitch * height), back(source.size(), 0x11);
    Random random(width * 31 + height);
    for (byte &b : source)
        b = byte(random.next());
    byte *a, *b;
    size_t pitch_a, pitch_b;
    CHECK(cudaMallocPitch(&a, &pitch_a, width, height));
    CHECK(cudaMallocPitch(reinterpret_cast<void **>(&b), &pitch_b, width + 100, height));
    EXPECT(pitch_a >= size_t(width) && pitch_b >= size_t(width) + 100);
    EXPECT(reinterpret_cast<size_t>(a) % 256 == 0 && pitch_a % 32 == 0);

    CHECK(cudaMemcpy2D(a, pitch_a, &source[host_start], host_pitch, width, height, cudaMemcpyHostToDevice));
    transform<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(a, pitch_a, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2DAsync(b + 50, pitch_b, a, pitch_a, width, height, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy2D(&back[host_start], host_pitch, b + 50, pitch_b, width, height, cudaMemcpyDefault));
    for (int y = 0; y < height; y++)
        for (size_t x = 0; x < host_pitch; x++) {
            size_t at = host_start + y * host_pitch + x;
            if (at >= back.size())
                break;
            byte expected = x < size_t(width) ? byte(source[at] ^ byte(x + y)) : byte(0x11);
            EXPECT_EQ(back[at], expected);
        }
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

static void check_memset_2d()
{
    int *at;
    size_t pitch;
    CHECK(cudaMallocPitch(&at, &pitch, 10 * sizeof(int), 8));
    CHECK(cudaMemset(at, 0, pitch * 8));
    CHECK(cudaMemset2D(reinterpret_cast<char *>(at) + pitch * 2, pitch, 0x01, 5 * sizeof(int), 4));
    std::vector<int> back(10 * 8);
    CHECK(cudaMemcpy2D(back.data(), 10 * sizeof(int), at, pitch, 10 * sizeof(int), 8, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 10; x++)
            EXPECT_EQ(back[y * 10 + x], y >= 2 && y < 6 && x < 5 ? 0x01010101 : 0);
    CHECK(cudaFree(at));
}

int main()
{
    check(1, 1, 1, 0);
    check(100, 50, 100, 0);
    check(333, 77, 350, 3);
    check(4096, 3, 5000, 1);
    check_memset_2d();

    /* Host to host, and a width beyond a pitch. */
    int from[4][4], to[3][2] = {};
    for (int i = 0; i < 16; i++)
        from[i / 4][i % 4] = i;
    CHECK(cudaMemcpy2D(to, sizeof to[0], &from[1][1], sizeof from[0], 2 * sizeof(int), 3, cudaMemcpyHostToHost));
    EXPECT(to[0][0] == 5 && to[0][1] == 6 && to[2][0] == 13 && to[2][1] == 14);
    EXPECT_EITHER(cudaMemcpy2D(to, 4, from, 16, 8, 1, cudaMemcpyHostToHost), cudaErrorInvalidPitchValue,
                  cudaErrorInvalidValue);
    return finish();
}
