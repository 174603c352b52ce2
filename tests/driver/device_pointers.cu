// UNSUPPORTED: quick
// Host code that reads or writes what a pointer to device memory leads to, where that is certain.
// RUN: %swcc -std=c++17 -c %s -o %t.o > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: grep -cE '^[^ ]+: warning:' %t.out | FileCheck %s --check-prefix=COUNT
// RUN: %if !quick %{ %swcc -std=c++17 -O0 -dc %s -o %t.o 2>&1 | grep -cE '^[^ ]+: warning:' | FileCheck %s --check-prefix=COUNT %}
// RUN: %if !quick %{ %swcc -std=c++17 -g -G --check -c %s -o %t.o 2>&1 | grep -cE '^[^ ]+: warning:' | FileCheck %s --check-prefix=COUNT %}
// COUNT: {{^}}37{{$}}
// Files that allocate no device memory are spared that.
// RUN: %swcc --dryrun -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LOOKED-FOR
// LOOKED-FOR: softwarp-cc --tell-host
// RUN: echo 'int main() { int *p; cudaMallocManaged(&p, 4); cudaMallocHost(&p, 4); return *p; }' > %t.managed.cu
// RUN: %swcc --dryrun -c %t.managed.cu -o %t.o 2>&1 | FileCheck %s --check-prefix=SPARED
// SPARED-NOT: --tell-host
#include <cuda.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>
#define CHECKED(call) if ((call) != 0) exit(1)
#define AT(i) d[i]
struct Pair { float *x, *y; int n; };
union Either { float *d, *h; };
__global__ void kernel(float *p) { p[threadIdx.x] = 1; }

// ---- What functions do whatever else they are given, and what depends on that.
void print(const float *p, int n) { for (int i = 0; i < n; i++) printf("%f\n", p[i]); }
float sum(const float *from, const float *to) { float s = 0; while (from != to) s += *from++; return s; }
void first(float *p) { if (!p) { printf("none\n"); return; } p[0] = 1; }
void through(float *p, int n) { if (n < 0) exit(1); print(p, n); }
float of_reference(const float &x) { return x; }
float length(const char *text) { return (float)strlen(text); }
void arms(float *p, int n, bool on_device) { if (on_device) kernel<<<1, n>>>(p); else memset(p, 0, n); }
void early(float *p, int, bool on_device) { if (on_device) return; p[0] = 1; }
void endless(float *p, int n, bool on_device) { for (;;) { if (on_device) break; p[0] = 1; if (!n--) break; } }
void loop(float *p, int n, bool on_device) { for (int i = 0; !on_device && i < n; i++) p[i] = 1; }
void choice(float *p, int, bool on_device) { on_device ? kernel<<<1, 1>>>(p) : (void)(p[0] = 1); }
void cases(float *p, int, int on_device) { switch (on_device) { case 0: p[0] = 1; } }
void other_pointer(float *p, int, bool on_device) { float x; if (on_device) p = &x; p[0] = 1; }
void deep(float *p, int n, bool on_device) { if (!on_device) print(p, n); }
void from(float *p, int n, bool on_device) { for (int i = on_device ? n : 0; i < n; i++) p[i] = 1; }
void up_to(float *p, int n, bool on_device) { int end = on_device ? 0 : n; for (int i = 0; i < end; i++) p[i] = 1; }
void ends(float *p, int n, bool on_device) { do { if (on_device) break; p[n] = 1; } while (n--); }
void skips(float *p, int n, bool on_device) { for (int i = 0; i < n; i++) { if (on_device) continue; p[i] = 1; } }
void condition(float *p, int, bool on_device) { if (on_device || (p[0] = 1)) return; }
void lambda(float *p, int, bool on_device) { [&] { if (on_device) return; p[0] = 1; }(); }
void throws(float *p, int, bool on_device) { try { if (on_device) throw 1; p[0] = 1; } catch (int) {} }
void refuse(bool on_device) { if (on_device) throw 1; }
void calls(float *p, int, bool on_device) { try { refuse(on_device); p[0] = 1; } catch (int) {} }
float knows(float *p) {
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, p);
    return a.type == cudaMemoryTypeDevice ? 0 : *p;
}
__attribute__((weak)) void replaceable(float *p) { p[0] = 1; }
float *returns_one_of(float *p, float *q, int n) {
    if (!n)
        return p;
    float *r = returns_one_of(q, p, n - 1);
    r[0] = 1;
    return r;
}

// ---- What allocates.
template <class T> T *make(size_t n) { T *p = nullptr; CHECKED(cudaMalloc(&p, n * sizeof(T))); return p; }
void make_at(float **p, size_t n) { CHECKED(cudaMalloc((void **)p, n)); }
struct Buffer {
    float *p;
    Buffer(int n) { CHECKED(cudaMalloc(&p, n)); }
    ~Buffer() { cudaFree(p); }
    void set(float *q) { p = q; }
};
struct Kept { float *p; Kept(int n) { cudaMalloc(&p, n); } };
float *either(bool on_device) { float *p; if (on_device) cudaMalloc(&p, 4); else p = new float[4]; return p; }
void set(float **p) { *p = (float *)malloc(4); }
void exchange(float *&a, float *&b) { float *t = a; a = b; b = t; }
static float *global, *changed;
float *seen_elsewhere;

int told(int n) {
    std::vector<float> host(10); // what follows may throw, to code that frees it
    float *d, *e = nullptr, *m2;
    CHECKED(cudaMalloc(&d, 40));
    d[n] = 1;           // CHECK: :[[@LINE]]:5: warning: host code writes to "d", which is device memory of cudaMalloc: a segmentation fault with most GPUs (use cudaMemcpy, or cudaMallocManaged) [device-pointer]
                        // CHECK-NEXT: {{[0-9]+}} | d[n] = 1;
                        // CHECK-NEXT: | ^{{$}}
    host[0] = d[n];     // CHECK: :[[@LINE]]:{{.*}} host code reads "d"
    *d += 1;            // CHECK: :[[@LINE]]:{{.*}} host code writes to "d"
    AT(3) = 1;          // CHECK: :[[@LINE]]:{{.*}} host code writes to device memory of cudaMalloc:
    print(d, 3);        // CHECK: :[[@LINE]]:{{.*}} host code gives "d", which is device memory of cudaMalloc, to print(float const*, int), which reads it:
    sum(d, d + 3);      // CHECK: :[[@LINE]]:{{.*}} to sum(float const*, float const*), which reads it
    first(d);           // CHECK: :[[@LINE]]:{{.*}} to first(float*), which writes to it
    through(d, 3);      // CHECK: :[[@LINE]]:{{.*}} to through(float*, int), which reads it
    of_reference(d[2]); // CHECK: :[[@LINE]]:{{.*}} to of_reference(float const&), which reads it
    length((char *)d);  // CHECK: :[[@LINE]]:{{.*}} to length(char const*), which reads it
    std::fill(d, d + 10, 0.f);      // CHECK: :[[@LINE]]:{{.*}} std::fill<{{.*}}, which writes to it
    host[0] = std::accumulate(d, d + 10, 0.f); // CHECK: :[[@LINE]]:{{.*}} std::accumulate<{{.*}}, which reads it
    float *q = d + 1;
    *q = 3;                         // CHECK: :[[@LINE]]:{{.*}} writes to "q", which is device memory of cudaMalloc:
    for (float *r = d; r != d + 3; ++r)
        host[1] = *r;               // CHECK: :[[@LINE]]:{{.*}} reads "r"
    float &reference = d[3];
    reference = 4;                  // CHECK: :[[@LINE]]:{{.*}} writes to "reference"
    float *m = make<float>(3);
    m[0]++;                         // CHECK: :[[@LINE]]:{{.*}} writes to "m"
    make<float>(4)[0] = 3;          // CHECK: :[[@LINE]]:{{.*}} writes to device memory of cudaMalloc:
    make_at(&m2, 3);
    m2[1] = 2;                      // CHECK: :[[@LINE]]:{{.*}} writes to "m2"
    Buffer b(3);
    b.p[1] = 2;                     // CHECK: :[[@LINE]]:{{.*}} writes to "b.p"
    cudaMalloc(&global, 4);
    host[2] = global[0];            // CHECK: :[[@LINE]]:{{.*}} reads "global"
    memcpy(d, &host[0], 3);         // CHECK: :[[@LINE]]:{{.*}} writes to "d"
    memcpy(&host[0], d, 3);         // CHECK: :[[@LINE]]:{{.*}} reads "d"
    memset(d, 0, 3);                // CHECK: :[[@LINE]]:{{.*}} writes to "d"
    n += memcmp(&host[0], d, 3);    // CHECK: :[[@LINE]]:{{.*}} reads "d"
    Pair s = {}, *to_s = &s, *dp, copy;
    cudaMalloc(&s.y, 4);
    s.y[2] = 5;                     // CHECK: :[[@LINE]]:{{.*}} writes to "s.y"
    to_s->y[0] = 6;                 // CHECK: :[[@LINE]]:{{.*}} writes to "to_s->y"
    cudaMalloc(&dp, sizeof *dp);
    dp->n = 6;                      // CHECK: :[[@LINE]]:{{.*}} writes to "dp"
    copy = *dp;                     // CHECK: :[[@LINE]]:{{.*}} reads "dp"
    float *two[2];
    cudaMalloc(&two[0], 4);
    two[0][0] = 1;                  // CHECK: :[[@LINE]]:{{.*}} writes to device memory of cudaMalloc:
    cudaMallocAsync(&e, 4, 0);
    e[0] = 1;                       // CHECK: :[[@LINE]]:{{.*}} writes to "e", which is device memory of cudaMallocAsync:
    static float *kept;
    if (!kept)
        cudaMalloc(&kept, 4);
    kept[0] = 1;                    // CHECK: :[[@LINE]]:{{.*}} writes to "kept"
    int *counter;
    cudaMalloc(&counter, 4);
    __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST); // CHECK: :[[@LINE]]:{{.*}} writes to "counter"
    CUdeviceptr address;
    cuMemAlloc(&address, 4);
    *(float *)address = 2;          // CHECK: :[[@LINE]]:{{.*}} writes to "address", which is device memory of cuMemAlloc:
    size_t pitch;
    float *pitched;
    cudaMallocPitch(&pitched, &pitch, 10, 10);
    *(float *)((char *)pitched + pitch) = 2; // CHECK: :[[@LINE]]:{{.*}} writes to "pitched", {{.*}} cudaMallocPitch:
    cudaPitchedPtr box;
    cudaMalloc3D(&box, make_cudaExtent(1, 1, 1));
    ((float *)box.ptr)[0] = 1;      // CHECK: :[[@LINE]]:{{.*}} writes to "box.ptr", {{.*}} cudaMalloc3D:
    if (n > 3)
        d[1] = 0;                   // CHECK: :[[@LINE]]:{{.*}} writes to "d"
    // What is no access: copies, kernels, addresses, sizes.
    kernel<<<1, 1>>>(d);
    cudaMemcpy(&host[0], d, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(&d[0], &host[0], 4, cudaMemcpyHostToDevice);
    printf("%p %p %d\n", (void *)&d[3], (void *)&dp->n, (int)sizeof(d[0]));
    Pair by_value = {d, d, 0};
    cudaMemcpy(dp, &by_value, sizeof by_value, cudaMemcpyHostToDevice);
    cudaFree(d);
#pragma nv_diag_suppress device-pointer
    d[1] = 0;
#pragma nv_diagnostic push
#pragma nv_diag_warning 20091, device-pointer
    d[2] = 0; // CHECK: :[[@LINE]]:{{.*}} writes to "d"
#pragma nv_diagnostic pop
    d[3] = 0;
#pragma nv_diag_default device-pointer
    return copy.n + n;
}

// Nothing here is certain.
void untold(int n) {
    float *h = new float[3], *d, *a, *b, *c, *c2, *f, *f2, *f3, *g, *i, *j, *many[4], *more[4], *y, *z, *ex, *pool;
    cudaMalloc(&d, 4);
    arms(d, 1, true), early(d, 1, true), endless(d, 1, true), loop(d, 1, true), choice(d, 1, true), cases(d, 1, true);
    other_pointer(d, 1, true), deep(d, 1, true), replaceable(d), returns_one_of(d, h, 1);
    from(d, 1, true), up_to(d, 1, true), ends(d, 1, true), skips(d, 1, true), condition(d, 1, true);
    lambda(d, 1, true), throws(d, 1, true), calls(d, 1, true);
    cudaMalloc(&a, 4), cudaFree(a);
    a = (float *)malloc(4), a[0] = 1;
    cudaMalloc(&b, 4), std::swap(b, h), b[0] = 1;
    cudaMalloc(&c, 4), set(&c), c[0] = 1;
    cudaMalloc(&c2, 4), exchange(c2, h), c2[0] = 1;
    Either u;
    cudaMalloc(&u.d, 4);
    u.h = h, u.d[0] = 1;
    Pair s, s2, t = {h, h, 1};
    cudaMalloc(&s.x, 4), cudaMalloc(&s2.x, 4);
    s = t, s.x[0] = 1;
    memcpy(&s2, &t, sizeof t), s2.x[0] = 1;
    n ? cudaMalloc(&f, 4) : cudaMallocManaged(&f, 4), f[0] = 1;
    n ? cudaMalloc(&f2, 4) : cudaMallocHost(&f2, 4), f2[0] = 1;
    n ? cudaMalloc(&f3, 4) : cudaHostGetDevicePointer((void **)&f3, h, 0), f3[0] = 1;
    cudaMalloc(&g, 4);
    [&] { g = h; }(), g[0] = 1;
    cudaMalloc(&i, 4);
    std::function<void()> change = [&i, h] { i = h; };
    change(), i[0] = 1;
    try { cudaMalloc(&j, 4); throw 1; } catch (int) { j = h; }
    j[0] = 1;
    for (int k = 0; k < 4; k++)
        cudaMalloc(&many[k], 4);
    many[n] = h, many[0][0] = 1;
    cudaMalloc(&more[0], 4);
    more[n] = h, more[0][0] = 1;
    either(n)[0] = 1;
    float *q = n ? d : h, *w = d, *v = d, *v2 = h;
    q[0] = 1;
    if (n)
        w = h;
    w[0] = 1;
    for (int k = 0; k < 3; k++) {
        v[0] = 1;
        float *old = v;
        v = v2, v2 = old;
    }
    cudaMalloc(&seen_elsewhere, 4), seen_elsewhere[0] = 1;
    cudaMalloc(&changed, 4), changed[0] = 1;
    Buffer x(4);
    x.set(h), x.p[0] = 1;
    float **to_z = &z, *&y_too = y;
    cudaMalloc(&z, 4), *to_z = h, z[0] = 1;
    cudaMalloc(&y, 4), y_too = h, y[0] = 1;
    cudaMalloc(&ex, 4), std::exchange(ex, h), ex[0] = 1;
    std::vector<float **> all{&a, &b};
    // A pool may be the host's memory.
    cudaMallocFromPoolAsync(&pool, 4, (cudaMemPool_t)nullptr, 0), pool[0] = 1;
}
void change(float *to) { changed = to; }
// Of what comes from elsewhere, other than by allocation.
void given(float *p, Pair s, Pair *t) {
    if (!p)
        cudaMalloc(&p, 4);
    p[0] = 1;
    if (!s.x)
        cudaMalloc(&s.x, 4);
    if (!t->x)
        cudaMalloc(&t->x, 4);
    s.x[0] = s.y[0] = t->x[0] = t->y[0] = 1;
}
void by_bytes(float *h) {
    float *a, *b;
    size_t c;
    cudaMalloc(&a, 4);
    for (size_t i = 0; i < sizeof a; i++)
        ((char *)&a)[i] = ((char *)&h)[i];
    cudaMalloc(&b, 4), *(int *)&b = 5;
    cudaMalloc((void **)&c, 4), c = (size_t)h;
    a[0] = b[0] = *(float *)c;
}
void by_other_means(float *h) {
    float *a, *b, *c;
    Pair s, t;
    cudaMalloc(&a, 4), cudaMalloc(&b, 4), cudaMalloc(&c, 4), cudaMalloc(&s.x, 4), cudaMalloc(&t.x, 4);
    asm volatile("" : "+r"(a));
    std::tie(b, h) = std::make_tuple(h, b);
    for (float **each : {&c})
        *each = h;
    float *Pair::*member = &Pair::x;
    s.*member = h;
    auto &[x, y, n] = t;
    x = h;
    a[0] = b[0] = c[0] = s.x[0] = t.x[0];
}
// Who asks what memory it is knows what to do.
float asking(float *h) {
    float *d;
    cudaMalloc(&d, 4);
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, d);
    return a.type == cudaMemoryTypeHost ? d[0] : 0;
}
float asking_by_others() {
    float *d;
    cudaMalloc(&d, 4);
    return knows(d);
}
