// Virtual functions on objects that the device made: calls through the base, pure virtual, multiple levels, deletion.
#include "../conformance.h"

struct Shape {
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};
struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3.0f * radius * radius; }
};
struct Rectangle : Shape {
    float a, b;
    int *destroyed;
    __device__ Rectangle(float x, float y, int *d) : a(x), b(y), destroyed(d) {}
    __device__ ~Rectangle() override { atomicAdd(destroyed, 1); }
    __device__ float area() const override { return a * b; }
    __device__ int corners() const override { return 4; }
};
struct Square final : Rectangle {
    __device__ Square(float side, int *d) : Rectangle(side, side, d) {}
    __device__ int corners() const override { return Rectangle::corners() + 40; }
};

__global__ void make(Shape **shapes, int n, int *destroyed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i % 3 == 0)
        shapes[i] = new Circle(i);
    else if (i % 3 == 1)
        shapes[i] = new Rectangle(i, 2, destroyed);
    else
        shapes[i] = new Square(i, destroyed);
}

__global__ void measure(Shape **shapes, int n, float *areas, int *corners)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        areas[i] = shapes[i]->area();
        corners[i] = shapes[i]->corners();
    }
}

__global__ void destroy(Shape **shapes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        delete shapes[i];
}

int main()
{
    constexpr int n = 100;
    DeviceArray<Shape *> shapes(n);
    DeviceArray<float> areas(n);
    DeviceArray<int> corners(n), destroyed(1);
    make<<<4, 32>>>(shapes, n, destroyed);
    measure<<<4, 32>>>(shapes, n, areas, corners);
    destroy<<<4, 32>>>(shapes, n);
    CHECK_LAUNCH();
    std::vector<float> got = areas.host();
    std::vector<int> got_corners = corners.host();
    for (int i = 0; i < n; i++) {
        EXPECT_EQ(got[i], i % 3 == 0 ? 3.0f * i * i : i % 3 == 1 ? 2.0f * i : float(i) * i);
        EXPECT_EQ(got_corners[i], i % 3 == 0 ? 0 : i % 3 == 1 ? 4 : 44);
    }
    EXPECT_EQ(destroyed.host()[0], 66);
    return finish();
}
