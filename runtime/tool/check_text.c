/* Findings as compute-sanitizer prints them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void print_place(FILE *to, const struct check_line *line) {
    fputs(line->function, to);
    if (line->line)
        fprintf(to, " in %s:%u", line->file, line->line);
    fputc('\n', to);
}

/* Thread and block are one line, which the block ends. */
static void print_line(FILE *to, const struct check_line *line, const char **thread) {
    switch (line->kind) {
    case CHECK_AT:
        fprintf(to, "=========     %s ", line->text);
        print_place(to, line);
        break;
    case CHECK_HOST:
        fputs("=========         Host Frame: ", to);
        print_place(to, line);
        break;
    case CHECK_NOTE:
        fprintf(to, "=========     %s\n", line->text);
        break;
    case CHECK_THREAD:
        *thread = line->text;
        break;
    case CHECK_BLOCK:
        fprintf(to, "=========     by thread (%s) in block (%s)\n", *thread, line->text);
        break;
    case CHECK_KERNEL:
    case CHECK_MEND:
        break;
    }
}

/* A heading stands above the calls of the host. */
static bool is_of_host(const struct check_finding *f, size_t i) {
    bool is_heading = f->lines[i].kind == CHECK_NOTE && i + 1 < f->num_lines && f->lines[i + 1].kind == CHECK_HOST;
    return is_heading || f->lines[i].kind == CHECK_HOST;
}

static bool is_omitted(const struct check_finding *f, size_t i, const struct check_print_options *o) {
    bool is_call = f->lines[i].kind == CHECK_AT && !strcmp(f->lines[i].text, "called at");
    return (o->omits_device && is_call) || (o->omits_host && is_of_host(f, i));
}

static void print_finding(FILE *to, const struct check_finding *f, const struct check_print_options *options) {
    const char *thread = "?";
    fprintf(to, "========= %s%s\n", f->is_error ? "" : "Warning: ", f->title);
    for (size_t i = 0; i < f->num_lines; i++)
        if (!is_omitted(f, i, options))
            print_line(to, &f->lines[i], &thread);
    if (f->count > 1)
        fprintf(to, "=========     (%" PRIu64 " times)\n", f->count);
    fputs("=========\n", to);
}

void check_print_findings(FILE *to, const struct check_findings *findings, const struct check_print_options *options) {
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++) {
        if (options->omits_warnings && !findings->at[i].is_error)
            continue;
        if (count++ < options->limit)
            print_finding(to, &findings->at[i], options);
    }
    if (count > options->limit)
        fprintf(to, "========= %zu more %s not printed (--print-limit)\n", count - options->limit,
                count - options->limit == 1 ? "is" : "are");
}

static void print_unchecked(FILE *to, const struct check_kernels *unchecked, unsigned limit) {
    for (size_t i = 0; i < unchecked->count && i < limit; i++)
        fprintf(to, "========= Not checked: %s\n", unchecked->names[i]);
}

/* A program that something ended has not said what it leaves. */
static void print_leaks(FILE *to, const struct check_findings *findings) {
    uint64_t bytes = 0, allocations = 0;
    for (size_t i = 0; i < findings->count; i++) {
        char *end, *leaked = findings->at[i].facts.leaked;
        bytes += leaked ? strtoull(leaked, &end, 10) : 0;
        allocations += leaked ? strtoull(end, NULL, 10) : 0;
    }
    fputs("========= LEAK SUMMARY: ", to);
    if (findings->has_leaks_told)
        fprintf(to, "%" PRIu64 " bytes leaked in %" PRIu64 " allocations\n", bytes, allocations);
    else
        fputs("not known, the program did not come to its end\n", to);
}

void check_print(FILE *to, const struct check_findings *findings, const struct check_print_options *options) {
    fputs("========= SOFTWARP CHECK\n", to);
    check_print_findings(to, findings, options);
    print_unchecked(to, &findings->unchecked, options->limit);
    if (findings->wants_leaks && findings->is_checked)
        print_leaks(to, findings);
    fputs("========= ERROR SUMMARY: ", to);
    check_print_summary(to, findings);
    fputc('\n', to);
}
