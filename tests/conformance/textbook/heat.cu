// Heat on a plate: Jacobi steps on a 2-D grid, ping-pong buffers, and the largest change by an atomic.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int NX = 130, NY = 90, STEPS = 200;

__global__ void step(const double *__restrict__ u, double *__restrict__ v, int nx, int ny, double alpha)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny)
        return;
    int at = j * nx + i;
    if (i == 0 || j == 0 || i == nx - 1 || j == ny - 1) {
        v[at] = u[at];
        return;
    }
    v[at] = u[at] + alpha * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4 * u[at]);
}

__global__ void largest_change(const double *u, const double *v, int n, unsigned long long *result)
{
    unsigned long long mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long bits = __double_as_longlong(fabs(u[i] - v[i])); /* ordered like the non-negative doubles */
        mine = bits > mine ? bits : mine;
    }
    atomicMax(result, mine);
}

int main()
{
    std::vector<double> u(NX * NY), v;
    for (int i = 0; i < NX; i++)
        u[i] = 100.0;
    for (int j = 0; j < NY; j++)
        u[j * NX] = j;
    v = u;
    double *a, *b;
    unsigned long long *change, bits;
    cudaMalloc(&a, u.size() * sizeof(double));
    cudaMalloc(&b, u.size() * sizeof(double));
    cudaMallocManaged(&change, sizeof *change);
    *change = 0;
    cudaMemcpy(a, u.data(), u.size() * sizeof(double), cudaMemcpyHostToDevice);
    dim3 block(32, 4), grid((NX + 31) / 32, (NY + 3) / 4);
    for (int s = 0; s < STEPS; s++) {
        step<<<grid, block>>>(a, b, NX, NY, 0.2);
        std::swap(a, b);
    }
    largest_change<<<4, 128>>>(a, b, NX * NY, change);
    cudaDeviceSynchronize();
    bits = *change;
    std::vector<double> got(u.size());
    cudaMemcpy(got.data(), a, u.size() * sizeof(double), cudaMemcpyDeviceToHost);

    for (int s = 0; s < STEPS; s++) {
        for (int j = 1; j < NY - 1; j++)
            for (int i = 1; i < NX - 1; i++) {
                int at = j * NX + i;
                v[at] = u[at] + 0.2 * (u[at - 1] + u[at + 1] + u[at - NX] + u[at + NX] - 4 * u[at]);
            }
        std::swap(u, v);
    }
    double worst = 0, largest = 0;
    for (size_t i = 0; i < u.size(); i++) {
        worst = std::fmax(worst, std::fabs(u[i] - got[i]));
        largest = std::fmax(largest, std::fabs(u[i] - v[i]));
    }
    double change_got;
    memcpy(&change_got, &bits, sizeof bits);
    printf("worst difference %g, largest change %g and %g\n", worst, change_got, largest);
    return !(worst < 1e-9 && std::fabs(change_got - largest) < 1e-9);
}
