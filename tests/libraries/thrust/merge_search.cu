// UNSUPPORTED: quick
// Sorted sequences: merged, with values too, and searched for one value and for many.
#include "../libraries.h"
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/merge.h>

static void merge(int n, int m)
{
    std::vector<int> a = numbers<int>(n, 500, 1), b = numbers<int>(m, 500, 2), keys(n + m), values(n + m, 1);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    thrust::device_vector<int> x(a.begin(), a.end()), y(b.begin(), b.end()), z(n + m), of_x(n, 1), of_y(m, 2), of_z(n + m);
    thrust::merge_by_key(x.begin(), x.end(), y.begin(), y.end(), of_x.begin(), of_y.begin(), z.begin(), of_z.begin());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), keys.begin());
    EXPECT_VECTOR(host_of(z), keys);
    /* Of equal keys those of the first sequence come first. */
    for (int i = 0, from_a = 0; i < n + m; i++) {
        bool is_a = from_a < n && a[from_a] == keys[i];
        values[i] = is_a ? 1 : 2;
        from_a += is_a;
    }
    EXPECT_VECTOR(host_of(of_z), values);
}

static void search(int n)
{
    std::vector<int> a = numbers<int>(n, 500), wanted = numbers<int>(1001, 600, 5), low, high, found;
    std::sort(a.begin(), a.end());
    for (int value : wanted) {
        low.push_back(std::lower_bound(a.begin(), a.end(), value) - a.begin());
        high.push_back(std::upper_bound(a.begin(), a.end(), value) - a.begin());
        found.push_back(std::binary_search(a.begin(), a.end(), value));
    }
    thrust::device_vector<int> x(a.begin(), a.end()), device_wanted(wanted.begin(), wanted.end()), result(wanted.size());
    thrust::lower_bound(x.begin(), x.end(), device_wanted.begin(), device_wanted.end(), result.begin());
    EXPECT_VECTOR(host_of(result), low);
    thrust::upper_bound(x.begin(), x.end(), device_wanted.begin(), device_wanted.end(), result.begin());
    EXPECT_VECTOR(host_of(result), high);
    thrust::binary_search(x.begin(), x.end(), device_wanted.begin(), device_wanted.end(), result.begin());
    EXPECT_VECTOR(host_of(result), found);
    auto range = thrust::equal_range(x.begin(), x.end(), wanted[0]);
    EXPECT_EQ(range.first - x.begin(), low[0]);
    EXPECT_EQ(range.second - x.begin(), high[0]);
}

int main()
{
    for (int n : sizes) {
        merge(n, 0);
        merge(n, n / 2 + 7);
        search(n);
    }
    return finish();
}
