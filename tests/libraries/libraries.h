/* What the programs over Thrust, CUB and libcu++ share: the words of conformance.h, whole vectors, and sizes that are
 * nothing, one, odd, and several tiles of any algorithm. */
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include "../conformance/conformance.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

static const int sizes[] = {0, 1, 255, 20011};

/* The same elements; the first that is not is told. */
template <class T>
static void expect_vector(const char *file, int line, const char *what, const std::vector<T> &got, const std::vector<T> &expected)
{
    if (got.size() != expected.size()) {
        report(file, line, Words(what) + ": expected " + show(expected.size()) + " elements, got " + show(got.size()));
        return;
    }
    for (size_t i = 0; i < got.size(); i++)
        if (!(got[i] == expected[i])) {
            report(file, line, Words(what) + ": of " + show(got.size()) + " elements that at " + show(i) + " differs");
            if constexpr (std::is_arithmetic<T>::value)
                expect_equal(file, line, what, got[i], expected[i]);
            return;
        }
}
#define EXPECT_VECTOR(got, ...) expect_vector(__FILE__, __LINE__, #got, got, __VA_ARGS__)

/* n numbers below a limit. */
template <class T> static std::vector<T> numbers(int n, unsigned limit, unsigned seed = 1)
{
    Random random(seed);
    std::vector<T> values(n);
    for (T &value : values)
        value = static_cast<T>(random.below(limit));
    return values;
}

/* What a vector of Thrust's holds, without an algorithm of it. */
template <class V> static auto host_of(const V &values)
{
    std::vector<typename V::value_type> copy(values.size());
    if (!copy.empty())
        CHECK(cudaMemcpy(copy.data(), values.data().get(), copy.size() * sizeof copy[0], cudaMemcpyDefault));
    return copy;
}

/* A call of CUB's, twice as it is meant: the first says how much memory it wants. */
#define CUB_CALL(...)                                                           \
    do {                                                                        \
        size_t bytes = 0;                                                       \
        void *memory = nullptr;                                                 \
        CHECK(__VA_ARGS__);                                                     \
        DeviceArray<char> room(bytes ? bytes : 1);                              \
        memory = room.at;                                                       \
        CHECK(__VA_ARGS__);                                                     \
        CHECK(cudaDeviceSynchronize());                                         \
    } while (0)

#endif
