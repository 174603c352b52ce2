// All-pairs n-body: float4 positions in tiles of shared memory, rsqrtf, and the total momentum that must not change.
// NO-GPU: it prints what hangs on the last bits of sums and functions, or a time
#include <cmath>
#include <cstdio>
#include <vector>

#define EPS2 0.01f

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float invDist = rsqrtf(distSqr);
    float s = bj.w * invDist * invDist * invDist;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__global__ void forces(const float4 *X, float4 *A, int n)
{
    extern __shared__ float4 shPosition[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = gtid < n ? X[gtid] : make_float4(0, 0, 0, 0);
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile * (int)blockDim.x < n; tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = idx < n ? X[idx] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (unsigned i = 0; i < blockDim.x; i++)
            acc = bodyBodyInteraction(mine, shPosition[i], acc);
        __syncthreads();
    }
    if (gtid < n)
        A[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

__global__ void integrate(float4 *X, float4 *V, const float4 *A, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = V[i], x = X[i], a = A[i];
    v.x += a.x * dt, v.y += a.y * dt, v.z += a.z * dt;
    x.x += v.x * dt, x.y += v.y * dt, x.z += v.z * dt;
    V[i] = v;
    X[i] = x;
}

static void on_host(std::vector<float4> &x, std::vector<float4> &v, float dt)
{
    size_t n = x.size();
    std::vector<float4> a(n);
    for (size_t i = 0; i < n; i++) {
        double ax = 0, ay = 0, az = 0;
        for (size_t j = 0; j < n; j++) {
            double dx = x[j].x - x[i].x, dy = x[j].y - x[i].y, dz = x[j].z - x[i].z;
            double inv = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + EPS2), s = x[j].w * inv * inv * inv;
            ax += dx * s, ay += dy * s, az += dz * s;
        }
        a[i] = make_float4(float(ax), float(ay), float(az), 0);
    }
    for (size_t i = 0; i < n; i++) {
        v[i].x += a[i].x * dt, v[i].y += a[i].y * dt, v[i].z += a[i].z * dt;
        x[i].x += v[i].x * dt, x[i].y += v[i].y * dt, x[i].z += v[i].z * dt;
    }
}

int main()
{
    const int n = 300, p = 64, steps = 5;
    const float dt = 0.01f;
    std::vector<float4> x(n), v(n), gx(n), gv(n);
    for (int i = 0; i < n; i++) {
        x[i] = make_float4(sinf(i * 1.1f), cosf(i * 0.7f), sinf(i * 0.3f + 1), 1.0f + i % 3);
        v[i] = make_float4(0, 0, 0, 0);
    }
    float4 *X, *V, *A;
    cudaMalloc(&X, n * sizeof(float4));
    cudaMalloc(&V, n * sizeof(float4));
    cudaMalloc(&A, n * sizeof(float4));
    cudaMemcpy(X, x.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(V, v.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++) {
        forces<<<(n + p - 1) / p, p, p * sizeof(float4)>>>(X, A, n);
        integrate<<<(n + p - 1) / p, p>>>(X, V, A, dt, n);
        on_host(x, v, dt);
    }
    cudaMemcpy(gx.data(), X, n * sizeof(float4), cudaMemcpyDeviceToHost);
    cudaMemcpy(gv.data(), V, n * sizeof(float4), cudaMemcpyDeviceToHost);
    double worst = 0, momentum = 0;
    for (int i = 0; i < n; i++) {
        worst = std::fmax(worst, std::fabs(gx[i].x - x[i].x) + std::fabs(gx[i].y - x[i].y) + std::fabs(gx[i].z - x[i].z));
        momentum += gx[i].w * gv[i].x;
    }
    printf("positions within %g, momentum %g\n", worst, momentum);
    return !(worst < 0.01 && std::fabs(momentum) < 0.5);
}
