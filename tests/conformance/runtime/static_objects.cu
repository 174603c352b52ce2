/* Objects with static storage launch kernels from their constructors and destructors: the file's kernels and variables are
 * registered before the first and stay until the last, whatever the priority. CUDA C++ Programming Guide leaves launches
 * from static constructors undefined; nvcc's programs do it all the same.
 */
// NO-GPU: undefined by the guide
#include "../conformance.h"

__global__ void set(int *out, int value) { *out = value; }

__device__ int initial = 4;
__managed__ int counted = 3;
__constant__ int doubled;
__global__ void read_doubled(int *out) { *out = 2 * doubled; }

struct Launcher {
    int *word, expected_count;
    explicit Launcher(int before) : expected_count(before) {
        int host = 0, two = 2;
        CHECK(cudaMallocManaged(&word, sizeof *word));
        set<<<1, 1>>>(word, 7);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(*word, 7);
        CHECK(cudaMemcpyFromSymbol(&host, initial, sizeof host));
        EXPECT_EQ(host, 4);
        EXPECT_EQ(counted, before);
        counted = before + 1;
        CHECK(cudaMemcpyToSymbol(doubled, &two, sizeof two));
        read_doubled<<<1, 1>>>(word);
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(*word, 4);
    }
    ~Launcher() {
        set<<<1, 1>>>(word, 9);
        if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess || *word != 9) abort();
    }
};
__attribute__((init_priority(103))) static Launcher early(3);
static Launcher usual(4);

int main()
{
    EXPECT_EQ(counted, 5);
    return finish();
}
