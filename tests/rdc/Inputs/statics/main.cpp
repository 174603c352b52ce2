#include <cstdio>
int test_one();
int test_two();
int main()
{
    int wrong = test_one();
    wrong |= test_two();
    std::puts(wrong ? "wrong" : "ok");
    return wrong;
}
