#include <cstdio>
extern int run_on_device(int x);
int main()
{
    int result = run_on_device(6);
    std::printf("%d\n", result);
    return result != 136 + 720;
}
