/* The check that all programs of this project share. */
#include "scale.h"

#include <cstdio>
#include <cstring>

static int check_scale()
{
    int values[1000];
    for (int i = 0; i < 1000; i++)
        values[i] = i;
    bool done = scale(values, 1000, 3);
    for (int i = 0; i < 1000; i++)
        if (!done || values[i] != 3 * i || strcmp(scale_kind(), KIND) != 0) {
            printf("%s: at %d expected %d, got %d\n", scale_kind(), i, 3 * i, values[i]);
            return 1;
        }
    printf("%s: right\n", scale_kind());
    return 0;
}
