/* What the programs of these tests share: each has a wrong form and a right one, chosen by its argument. */
#ifndef CHECK_H
#define CHECK_H
#include <cstdio>
#include <cstdlib>
#include <cstring>

static bool is_wrong(int argc, char **argv) { return argc > 1 && !strcmp(argv[1], "wrong"); }

/* Ends the program as most do: with the device's verdict. */
static int finish()
{
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
#endif
