#include "units.h"
#include <cstdio>

int main()
{
    int a = run_a(5), b = run_b(5), c = run_a(101), d = run_b(101);
    std::printf("%d %d %d %d\n", a, b, c, d);
    return !(a == 51 && b == 5002 && c == 2021 && d == 101002);
}
