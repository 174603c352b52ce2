// volatile accesses happen each time, in order, and are neither merged nor dropped.
#include "../conformance.h"

struct Device {
    volatile int command, status;
};

/* The reader looks at the same place many times; the writer changes it meanwhile. */
__global__ void watch(volatile int *at, int *changes, int *done)
{
    if (blockIdx.x == 0) {
        int seen = 0, last = 0, value;
        do {
            value = *at;
            if (value < last)
                seen = -1000000; /* never backwards */
            if (value != last)
                seen++;
            last = value;
        } while (value != 1000);
        *changes = seen;
    } else {
        for (int i = 1; i <= 1000; i++) {
            *at = i;
            if (i % 100 == 0)
                __nanosleep(100);
        }
        *done = 1;
    }
}

/* Two fields, one thread writes the first and waits for the second. */
__global__ void converse(Device *device, int *out)
{
    if (threadIdx.x == 0) {
        for (int i = 1; i <= 50; i++) {
            device->command = i;
            while (device->status != i) {
            }
        }
        *out = device->status;
    } else if (threadIdx.x == 32) {
        for (int i = 1; i <= 50; i++) {
            while (device->command != i) {
            }
            device->status = device->command;
        }
    }
}

int main()
{
    DeviceArray<int> at(1), changes(1), done(1), out(1);
    DeviceArray<Device> device(1);
    watch<<<2, 1>>>(at.at, changes, done);
    converse<<<1, 64>>>(device, out);
    CHECK_LAUNCH();
    EXPECT(changes.host()[0] >= 1 && changes.host()[0] <= 1000);
    EXPECT_EQ(done.host()[0], 1);
    EXPECT_EQ(out.host()[0], 50);
    return finish();
}
