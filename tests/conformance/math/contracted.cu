// Products that are added: fused, where the processor can, and of two products the one that nvcc's code fuses (recorded on
// an H200: this program passes there), whatever the shape of the blocks and the number of lanes.
#include "../conformance.h"
#include <cmath>

struct Point { float x, y, z; };

static __device__ int thread_number()
{
    return (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
}

__global__ void weigh(const Point *in, float *out, double *wide, int n)
{
    int i = thread_number();
    if (i >= n)
        return;
    Point p = in[i];
    out[i] = p.x * 0.3f + p.y * 0.6f + p.z * 0.1f;
    float both = p.x * p.y; /* used twice, and so computed as it is */
    out[n + i] = both - p.y * p.z;
    out[2 * n + i] = p.z - both;
    out[3 * n + i] = p.z - p.y * p.y;
    wide[i] = (double)p.x * 0.7 + 0.2 * (double)p.y;
}

/* Not more than a product and a sum, in memory between. */
static float product(float x, float y) { volatile float p = x * y; return p; }
static double product(double x, double y) { volatile double p = x * y; return p; }
static float sum(float x, float y) { volatile float s = x + y; return s; }
static double sum(double x, double y) { volatile double s = x + y; return s; }

static bool is_fused;
static float add_product(float x, float y, float z) { return is_fused ? fmaf(x, y, z) : sum(product(x, y), z); }
static double add_product(double x, double y, double z) { return is_fused ? fma(x, y, z) : sum(product(x, y), z); }

__global__ void ask(float x, float *answer) { *answer = x * x - 1.0f; }

/* Whether this processor fuses: (1 + 2^-12) squared has bits that a float has no room for. */
static bool find_out()
{
    DeviceArray<float> answer(1);
    float found = 0, x = 1 + ldexpf(1, -12);
    ask<<<1, 1>>>(x, answer.at);
    CHECK(cudaMemcpy(&found, answer.at, sizeof found, cudaMemcpyDeviceToHost));
    return found != sum(product(x, x), -1);
}

int main()
{
    const int n = 4000;
    std::vector<Point> in(n);
    std::vector<float> out(4 * n);
    std::vector<double> wide(n);
    unsigned state = 1;
    for (Point &p : in)
        for (float *x : {&p.x, &p.y, &p.z}) {
            state = state * 1664525u + 1013904223u;
            *x = (float)(state >> 8) / 16777216.0f;
        }
    is_fused = find_out();
    DeviceArray<Point> from(in);
    static const dim3 blocks[] = {{256}, {128}, {100}, {33}, {1}, {16, 16}, {8, 8}, {5, 7}, {32, 4}};
    for (dim3 block : blocks) {
        DeviceArray<float> to(4 * n);
        DeviceArray<double> tos(n);
        unsigned threads = block.x * block.y;
        weigh<<<(n + threads - 1) / threads, block>>>(from.at, to.at, tos.at, n);
        CHECK_LAUNCH();
        CHECK(cudaMemcpy(out.data(), to.at, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(wide.data(), tos.at, n * sizeof(double), cudaMemcpyDeviceToHost));
        for (int i = 0; i < n; i++) {
            Point p = in[i];
            EXPECT_EQ(out[i], add_product(p.z, 0.1f, add_product(p.x, 0.3f, product(p.y, 0.6f))));
            EXPECT_EQ(out[n + i], add_product(-p.y, p.z, product(p.x, p.y)));
            EXPECT_EQ(out[2 * n + i], sum(p.z, -product(p.x, p.y)));
            EXPECT_EQ(out[3 * n + i], add_product(-p.y, p.y, p.z));
            EXPECT_EQ(wide[i], add_product((double)p.x, 0.7, product(0.2, (double)p.y)));
        }
    }
    return finish();
}
