/* What is found: findings (check/finding.h), which `softwarp verify` reads when the program has ended. */
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "check/finding.h"
#include "check/memory/allocations.h"
#include "device/context.h"
#include "device/device.h"
#include "report/kernel_name.h"
#include "stream/engine.h"
#include "verify/verify_internal.h"

uint64_t swrt_verify_counts[SWRT_VERIFY_COUNTS];

void swrt_tell_begin(void) {
    swrt_findings_begin();
}

/* What was launched is compared even if nobody waits for it. */
void swrt_tell_end(void) {
    if (!swrt_verify_options.is_on || swrt_context_forked())
        return;
    for (int device = 0; device < swrt_device_count(); device++)
        swrt_device_wait(device);
    swrt_findings_end();
    swrt_findings_verified(swrt_verify_counts, SWRT_VERIFY_COUNTS);
}

/* By a program that ends before it can say how many, too. */
void swrt_tell_compared(void) {
    static bool is_told;
    if (!is_told)
        swrt_findings_compared();
    is_told = true;
}

static const char *name_of(const struct swrt_told *launch, char *text, size_t size) {
    swrt_kernel_name(launch->grid->kernel->name, text, size);
    return text;
}

/* A finding of the kernel; those like it are only counted. Null: it is one of these. */
static struct swrt_finding *begin(const struct swrt_told *launch, const char *rule, bool is_error, uint64_t detail,
                                  const char *title) {
    struct swrt_finding_key key = {"verify", rule, is_error ? SWRT_FINDING_ERROR : SWRT_FINDING_WARNING,
                                   0,        0,    (uintptr_t)launch->grid->kernel ^ detail * 0x9e3779b97f4a7c15u};
    char name[1024];
    return swrt_finding_begin(key, "kernel %s, launch %llu%s", name_of(launch, name, sizeof name),
                              (unsigned long long)launch->number, title);
}

static void tell_launch(struct swrt_finding *f, const struct swrt_told *launch) {
    const struct swrt_grid *g = launch->grid;
    swrt_finding_note(f, "In lockstep: %u thread%s at a time; %u x %u x %u blocks of %u x %u x %u threads",
                      launch->wide->lanes, swrt_s(launch->wide->lanes), g->nctaid[0], g->nctaid[1], g->nctaid[2],
                      g->ntid[0], g->ntid[1], g->ntid[2]);
    swrt_finding_stack(f, "Saved host backtrace up to the kernel's launch", g->caller);
    swrt_finding_kernel(f, g->kernel->name);
    swrt_finding_end(f);
}

void swrt_tell_not_compared(const struct swrt_told *launch, const char *reason) {
    swrt_verify_counts[SWRT_VERIFY_NOT_COMPARED]++;
    uint64_t detail = 0;
    for (const char *at = reason; *at; at++)
        detail = detail * 31 + (unsigned char)*at;
    struct swrt_finding *f = begin(launch, "not-compared", false, detail, ", was not compared");
    if (!f)
        return;
    swrt_finding_note(f, "%s", reason);
    tell_launch(f, launch);
}

static void tell_orders(struct swrt_finding *f, const struct swrt_told *launch, bool depends) {
    if (depends)
        swrt_finding_note(f, "At W = 1 it is not the same in all orders either, so this is no proof of a mistake");
    else if (launch->orders)
        swrt_finding_note(f, "At W = 1 it was the same in %u other orders of blocks and threads", launch->orders);
}

static void put_value(uint64_t bits, size_t bytes, char *text, size_t size) {
    float narrow;
    double wide;
    uint32_t low = (uint32_t)bits;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    if (bytes == 1)
        snprintf(text, size, "0x%02x (%u)", low, low);
    else if (bytes == 4)
        snprintf(text, size, "0x%08x (int %d, float %.9g)", low, (int32_t)low, (double)narrow);
    else
        snprintf(text, size, "0x%016llx (%lld, double %.17g)", (unsigned long long)bits, (long long)bits, wide);
}

static void tell_elements(struct swrt_finding *f, const struct swrt_piece *piece) {
    size_t word = swrt_verify_options.type == SWRT_VERIFY_DOUBLE ? 8 : 4;
    for (size_t i = 0; i < 3 && i < piece->differing; i++) {
        size_t at = piece->at[i], bytes = at % word || piece->bytes - at < word ? 1 : word;
        char narrow[96], wide[96];
        put_value(piece->values[i][0], bytes, narrow, sizeof narrow);
        put_value(piece->values[i][1], bytes, wide, sizeof wide);
        if (bytes == 1)
            swrt_finding_note(f, "byte %zu: at W = 1 %s, in lockstep %s", at, narrow, wide);
        else
            swrt_finding_note(f, "element %zu of %zu byte%s: at W = 1 %s, in lockstep %s", at / word, word,
                              swrt_s(word), narrow, wide);
    }
}

static void tell_piece(struct swrt_finding *f, const struct swrt_piece *piece) {
    char name[256], count[32] = "some";
    const char *differ = swrt_verb(piece->differing, "differs", "differ");
    if (piece->differing)
        snprintf(count, sizeof count, "%llu", (unsigned long long)piece->differing);
    if (piece->name) {
        swrt_kernel_name(piece->name, name, sizeof name);
        swrt_finding_note(f, "%s element%s of variable %s %s (%zu byte%s at %p)", count, swrt_s(piece->differing), name,
                          differ, piece->bytes, swrt_s(piece->bytes), (void *)piece->base);
        return;
    }
    swrt_finding_note(f, "%s element%s of the allocation at %p of size %zu bytes %s", count, swrt_s(piece->differing),
                      (void *)piece->base, piece->bytes, differ);
}

void swrt_tell_piece(const struct swrt_told *launch, const struct swrt_piece *piece) {
    struct swrt_finding *f = begin(launch, piece->depends ? "depends-on-order" : "difference", !piece->depends,
                                   (uintptr_t)piece->base,
                                   piece->depends ? ": the result depends on the order of its blocks or threads"
                                                  : ": lockstep gives another result than W = 1");
    if (!f)
        return;
    tell_piece(f, piece);
    tell_elements(f, piece);
    tell_orders(f, launch, piece->depends);
    const struct swrt_allocation_record *record = piece->name ? NULL : swrt_allocation_at(piece->base);
    if (record)
        swrt_finding_stack(f, "It was allocated at", record->allocated);
    tell_launch(f, launch);
}

void swrt_tell_other(const struct swrt_told *launch, const char *what, bool depends, const char *narrow,
                     const char *wide) {
    struct swrt_finding *f = begin(launch, depends ? "depends-on-order" : "difference", !depends, (uintptr_t)what,
                                   depends ? ": what it does depends on the order of its blocks or threads"
                                           : ": lockstep does something else than W = 1");
    if (!f)
        return;
    swrt_finding_note(f, "%s: at W = 1 %s, in lockstep %s", what, narrow, wide);
    tell_orders(f, launch, depends);
    tell_launch(f, launch);
}
