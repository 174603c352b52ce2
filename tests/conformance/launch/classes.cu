// C++ in kernels: classes with methods, constructors and destructors, operators, inheritance, references, unions, bit
// fields, static members, default arguments, placement new, structured bindings.
#include "../conformance.h"
#include <new>

class Complex {
public:
    __host__ __device__ Complex(double re = 0, double im = 0) : re_(re), im_(im) {}
    __host__ __device__ Complex operator+(const Complex &o) const { return Complex(re_ + o.re_, im_ + o.im_); }
    __host__ __device__ Complex operator*(const Complex &o) const
    {
        return Complex(re_ * o.re_ - im_ * o.im_, re_ * o.im_ + im_ * o.re_);
    }
    __host__ __device__ Complex &operator+=(const Complex &o) { return *this = *this + o; }
    __host__ __device__ double norm() const { return re_ * re_ + im_ * im_; }
    __host__ __device__ double re() const { return re_; }
    __host__ __device__ double im() const { return im_; }

private:
    double re_, im_;
};

struct Counted {
    int *counter;
    __device__ Counted(int *c) : counter(c) { atomicAdd(counter, 1); }
    __device__ Counted(const Counted &o) : counter(o.counter) { atomicAdd(counter, 100); }
    __device__ ~Counted() { atomicAdd(counter, 10000); }
};

struct Base {
    int a = 1;
    __device__ int twice() const { return a * 2; }
};
struct Derived : Base {
    int b = 2;
    static constexpr int scale = 10;
    __device__ int all(int extra = 3) const { return (twice() + b + extra) * scale; }
};

struct Packed {
    unsigned low : 5;
    int high : 11;
};

__host__ __device__ Complex mandelbrot_step(const Complex &z, const Complex &c) { return z * z + c; }

__global__ void complex_numbers(Complex *out, Complex c)
{
    Complex z;
    for (int i = 0; i < 5; i++)
        z = mandelbrot_step(z, c);
    z += Complex(threadIdx.x);
    out[threadIdx.x] = z;
}

__device__ void by_value(Counted) {}

__global__ void lifetimes(int *counter)
{
    Counted one(counter);
    for (int i = 0; i < 3; i++) {
        Counted inner(counter);
        if (i == 1)
            continue;
        by_value(inner);
    }
}

__device__ void swap_values(int &a, int &b)
{
    int t = a;
    a = b;
    b = t;
}

__global__ void odds_and_ends(int *out)
{
    Derived derived;
    out[0] = derived.all();
    out[1] = derived.all(4);
    Packed packed = {31, -1000};
    packed.low += 2;
    out[2] = packed.low;
    out[3] = packed.high;
    int a = 5, b = 6;
    swap_values(a, b);
    out[4] = a * 10 + b;
    alignas(Derived) char room[sizeof(Derived)];
    Derived *made = new (room) Derived;
    out[5] = made->b + made->a;
    int pair[2] = {8, 9};
    auto [first, second] = pair;
    out[6] = first * 100 + second;
    union {
        float f;
        unsigned u;
    } bits;
    bits.f = 2.0f;
    out[7] = bits.u >> 23;
    static const int table[4] = {10, 20, 30, 40};
    out[8] = table[threadIdx.x + 2];
    int sum = 0;
    for (int value : table)
        sum += value;
    out[9] = sum;
}

int main()
{
    DeviceArray<Complex> complexes(4);
    complex_numbers<<<1, 4>>>(complexes, Complex(-0.5, 0.25));
    CHECK_LAUNCH();
    Complex z;
    for (int i = 0; i < 5; i++)
        z = mandelbrot_step(z, Complex(-0.5, 0.25));
    for (int i = 0; i < 4; i++) {
        EXPECT_NEAR(complexes.host()[i].re(), z.re() + i, 1e-12);
        EXPECT_NEAR(complexes.host()[i].im(), z.im(), 1e-12);
    }

    DeviceArray<int> counter(1), out(10);
    lifetimes<<<1, 1>>>(counter);
    CHECK_LAUNCH();
    EXPECT_EQ(counter.host()[0], 4 * 1 + 2 * 100 + 6 * 10000);

    odds_and_ends<<<1, 1>>>(out);
    CHECK_LAUNCH();
    const int expected[10] = {70, 80, 1, -1000, 65, 3, 809, 128, 30, 100};
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(out.host()[i], expected[i]);
    return finish();
}
