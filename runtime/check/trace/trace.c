/* The tool `trace`: a line on standard error for each hook, in the order in which they come. For finding out what a
 * kernel does in small cases, and for tests: as there is one worker and addresses are told as offsets, a program that
 * does the same in each run gives the same text.
 *
 *      block 0,0,0 thread 1,0,0: write 4 at global[16]+4, prog.cu:7
 *
 * Host code's accesses are left out: they are many and their order depends on no checker. */
#include <stdio.h>

#include "check/check.h"

static const char *const scopes[] = {"thread", "block", "cluster", "device", "system"};
static const char *const orders[] = {"weak", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};

static void begin(const struct swrt_block *b) {
    fprintf(stderr, "block %u,%u,%u thread %u,%u,%u: ", b->ctaid_x, b->ctaid_y, b->ctaid_z, b->tid_x, b->tid_y,
            b->tid_z);
}

static const char *file_name(const char *path) {
    const char *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return name;
}

/* The place, the user's line that led there, and the variable. */
static void end(const struct swrt_site *site) {
    const struct swrt_site *user = swrt_site_of_user(site);
    if (site->order != SWRT_ORDER_WEAK)
        fprintf(stderr, ", %s %s", orders[site->order], scopes[site->scope]);
    if (site->flags & SWRT_SITE_VOLATILE)
        fputs(", volatile", stderr);
    if (site->name)
        fprintf(stderr, ", %s", (const char *)site->name);
    if (user->line)
        fprintf(stderr, ", %s:%u", file_name(user->file), user->line);
    fputc('\n', stderr);
}

static void access(struct swrt_block *block, const void *address, struct swrt_site *site) {
    char place[64];
    swrt_check_place(block, address, place, sizeof place);
    begin(block);
    fprintf(stderr, "%s %u at %s", swrt_site_text(site), site->size, place);
    end(site);
}

static void swapped(struct swrt_block *block, const void *address, uint32_t is_swapped, struct swrt_site *site) {
    char place[64];
    swrt_check_place(block, address, place, sizeof place);
    begin(block);
    fprintf(stderr, "%s at %s", is_swapped ? "swapped" : "not swapped", place);
    end(site);
}

static void copy(struct swrt_block *block, const void *to, const void *from, uint64_t bytes, struct swrt_site *site) {
    char place[64], source[64];
    swrt_check_place(block, to, place, sizeof place);
    swrt_check_place(block, from, source, sizeof source);
    begin(block);
    fprintf(stderr, "copy %llu from %s to %s", (unsigned long long)bytes, source, place);
    end(site);
}

static void fill(struct swrt_block *block, const void *to, uint64_t bytes, struct swrt_site *site) {
    char place[64];
    swrt_check_place(block, to, place, sizeof place);
    begin(block);
    fprintf(stderr, "fill %llu at %s", (unsigned long long)bytes, place);
    end(site);
}

static void local(struct swrt_block *block, const void *address, const void *base, uint64_t bytes,
                  struct swrt_site *site) {
    begin(block);
    fprintf(stderr, "%s %u at local[%llu]%+lld", swrt_site_text(site), site->size, (unsigned long long)bytes,
            (long long)((const char *)address - (const char *)base));
    end(site);
}

static void unwritten(struct swrt_block *block, uint64_t written, struct swrt_site *site) {
    begin(block);
    fprintf(stderr, "unwritten %s %u", swrt_site_text(site), site->size);
    end(site);
}

static void turn(struct swrt_block *block, uint64_t turn, struct swrt_site *site) {
    begin(block);
    fprintf(stderr, "turn %llu", (unsigned long long)turn);
    end(site);
}

static void fence(struct swrt_block *block, struct swrt_site *site) {
    begin(block);
    fputs(swrt_site_text(site), stderr);
    end(site);
}

const struct swrt_check_tool swrt_check_trace_tool = {.name = "trace",
                                                      .read = access,
                                                      .write = access,
                                                      .atomic = access,
                                                      .swapped = swapped,
                                                      .copy = copy,
                                                      .fill = fill,
                                                      .local = local,
                                                      .unwritten = unwritten,
                                                      .fence = fence,
                                                      .wait = fence,
                                                      .turn = turn};
