// What the host expects of each thread of a launch, and the row of it.
#pragma once
#include "../conformance.h"
#include "../rows.h"

template <class Wanted> static void compare(const char *what, const DeviceArray<int> &out, int count, Wanted wanted)
{
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < count; i++)
        if (!expect_equal(__FILE__, __LINE__, (what + (", thread " + show(i))).c_str(), got[i], wanted(i))) break;
    print_row(what, got.data(), count);
}
