/* What the conformance programs share. A program compares what CUDA must do with what a CPU computed (or with what the
 * programming guide says), reports each difference with its place, and ends with `return finish();`: "ok" and exit
 * status 0, or the number of differences and 1. It is plain CUDA, and also right on a GPU unless its head says why not. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>
#include <vector>

static int failures;

/* What a report says. (std::string is a third of what a compiler reads for a small program.) */
struct Words {
    char at[400];
    Words(const char *text = "") { snprintf(at, sizeof at, "%s", text); }
    const char *c_str() const { return at; }
    bool operator==(const Words &other) const { return !strcmp(at, other.at); }
};
static inline Words operator+(const Words &a, const Words &b)
{
    Words sum;
    snprintf(sum.at, sizeof sum.at, "%s%s", a.at, b.at);
    return sum;
}

/* Ten differences say as much as ten million. */
static inline void report(const char *file, int line, const Words &what)
{
    if (failures++ < 10)
        printf("%s:%d: %s\n", file, line, what.c_str());
}

template <class T> static Words show(const T &value)
{
    char text[64];
    if constexpr (std::is_class<T>::value)
        return value.c_str();
    else if constexpr (std::is_enum<T>::value || (std::is_integral<T>::value && std::is_signed<T>::value))
        snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
    else if constexpr (std::is_integral<T>::value)
        snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
    else
        snprintf(text, sizeof text, "%.17g", static_cast<double>(value));
    return text;
}
static inline Words show(const char *value) { return value ? value : "(null)"; }
static inline Words show(bool value) { return value ? "true" : "false"; }
static inline Words show(cudaError_t value) { return cudaGetErrorName(value); }
static inline Words show(const void *value)
{
    char text[32];
    snprintf(text, sizeof text, "%p", value);
    return text;
}

template <class A, class B>
static bool expect_equal(const char *file, int line, const char *what, const A &got, const B &expected)
{
    if (got == expected)
        return true;
    report(file, line, Words(what) + ": expected " + show(expected) + ", got " + show(got));
    return false;
}

static inline bool expect_near(const char *file, int line, const char *what, double got, double expected, double tolerance)
{
    if (fabs(got - expected) <= tolerance)
        return true;
    report(file, line, Words(what) + ": expected " + show(expected) + " within " + show(tolerance) + ", got " + show(got));
    return false;
}

static inline void check_call(const char *file, int line, const char *what, cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    printf("%s:%d: %s: %s\n", file, line, what, cudaGetErrorName(error));
    exit(1);
}

static inline void expect_either(const char *file, int line, const char *what, cudaError_t got, cudaError_t a, cudaError_t b)
{
    if (got != a && got != b)
        report(file, line, Words(what) + ": expected " + show(a) + " or " + show(b) + ", got " + show(got));
    expect_equal(file, line, "the last error", cudaGetLastError(), got);
}

static inline int finish()
{
    if (failures)
        printf("%d differences\n", failures);
    else
        printf("ok\n");
    return failures != 0;
}

/* The call must succeed, or the program stops. */
#define CHECK(call) check_call(__FILE__, __LINE__, #call, (call))
/* The launch before must have been accepted, and must end well. */
#define CHECK_LAUNCH() (CHECK(cudaGetLastError()), CHECK(cudaDeviceSynchronize()))
#define EXPECT(condition) ((condition) ? (void)0 : report(__FILE__, __LINE__, "does not hold: " #condition))
#define EXPECT_EQ(got, expected) expect_equal(__FILE__, __LINE__, #got, got, expected)
#define EXPECT_NEAR(got, expected, tolerance) expect_near(__FILE__, __LINE__, #got, got, expected, tolerance)
/* The call must fail with this error, which is then also the last error, and is cleared. */
#define EXPECT_ERROR(call, error)                                                  \
    (expect_equal(__FILE__, __LINE__, #call, (call), error),                       \
     expect_equal(__FILE__, __LINE__, "last error of " #call, cudaGetLastError(), error))

/* The same where releases of CUDA disagree: the documented error, or the one that CUDA 13 gives on an H200. */
#define EXPECT_EITHER(call, documented, newer) expect_either(__FILE__, __LINE__, #call, (call), documented, newer)

/* An array in device memory that cleans up after itself. */
template <class T> struct DeviceArray {
    T *at = nullptr;
    size_t count;

    explicit DeviceArray(size_t n) : count(n)
    {
        CHECK(cudaMalloc(&at, n * sizeof(T)));
        CHECK(cudaMemset(at, 0, n * sizeof(T)));
    }
    explicit DeviceArray(const std::vector<T> &values) : count(values.size())
    {
        CHECK(cudaMalloc(&at, count * sizeof(T)));
        CHECK(cudaMemcpy(at, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { cudaFree(at); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    operator T *() const { return at; }
    /* The contents; waits for everything before. */
    std::vector<T> host() const
    {
        std::vector<T> values(count);
        CHECK(cudaMemcpy(values.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }
};

template <class T> static T *device_copy(const T &value)
{
    T *at;
    CHECK(cudaMalloc(&at, sizeof(T)));
    CHECK(cudaMemcpy(at, &value, sizeof(T), cudaMemcpyHostToDevice));
    return at;
}

/* Numbers that look random and are the same everywhere. */
struct Random {
    unsigned state;
    explicit Random(unsigned seed = 1) : state(seed * 2654435761u + 12345) {}
    unsigned next()
    {
        state = state * 1664525u + 1013904223u;
        return state >> 8 ^ state << 13;
    }
    unsigned below(unsigned limit) { return next() % limit; }
    float unit() { return (next() >> 8 & 0xffff) / 65536.0f; }
};

#endif
