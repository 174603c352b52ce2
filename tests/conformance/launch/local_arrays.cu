// Local variables that need memory: arrays indexed by values, addresses taken, structures passed by pointer, large ones,
// each thread with its own, also across barriers.
#include <string>
#include "../conformance.h"

struct Matrix {
    float at[4][4];
};

__host__ __device__ void multiply(const Matrix *a, const Matrix *b, Matrix *out)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            float sum = 0;
            for (int k = 0; k < 4; k++)
                sum += a->at[i][k] * b->at[k][j];
            out->at[i][j] = sum;
        }
}

__host__ __device__ float power_trace(int seed)
{
    Matrix m, result, next;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            m.at[i][j] = ((seed + i * 3 + j * 5) % 7 - 3) * 0.25f;
            result.at[i][j] = i == j;
        }
    for (int i = 0; i < seed % 5; i++) {
        multiply(&result, &m, &next);
        result = next;
    }
    return result.at[0][0] + result.at[1][1] + result.at[2][2] + result.at[3][3];
}

__host__ __device__ int digits(int n, char *text)
{
    char reversed[12];
    int count = 0, i = 0;
    do {
        reversed[count++] = '0' + n % 10;
        n /= 10;
    } while (n);
    while (count)
        text[i++] = reversed[--count];
    return i;
}

__global__ void compute(float *traces, char *texts, int *lengths)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    traces[i] = power_trace(i);
    char text[16] = {};
    lengths[i] = digits(i * 7919, text);
    for (int k = 0; k < 16; k++)
        texts[i * 16 + k] = text[k];
}

__global__ void across_barriers(int *out)
{
    int big[500];
    __shared__ int rotated[32];
    for (int i = 0; i < 500; i++)
        big[i] = i * (threadIdx.x + 1);
    for (int round = 0; round < 4; round++) {
        rotated[threadIdx.x] = big[(threadIdx.x * 13 + round) % 500];
        __syncthreads();
        big[round] += rotated[(threadIdx.x + 1) % 32];
        __syncthreads();
    }
    out[threadIdx.x] = big[0] + big[1] + big[2] + big[3];
}

static int across_barriers_on_host(int thread)
{
    int sum = 0;
    for (int round = 0; round < 4; round++) {
        int other = (thread + 1) % 32, index = (other * 13 + round) % 500, value = index * (other + 1);
        /* Thread 0 reads its own entry `round`, which only later rounds change. */
        sum += round * (thread + 1) + value;
    }
    return sum;
}

int main()
{
    constexpr int n = 256;
    DeviceArray<float> traces(n);
    DeviceArray<char> texts(n * 16);
    DeviceArray<int> lengths(n), out(32);
    compute<<<4, 64>>>(traces, texts, lengths);
    across_barriers<<<1, 32>>>(out);
    CHECK_LAUNCH();
    std::vector<char> got = texts.host();
    for (int i = 0; i < n; i++) {
        std::string expected = std::to_string(i * 7919);
        EXPECT_EQ(std::string(&got[i * 16], lengths.host()[i]), expected);
        EXPECT_NEAR(traces.host()[i], power_trace(i), 1e-4);
    }
    for (int i = 0; i < 32; i++)
        EXPECT_EQ(out.host()[i], across_barriers_on_host(i));
    return finish();
}
