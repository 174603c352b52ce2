/* Time as kernels see it: what clock64() counts, and %globaltimer.
 *
 * clock64() is the processor's time stamp counter, whose rate has nothing to do with the clock that a core runs at. Programs
 * divide cycles by cudaDeviceProp.clockRate, so that is the counter's rate: as the processor says it (CPUID leaf 0x15), or
 * measured once, for a millisecond. %globaltimer starts from the system's time and goes on steadily, whatever is done to
 * the system's clock (PTX ISA, %globaltimer: nanoseconds). */
#include <cpuid.h>
#include <x86intrin.h>

#include "device/device.h"
#include "os/clock.h"
#include "os/thread/lock.h"
#include "os/machine.h"

static uint64_t start_of_time; /* to be added to the steady clock */
static void read_start(void) {
    start_of_time = swrt_calendar_now() - swrt_now();
}

uint64_t swrt_globaltimer(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, read_start);
    return start_of_time + swrt_now();
}

/* In kHz; 0 when the processor does not say. */
static unsigned stated_rate(void) {
    unsigned denominator, numerator, crystal, unused;
    if (!__get_cpuid_count(0x15, 0, &denominator, &numerator, &crystal, &unused) || !denominator || !crystal)
        return 0;
    return (unsigned)((uint64_t)crystal * numerator / denominator / 1000);
}

static unsigned measured_rate(void) {
    uint64_t from = swrt_now(), cycles = __rdtsc(), to;
    do
        to = swrt_now();
    while (to - from < 1000000);
    return (unsigned)((__rdtsc() - cycles) * 1000000 / (to - from));
}

static unsigned rate;
static void read_rate(void) {
    rate = stated_rate();
    if (!rate)
        rate = measured_rate();
}

unsigned swrt_clock_khz(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, read_rate);
    return rate;
}

uint32_t swrt_multiprocessors(void) {
    return swrt_machine()->cores;
}
