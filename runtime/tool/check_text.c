/* Findings as compute-sanitizer prints them. */
#include <inttypes.h>
#include <string.h>

#include "check.h"

static void print_place(FILE *to, const struct check_line *line) {
    fputs(line->function, to);
    if (line->line) fprintf(to, " in %s:%u", line->file, line->line);
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

static void print_finding(FILE *to, const struct check_finding *f) {
    const char *thread = "?";
    fprintf(to, "========= %s%s\n", f->is_error ? "" : "Warning: ", f->title);
    for (size_t i = 0; i < f->num_lines; i++) print_line(to, &f->lines[i], &thread);
    if (f->count > 1) fprintf(to, "=========     (%" PRIu64 " times)\n", f->count);
    fputs("=========\n", to);
}

void check_print_findings(FILE *to, const struct check_findings *findings, unsigned limit) {
    for (size_t i = 0; i < findings->count && i < limit; i++) print_finding(to, &findings->at[i]);
    if (findings->count > limit)
        fprintf(to, "========= %zu more are not printed (--print-limit)\n", findings->count - limit);
}

static void print_unchecked(FILE *to, const struct check_kernels *unchecked, unsigned limit) {
    for (size_t i = 0; i < unchecked->count && i < limit; i++)
        fprintf(to, "========= Not checked: %s\n", unchecked->names[i]);
}

void check_print(FILE *to, const struct check_findings *findings, unsigned limit) {
    fputs("========= SOFTWARP CHECK\n", to);
    check_print_findings(to, findings, limit);
    print_unchecked(to, &findings->unchecked, limit);
    fputs("========= ERROR SUMMARY: ", to);
    check_print_summary(to, findings);
    fputc('\n', to);
}
