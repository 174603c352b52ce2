/* Numbers the sites of all modules, in the order in which modules are registered. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fatal.h"
#include "check/check.h"
#include "check/finding.h"
#include "os/thread/lock.h"

struct table {
    struct swrt_site *sites;
    uint64_t count;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct table *tables;
static size_t num_tables;
static uint32_t last;
static atomic_bool has_modules;

bool swrt_check_has_modules(void) {
    return atomic_load(&has_modules);
}

void swrt_register_sites(struct swrt_site *sites, uint64_t count) {
    if (swrt_check_is_on() && !atomic_exchange(&has_modules, true))
        swrt_findings_instrumented();
    swrt_mutex_lock(&lock);
    struct table *grown = realloc(tables, (num_tables + 1) * sizeof *tables);
    if (!grown)
        swrt_fatal("out of memory at start, for the sites of a module");
    tables = grown;
    tables[num_tables++] = (struct table){sites, count};
    for (uint64_t i = 0; i < count; i++)
        sites[i].number = ++last;
    swrt_mutex_unlock(&lock);
}

const struct swrt_site *swrt_site_numbered(uint32_t number) {
    const struct swrt_site *found = NULL;
    swrt_mutex_lock(&lock);
    for (size_t i = 0; i < num_tables && !found; i++)
        if (tables[i].count && number - tables[i].sites[0].number < tables[i].count)
            found = &tables[i].sites[number - tables[i].sites[0].number];
    swrt_mutex_unlock(&lock);
    return found;
}

const struct swrt_site *swrt_sites_beside(const struct swrt_site *site, uint64_t *count) {
    const struct swrt_site *found = NULL;
    swrt_mutex_lock(&lock);
    for (size_t i = 0; i < num_tables && !found; i++)
        if (tables[i].count && site->number - tables[i].sites[0].number < tables[i].count) {
            found = tables[i].sites;
            *count = tables[i].count;
        }
    swrt_mutex_unlock(&lock);
    return found;
}

const struct swrt_site *swrt_site_of_user(const struct swrt_site *site) {
    for (const struct swrt_site *at = site; at; at = at->caller)
        if (!(at->flags & SWRT_SITE_OURS))
            return at;
    return site;
}

const char *swrt_site_text(const struct swrt_site *site) {
    static const char *const plain[] = {[SWRT_SITE_READ] = "read",
                                        [SWRT_SITE_WRITE] = "write",
                                        [SWRT_SITE_RMW] = "read-modify-write",
                                        [SWRT_SITE_CAS] = "compare-and-swap",
                                        [SWRT_SITE_REDUCE] = "reduction",
                                        [SWRT_SITE_COPY] = "copy",
                                        [SWRT_SITE_FILL] = "fill",
                                        [SWRT_SITE_FENCE] = "fence",
                                        [SWRT_SITE_BARRIER] = "barrier",
                                        [SWRT_SITE_WARP] = "warp operation",
                                        [SWRT_SITE_GRID] = "grid barrier",
                                        [SWRT_SITE_YIELD] = "yield",
                                        [SWRT_SITE_RETURN] = "return",
                                        [SWRT_SITE_CALL] = "call"};
    return plain[site->kind];
}
