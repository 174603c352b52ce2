#include <cstdio>

int run_chain(int x);

int main()
{
    int result = run_chain(7);
    printf("chain: %d\n", result);
    return result != 2 * (49 + 1) + 1;
}
