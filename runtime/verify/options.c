/* What to compare, as the environment says; `softwarp verify` sets it. Read once, before the first launch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "check/memory/allocations.h"
#include "stream/verifier.h"
#include "verify/verify_internal.h"

struct swrt_verify_options swrt_verify_options;

static const uint64_t usual_limit = 10, usual_whole = 16 << 10;

static uint64_t number(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static void read_tolerance(struct swrt_verify_options *o) {
    const char *type = getenv("SOFTWARP_VERIFY_TYPE"), *tolerance = getenv("SOFTWARP_VERIFY_TOLERANCE");
    o->ulp = number("SOFTWARP_VERIFY_ULP", 0);
    o->tolerance = tolerance ? strtod(tolerance, NULL) : 0;
    if (!o->ulp && !(o->tolerance > 0))
        return;
    o->type = type && !strcmp(type, "double") ? SWRT_VERIFY_DOUBLE : SWRT_VERIFY_FLOAT;
}

static void read_scans(struct swrt_verify_options *o) {
    const char *scans = getenv("SOFTWARP_VERIFY_SCANS");
    if (scans && *scans)
        o->scans = strcmp(scans, "always") ? SWRT_SCANS_NEVER : SWRT_SCANS_ALWAYS;
}

static void allocated(const void *base, size_t bytes, uint32_t kind) {
    swrt_allocation_begins(base, bytes, (enum swrt_memory_kind)kind);
}

static const struct swrt_verifier verifier = {.handed = swrt_verify_handed,
                                              .help = swrt_verify_help,
                                              .host_sleeps = swrt_verify_host_sleeps,
                                              .host_waits = swrt_verify_host_waits,
                                              .call_begins = swrt_verify_call_begins,
                                              .call_ends = swrt_verify_call_ends,
                                              .run_ended = swrt_verify_run_ended,
                                              .multiprocessor = swrt_verify_multiprocessor,
                                              .hides_fault = swrt_verify_hides_fault,
                                              .hides_text = swrt_verify_hides_text,
                                              .fault = swrt_verify_fault,
                                              .allocated = allocated,
                                              .forget = swrt_verify_forget,
                                              .memory_changes = swrt_verify_memory_changes};

void swrt_verify_begins(void) {
    struct swrt_verify_options *o = &swrt_verify_options;
    const char *on = getenv("SOFTWARP_VERIFY"), *kernel = getenv("SOFTWARP_VERIFY_KERNEL");
    if (!on || !*on || !strcmp(on, "0"))
        return;
    o->kernel = kernel && *kernel ? kernel : NULL;
    o->skip = number("SOFTWARP_VERIFY_SKIP", 0);
    o->count = number("SOFTWARP_VERIFY_COUNT", 0);
    o->limit = number("SOFTWARP_VERIFY_LIMIT", usual_limit) * 1000000000u;
    o->whole = number("SOFTWARP_VERIFY_WHOLE", usual_whole) << 10; /* for tests */
    read_tolerance(o);
    read_scans(o);
    o->is_on = true;
    swrt_verifier = &verifier;
    swrt_tell_begin();
    atexit(swrt_tell_end);
}

bool swrt_verify_is_on(void) {
    swrt_check_is_on(); /* reads the options, too */
    return swrt_verify_options.is_on;
}
