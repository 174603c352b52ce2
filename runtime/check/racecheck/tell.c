/* What the race engine has found, in words: both accesses with their places and threads, the memory, and what would
 * mend it. */
#include <stdio.h>

#include "base/plural.h"
#include "check/call_stack.h"
#include "check/check.h"
#include "check/finding.h"
#include "check/memory/allocations.h"
#include "check/racecheck/racecheck.h"
#include "execute/block.h"
#include "execute/cluster/cluster.h"
#include "os/thread/thread.h"

static const char *words_of(const struct swrt_race_site *site) {
    switch (site->kind) {
    case SWRT_RACE_READ:
        return site->order == SWRT_RACE_WEAK ? site->is_volatile ? "volatile read" : "read" : "atomic read";
    case SWRT_RACE_WRITE:
        return site->order == SWRT_RACE_WEAK ? site->is_volatile ? "volatile write" : "write" : "atomic write";
    case SWRT_RACE_CAS:
        return "compare-and-swap";
    default:
        return "atomic operation";
    }
}

static void split(uint32_t index, const uint32_t *size, uint32_t *at) {
    at[0] = index % size[0];
    at[1] = index / size[0] % size[1];
    at[2] = index / size[0] / size[1];
}

static void tell_place_of_host(struct swrt_finding *f, const struct swrt_race_party *party, bool is_second) {
    static const char *const who[] = {[SWRT_RACE_PLACE_CODE] = "the host",
                                      [SWRT_RACE_PLACE_COPY] = "a copy of the API",
                                      [SWRT_RACE_PLACE_FILL] = "a fill of the API"};
    const struct swrt_race_place *place = swrt_racecheck_place(party->site.number);
    bool is_code = party->host || !place;
    swrt_finding_note(f, "%s%s by %s", is_second ? "and " : "", words_of(&party->site),
                      who[is_code ? SWRT_RACE_PLACE_CODE : place->what]);
}

static void tell_calls_of_host(struct swrt_finding *f, const struct swrt_race_party *party) {
    static const char *const headings[] = {[SWRT_RACE_PLACE_CODE] = "Host backtrace of the %s",
                                           [SWRT_RACE_PLACE_COPY] = "Saved host backtrace up to the copy",
                                           [SWRT_RACE_PLACE_FILL] = "Saved host backtrace up to the fill"};
    const struct swrt_race_place *place = swrt_racecheck_place(party->site.number);
    char heading[96];
    if (!place)
        return;
    snprintf(heading, sizeof heading, headings[place->what], words_of(&party->site));
    swrt_finding_stack(f, heading, place->calls);
}

static void tell_party(struct swrt_finding *f, const struct swrt_race_party *party, bool is_second) {
    static const char *const scopes[] = {"thread", "block", "cluster", "device", "system"};
    const struct swrt_race_origin *launch = party->launch;
    const struct swrt_site *site = swrt_site_numbered(party->site.number);
    char what[96];
    bool begins_retries = site && site->kind == SWRT_SITE_READ && party->site.kind == SWRT_RACE_CAS;
    bool is_atomic = party->site.order != SWRT_RACE_WEAK && !begins_retries;
    const char *words = begins_retries ? "read" : words_of(&party->site);
    snprintf(what, sizeof what, "%s%s%s%s at", is_second ? "and " : "", words, is_atomic ? " in scope " : "",
             is_atomic ? scopes[party->site.scope] : "");
    if (!site) {
        tell_place_of_host(f, party, is_second);
        return;
    }
    swrt_finding_at(f, what, site);
    if (launch && launch->kernel) {
        uint32_t thread[3], block[3];
        split(party->thread, launch->ntid, thread);
        split(party->block, launch->nctaid, block);
        swrt_finding_thread_of(f, launch->kernel->name, thread, block);
    }
}

/* Where accesses are behind an allocation's end or freed, memcheck tells of them. */
static const char *relation_words(enum swrt_near_relation relation) {
    static const char *const words[] = {[SWRT_NEAR_INTO] = "inside the allocation",
                                        [SWRT_NEAR_PAST] = "behind the end of the allocation",
                                        [SWRT_NEAR_BEFORE] = "before the allocation",
                                        [SWRT_NEAR_FREED] = "inside the freed allocation"};
    return words[relation];
}

/* Shared memory that a cluster's blocks share: whose it is; null: it is none of the cluster whose block runs. To the engine it is
 * memory like any other. */
static const struct swrt_slot *cluster_holder(const struct swrt_race_finding *race) {
    const struct swrt_executor *x = race->shared ? NULL : swrt_self()->executor;
    const struct swrt_slot *running = x ? x->running : NULL;
    return running && running->cluster ? swrt_cluster_holder(running, (const void *)race->address) : NULL;
}

static void tell_place_in_cluster(struct swrt_finding *f, const struct swrt_race_finding *race,
                                  const struct swrt_block *holder, const char *name) {
    unsigned bytes = (unsigned)__builtin_popcount(race->bytes);
    swrt_finding_note(f, "on %u byte%s at 0x%llx of the shared memory of block (%u,%u,%u)%s%s", bytes, swrt_s(bytes),
                      (unsigned long long)(race->address - (uintptr_t)holder->shared), holder->ctaid_x, holder->ctaid_y,
                      holder->ctaid_z, *name ? ", " : "", name);
}

static void tell_place(struct swrt_finding *f, const struct swrt_race_finding *race, const struct swrt_site *site) {
    struct swrt_near near;
    const char *name = site && site->name ? site->name : "";
    unsigned bytes = (unsigned)__builtin_popcount(race->bytes);
    bool has_near = !race->shared && swrt_memory_near((const void *)race->address, &near);
    swrt_finding_fact(f, "address", "0x%llx", (unsigned long long)race->address);
    swrt_finding_fact(f, "size", "%u", bytes);
    if (has_near)
        swrt_finding_fact(f, "allocation", "%p %zu", (const void *)near.base, near.bytes);
    const struct swrt_slot *holder = cluster_holder(race);
    if (holder)
        tell_place_in_cluster(f, race, &holder->block, name);
    else if (race->shared)
        swrt_finding_note(f, "on %u byte%s at 0x%llx of shared memory%s%s", bytes, swrt_s(bytes),
                          (unsigned long long)race->address, *name ? ", " : "", name);
    else if (has_near)
        swrt_finding_note(f, "on %u byte%s at %p, %zu byte%s %s at %p of size %zu bytes%s%s", bytes, swrt_s(bytes),
                          (void *)race->address, near.distance, swrt_s(near.distance), relation_words(near.relation),
                          (const void *)near.base, near.bytes, *name ? ", " : "", name);
    else
        swrt_finding_note(f, "on %u byte%s at %p%s%s", bytes, swrt_s(bytes), (void *)race->address, *name ? ", " : "",
                          name);
}

static const char *rule_of(enum swrt_race_class class) {
    static const char *const rules[SWRT_RACE_CLASSES] = {
        [SWRT_RACE_CLASS_PLAIN] = "race-plain",     [SWRT_RACE_CLASS_ATOMIC] = "race-plain-atomic",
        [SWRT_RACE_CLASS_SCOPE] = "race-scope",     [SWRT_RACE_CLASS_FENCE] = "race-fence",
        [SWRT_RACE_CLASS_SIZE] = "race-size",       [SWRT_RACE_CLASS_VOLATILE] = "race-volatile",
        [SWRT_RACE_CLASS_KERNELS] = "race-kernels", [SWRT_RACE_CLASS_HOST] = "race-host"};
    return rules[class];
}

static void tell_launches(struct swrt_finding *f, const struct swrt_race_origin *first,
                          const struct swrt_race_origin *second) {
    bool are_two = first && second && first != second;
    if (are_two)
        swrt_finding_stack(f, "Saved host backtrace up to the first kernel's launch", first->caller);
    if (first || second)
        swrt_finding_stack(f,
                           are_two ? "Saved host backtrace up to the second kernel's launch"
                                   : "Saved host backtrace up to the kernel's launch",
                           second ? second->caller : first->caller);
}

static void tell_allocation(struct swrt_finding *f, const struct swrt_race_finding *race) {
    struct swrt_near near;
    bool has_near = !race->shared && swrt_memory_near((const void *)race->address, &near);
    const struct swrt_allocation_record *record = has_near ? swrt_allocation_at(near.base) : NULL;
    if (record)
        swrt_finding_stack(f, "The memory was allocated at", record->allocated);
}

/* A kernel's launch; null: the host's or a copy's access. */
static const struct swrt_race_origin *kernel_launch(const struct swrt_race_party *party) {
    const struct swrt_race_origin *launch = party->launch;
    return launch && launch->kernel ? launch : NULL;
}

/* Of two launches the later one has found it. */
static bool is_passed_over(const struct swrt_race_finding *race) {
    const struct swrt_race_origin *second = kernel_launch(&race->second);
    const struct swrt_race_origin *launch = second ? second : kernel_launch(&race->first);
    return launch && launch->is_passed_over;
}

void swrt_racecheck_found(void *context, const struct swrt_race_finding *race) {
    if (is_passed_over(race))
        return;
    struct swrt_finding_key key = {
        "racecheck", rule_of(race->class), SWRT_FINDING_ERROR, race->first.site.number, race->second.site.number, 0};
    swrt_racecheck_mend_pair(&key, race);
    struct swrt_finding *f = swrt_finding_begin(key, "Race on __%s__ memory: %s",
                                                race->shared || cluster_holder(race) ? "shared" : "global",
                                                swrt_race_class_text[race->class]);
    if (!f)
        return;
    const struct swrt_site *site = swrt_site_numbered(race->second.site.number);
    tell_party(f, &race->first, false);
    tell_party(f, &race->second, true);
    tell_place(f, race, site ? site : swrt_site_numbered(race->first.site.number));
    swrt_finding_mends(f);
    tell_calls_of_host(f, &race->first);
    tell_calls_of_host(f, &race->second);
    tell_launches(f, race->first.launch, race->second.launch);
    tell_allocation(f, race);
    swrt_finding_end(f);
}
