// What is defaulted in its class is for both sides, whatever its words say, as with nvcc: only virtual functions heed them.
// RUN: %swcc -std=c++17 %s -o %t && %run %t
// RUN: %if !quick %{ env SOFTWARP_CACHE=off %swcc -std=c++17 %s -o %t && %run %t %}
// RUN: not %swcc -std=c++17 -DVIRTUAL -c %s -o %t.o 2>&1 | FileCheck %s
#include <utility>
struct OnDevice {
    int v = 4; char text[8] = "= ;{";
#define ON_DEVICE __device__
    OnDevice() = default;
    __device__ OnDevice(const OnDevice &) = default; // not "by any"
    template <class T> __host__ __device__ OnDevice(T &) : v(1000) {}
    __device__ OnDevice &operator=(const OnDevice &) = default;
    __device__ ~OnDevice() = default;
};
struct OnHost {
    int v;
    __host__ OnHost() = default;
    explicit constexpr __host__ OnHost(const OnHost &)
        = default;
    __host__ OnHost &operator=(OnHost &&) = default;
};
template <class T> struct Vector {
    T x, y;
    ON_DEVICE T sum() const { return x + y; }
    __device__ Vector() = default;
    __host__ __device__ Vector(const Vector &) = default;
    __host__ __device__ Vector(T x, T y) : x(x), y(y) {}
};
struct Moved { /* who may not move copies, without a word */
    int copies = 0;
    __host__ __device__ Moved() {}
    __host__ __device__ Moved(const Moved &o) : copies(o.copies + 1) {}
    __device__ Moved(Moved &&) noexcept(noexcept(int(std::declval<int>()))) = /* by
        any */ \
        default;
};
struct Later { __host__ __device__ Later(); int v = 3; };
__host__ __device__ inline Later::Later() = default;
#ifdef VIRTUAL
struct Base { __device__ virtual ~Base() = default; };
void on_host() { Base base; }
// CHECK: error: reference to __device__ function '~Base' in __host__ function
#endif

template <class T> __host__ __device__ int copied(const T &t) { return t.v; }
__host__ __device__ int all()
{
    const OnDevice a;
    OnDevice b(a), c;
    c = b;
    OnHost h, i(h = OnHost());
    i.v = 5;
    Vector<int> v(6, 7), w(v), none;
    none = w;
    Moved moved(static_cast<Moved &&>(*new Moved));
    return c.v + OnHost(i).v + none.x + none.y + Later().v + moved.copies;
}
__global__ void kernel(OnDevice by_value, int *out) { *out = all() + by_value.v; }
int main()
{
    int *out;
    const OnDevice value;
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(value, out);
    return cudaDeviceSynchronize() || all() != 4 + 5 + 6 + 7 + 3 || *out != all() + 4;
}
