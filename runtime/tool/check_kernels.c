/* Which kernels a program has run, checked or not: what a report without findings is worth. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"

void check_kernels_add(struct check_kernels *kernels, const char *name) {
    for (size_t i = 0; i < kernels->count; i++)
        if (!strcmp(kernels->names[i], name))
            return;
    char **names = realloc(kernels->names, (kernels->count + 1) * sizeof *names);
    char *copy = strdup(name);
    if (!names || !copy)
        swrt_fatal("out of memory");
    kernels->names = names;
    kernels->names[kernels->count++] = copy;
}

void check_kernels_join(struct check_kernels *to, struct check_kernels *from) {
    for (size_t i = 0; i < from->count; i++) {
        check_kernels_add(to, from->names[i]);
        free(from->names[i]);
    }
    free(from->names);
    *from = (struct check_kernels){0};
}

/* The program may have run others. */
static bool is_none_wanted(const struct check_findings *findings) {
    return findings->wanted && !findings->checked.count && !findings->unchecked.count;
}

/* Nor has anything else been looked for that a program without kernels may have, or found. */
static bool has_nothing_run(const struct check_findings *findings) {
    bool is_found = findings->count || findings->num_suppressed;
    bool calls_count = findings->is_called && (findings->wants_leaks || findings->wants_calls);
    return !findings->has_kernels && !is_found && !calls_count;
}

bool check_is_complete(const struct check_findings *findings) {
    return findings->is_instrumented && !findings->unchecked.count && !is_none_wanted(findings) &&
           !has_nothing_run(findings);
}

bool check_is_verified(const struct check_findings *findings) {
    const uint64_t *n = findings->launches;
    return n[VERIFIED_LAUNCHES] > n[VERIFIED_LEFT_OUT] && !n[VERIFIED_NOT_COMPARED];
}

/* In how many kernels, and what that leaves out. */
static void print_kernels(FILE *to, const struct check_findings *findings) {
    size_t unchecked = findings->unchecked.count, all = findings->checked.count + unchecked;
    if (!findings->is_instrumented && !unchecked) {
        fputs(
            ", but nothing was checked: nothing that was built with `swcc --check` has run, or it was started without "
            "the environment of this command (sudo, env -i)",
            to);
        return;
    }
    if (is_none_wanted(findings)) {
        fprintf(to, ", but no kernel was checked: no launch matches%s", findings->wanted);
        return;
    }
    if (has_nothing_run(findings)) {
        fputs(", but nothing was checked: no kernel was launched (--leak-check full, --report-api-errors all: "
              "calls of the API are enough)",
              to);
        return;
    }
    fprintf(to, " in %zu kernel%s", all, all == 1 ? "" : "s");
    if (unchecked)
        fprintf(to, ", %zu ran unchecked: build %s with `swcc --check`", unchecked, unchecked == 1 ? "it" : "them");
}

void check_print_summary(FILE *to, const struct check_findings *findings) {
    uint64_t kinds = check_findings_errors(findings, false), each = check_findings_errors(findings, true);
    fprintf(to, "%" PRIu64 " error%s", kinds, kinds == 1 ? "" : "s");
    if (each != kinds)
        fprintf(to, ", %" PRIu64 " times", each);
    if (findings->num_suppressed)
        fprintf(to, ", %zu suppressed", findings->num_suppressed);
    print_kernels(to, findings);
}
