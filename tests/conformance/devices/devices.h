/* Programs that need several devices. */
#ifndef DEVICES_H
#define DEVICES_H

#include "../conformance.h"

static inline void need_devices(int needed)
{
    int count;
    CHECK(cudaGetDeviceCount(&count));
    if (count >= needed)
        return;
    printf("%d devices are needed\n", needed);
    exit(1);
}

#endif
