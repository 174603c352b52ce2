// SWCC: -rdc=true --extended-lambda
// NO-GPU: not yet recorded on a GPU
// Names of functions in launches in device code: __func__ and its like are of the function that launches.
#include "../conformance.h"

enum { TEXTS = 12, LENGTH = 80 };
struct Text { const char *text; };
__device__ void copy(char *to, const char *s)
{
    int i = 0;
    for (; s[i] && i < LENGTH - 1; i++)
        to[i] = s[i];
    to[i] = 0;
}
__global__ void put(char (*to)[LENGTH], int at, const char *s) { copy(to[at], s); }
template <class F> __global__ void call(char (*to)[LENGTH], int at, F f) { copy(to[at], f()); }
__device__ const char *outer(const char *s) { return s; }
#define ONE(kernel) kernel<<<1, 1>>>
template <class T> struct Member {
    __device__ void launches(char (*to)[LENGTH]) { put<<<1, 1>>>(to, 5, __func__); }
};
__global__ void parent(char (*to)[LENGTH])
{
    put<<<1, 1>>>(to, 0, __func__);
    put<<<1, 1>>>(to, 1, __FUNCTION__);
    put<<<1, sizeof __func__ - 6>>>(to, 2, Text{__PRETTY_FUNCTION__ /* __func__ */}.text);
    put<<<1, 1>>>(to, 3, __builtin_FUNCTION ( ));
    put<<<1, 1>>>(to, 4, "__func__");
    Member<int>().launches(to);
    call<<<1, 1>>>(to, 6, [=]() -> const char * { return __func__; });
    [=] { put<<<1, 1>>>(to, 7, __func__); }();
    if (__func__[0])
        put<<<1, 1>>>(to, 8, &outer(__func__)[3]);
    ONE(put)(to, 9, __func__);
    put<<<1, 1>>>(to, 10, [=] { put<<<1, 1>>>(to, 11, __func__); return true; }() ? __func__ : __FUNCTION__);
}

int main()
{
    char (*got)[LENGTH];
    CHECK(cudaMallocManaged(&got, TEXTS * LENGTH));
    parent<<<1, 1>>>(got);
    CHECK(cudaDeviceSynchronize());
    static const char *const expected[] = {"parent",     "parent",     "void parent(", "parent",
                                           "__func__",   "launches", "operator()", "operator()", "ent", "parent", "parent", "operator()"};
    for (int i = 0; i < TEXTS; i++) {
        if (i == 2) /* compilers spell types their own ways */
            got[i][strcspn(got[i], "(") + 1] = 0;
        EXPECT(!strcmp(got[i], expected[i]));
        if (strcmp(got[i], expected[i]))
            printf("%d: %s\n", i, got[i]);
    }
    return finish();
}
