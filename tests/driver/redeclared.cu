// Declarations of one function with different words: those of all count, as with nvcc; clang refuses most of that.
// RUN: %swcc -std=c++17 %s -o %t && %run %t
// RUN: %if !quick %{ env SOFTWARP_CACHE=off %swcc -std=c++17 -rdc=true %s -o %t && %run %t %}
// RUN: %if !quick %{ not %swcc -DHOST_ONLY -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOST-ONLY %}
// RUN: %if !quick %{ not %swcc -DDEVICE_ONLY -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DEVICE-ONLY %}
// RUN: %if !quick %{ not %swcc -DMACRO -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MACRO %}
// RUN: %if !quick %{ not %swcc -DOTHER -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OTHER %}
#define HD __host__ __device__
#define ON_DEVICE __device__ // not __host__

struct Plain {
    HD Plain();
    HD ~Plain();
    HD Plain &operator=(int);
    HD operator int() const;
    HD static int one();
    HD int (*none())(int);
    HD auto same() -> Plain *;
    ON_DEVICE int lane();
    __device__ int by_definition();
    int unsaid();
    __host__ int said();
    int many(float), many(int *) const;
    __device__ int many(int), many(int) const;
    template <class T> ON_DEVICE T member(T);
    struct Inner { template <class T> struct Of { HD T get(T) const; }; };
    int x;
};
Plain::Plain() : x(1) {}
Plain::~Plain() { x = 0; }
Plain &Plain::operator=(int v) { x = v; return *this; }
Plain::operator int() const { return x; }
int Plain::one() { return 1; }
int (*Plain::none())(int) { return nullptr; }
auto Plain::same() -> Plain * { return this; }
int Plain::lane() { return threadIdx.x + 10; }
HD int Plain::by_definition() { return 20; }
__device__ int Plain::unsaid() { return threadIdx.x + 30; }
__device__ int Plain::said() { return 40; }
int Plain::many(int) { return 50; }
template <class T> T Plain::member(T x) { return x; }
template <class T> T Plain :: Inner::Of<T>::get(T x) const { return x; }

template <class T> struct Template {
    HD int both();
    int unsaid();
    __device__ Template();
    template <class U> HD U member(U);
    __device__ int special();
};
template <class T> int Template<T>::both() { return 60; }
template <class T> __device__ int Template<T>::unsaid() { return 70; }
template <class T> Template<T>::Template() {}
template <class T> template <class U> U Template<T>::member(U x) { return x; }
template <> int Template<int>::special() { return threadIdx.x + 80; }

namespace space {
HD int free(int);
template <class T> HD T generic(T);
struct Friend { friend HD int known(Friend); };
int known(Friend) { return 90; }
}
int space::free(int x) { return x; }
template <class T> T space::generic(T x) { return x; }
template <class T> HD T changed(T x) { return x; }
template <> int changed<int>(int x) { return x + 1; }
template <class T> ON_DEVICE T changed_there(T x) { return x; }
template <> int changed_there(int x) { return x + 2 + threadIdx.x; }

HD int on_both()
{
    Plain p;
    p = 5;
    Template<int> *t = nullptr;
    return p + Plain::one() + (p.none() == nullptr) + (p.same() == &p) + p.by_definition() + p.said() +
           Plain::Inner::Of<int>().get(1) + t->both() + t->unsaid() + t->member(1) + space::free(1) +
           space::generic(1) + space::known({}) + changed(1);
}
// Explicit instantiations, also by a macro, and in a namespace.
template <class T> HD T more(T x) { return x + 1; }
template int more<int>(int);
template float more(float);
template <class T> __device__ T lanes(T x) { return x + threadIdx.x + 2; }
template int lanes<int>(int);
namespace space {
template <class T> struct Box { T x; HD Box(T x) : x(x) {} HD T get() const; template <class U> HD U as() const { return U(x); } };
template <class T> T Box<T>::get() const { return x; }
template <class T> HD Box<T> make(T x) { return {x}; }
template Box<int> make<int>(int);
extern template Box<long> make<long>(long);
}
template space::Box<long> space::make<long>(long);
template int space::Box<int>::get() const;
template double space::Box<int>::as<double>() const;
#define INSTANCE(T) template space::Box<T> space::make<T>(T)
#define INSTANCES(T, U) INSTANCE(T); INSTANCE(U)
INSTANCE(char);
INSTANCES(short, unsigned);
HD int instances() { return more(1) + (int)more(2.0f) + space::make(3).get() + (int)space::make(4L).as<double>(); }

__global__ void kernel(int *out)
{
    Plain p;
    Template<int> t;
    out[0] = on_both();
    out[1] = p.lane() + p.unsaid() + p.many(1) + p.member(1) + t.special() + changed_there(1);
    out[2] = instances() + lanes(2);
}

#ifdef HOST_ONLY // where nobody says __device__
struct Nowhere { int get(); __host__ int also(); ~Nowhere(); };
int Nowhere::get() { return 1; }
int Nowhere::also() { return 1; }
Nowhere::~Nowhere() {}
__global__ void calls(int *out) { Nowhere n; *out = n.get() + n.also(); }
// HOST-ONLY: error: reference to __host__ function
#endif
#ifdef DEVICE_ONLY
int calls() { return Plain().lane(); }
// DEVICE-ONLY: error: {{reference to __device__ function 'lane'|out-of-line definition of 'lane'}}
#endif
#ifdef MACRO // the name may be used for other things: nothing is guessed
#define DEFINE(name) int name(int x) { return x; } const char *text_##name = #name;
HD int made(int);
DEFINE(made)
// MACRO: redeclared.cu:[[#@LINE - 1]]:{{.*}}cannot overload
#endif
#ifdef OTHER // another mismatch stays one
struct Wrong { HD int get(int *) const; };
int Wrong::get(int *) { return 1; }
// OTHER: redeclared.cu:[[#@LINE - 1]]:{{[0-9]+}}: error: out-of-line definition of 'get' does not match
#endif

int main()
{
    int *out;
    cudaMallocManaged(&out, 3 * sizeof *out);
    kernel<<<1, 1>>>(out);
    if (cudaDeviceSynchronize())
        return 1;
    if (on_both() != 5 + 1 + 1 + 1 + 20 + 40 + 1 + 60 + 70 + 1 + 1 + 1 + 90 + 2)
        return 2;
    if (out[0] != on_both() || out[2] != 12 + 4 || instances() != 12)
        return 3;
    return out[1] == 10 + 30 + 50 + 1 + 80 + 3 ? 0 : 4;
}
