// A gigabyte in one piece, written and read here and there; many small allocations, aligned and apart from each other.
#include "../conformance.h"

__global__ void touch(unsigned char *at, size_t bytes, size_t step)
{
    size_t i = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) * step;
    if (i < bytes)
        at[i] = (unsigned char)(i / step + 1);
}

int main()
{
    const size_t bytes = size_t(1) << 30, step = size_t(1) << 20;
    unsigned char *big, got = 0;
    CHECK(cudaMalloc(&big, bytes));
    touch<<<8, 128>>>(big, bytes, step);
    CHECK_LAUNCH();
    for (size_t i : {size_t(0), size_t(77), size_t(1023)}) {
        CHECK(cudaMemcpy(&got, big + i * step, 1, cudaMemcpyDeviceToHost));
        EXPECT_EQ(got, (unsigned char)(i + 1));
    }
    CHECK(cudaMemcpy(big + bytes - 1, &got, 1, cudaMemcpyHostToDevice));
    CHECK(cudaFree(big));

    std::vector<unsigned char *> pieces;
    for (int i = 0; i < 500; i++) {
        unsigned char *piece;
        size_t size = i * 7 + 1;
        CHECK(cudaMalloc(&piece, size));
        EXPECT_EQ(reinterpret_cast<size_t>(piece) % 256, 0u);
        CHECK(cudaMemset(piece, i, size));
        pieces.push_back(piece);
    }
    for (int i = 0; i < 500; i++) {
        std::vector<unsigned char> host(i * 7 + 1);
        CHECK(cudaMemcpy(host.data(), pieces[i], host.size(), cudaMemcpyDeviceToHost));
        for (unsigned char b : host)
            EXPECT_EQ(b, (unsigned char)i);
        CHECK(cudaFree(pieces[i]));
    }
    return finish();
}
