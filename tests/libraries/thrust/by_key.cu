// UNSUPPORTED: quick
// Runs of equal keys: their sums, and prefix sums within them.
#include "../libraries.h"
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

/* Keys in runs of about `length`; lengths differ. */
static std::vector<int> runs(int n, int length)
{
    Random random(length);
    std::vector<int> keys(n);
    int key = 0;
    for (int i = 0; i < n; i++)
        keys[i] = random.below(length) ? key : ++key;
    return keys;
}

static void check(int n, int length)
{
    std::vector<int> keys = runs(n, length), values = numbers<int>(n, 100), heads, sums, inside(n), before(n);
    for (int i = 0; i < n; i++) {
        bool is_head = i == 0 || keys[i] != keys[i - 1];
        if (is_head) {
            heads.push_back(keys[i]);
            sums.push_back(0);
        }
        before[i] = is_head ? 1000 : before[i - 1] + values[i - 1];
        inside[i] = sums.back() += values[i];
    }
    thrust::device_vector<int> device_keys(keys.begin(), keys.end()), device_values(values.begin(), values.end());
    thrust::device_vector<int> device_heads(n), device_sums(n);

    auto ends = thrust::reduce_by_key(device_keys.begin(), device_keys.end(), device_values.begin(), device_heads.begin(),
                                      device_sums.begin());
    device_heads.resize(ends.first - device_heads.begin());
    device_sums.resize(ends.second - device_sums.begin());
    EXPECT_VECTOR(host_of(device_heads), heads);
    EXPECT_VECTOR(host_of(device_sums), sums);

    thrust::device_vector<int> scanned(n);
    thrust::inclusive_scan_by_key(device_keys.begin(), device_keys.end(), device_values.begin(), scanned.begin());
    EXPECT_VECTOR(host_of(scanned), inside);
    thrust::exclusive_scan_by_key(device_keys.begin(), device_keys.end(), device_values.begin(), scanned.begin(), 1000);
    EXPECT_VECTOR(host_of(scanned), before);
}

int main()
{
    for (int n : sizes)
        for (int length : {1, 3, 700})
            check(n, length);
    check(20011, 1 << 20);
    return finish();
}
