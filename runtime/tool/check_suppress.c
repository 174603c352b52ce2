/* Suppressions: findings that are known and not to be told. A file of records with blank lines between them; # begins a
 * comment line. A record hides a finding of which all that it says is true:
 *
 *      kind: memcheck/invalid-write        the tool, and the rule unless that is left out
 *      kernel: scale(float*, int)          its name in full
 *      title: Invalid __global__ write     how the first line begins
 *      at: src/scale.cu:7:12               a place: file, or file:line, or file:line:column; the file by the end of its
 *                                          path; several of these: such places, in this order
 *      places: 2                           in how many places it is, calls that led there included
 *
 * --gen-suppressions writes a record with all of it for each finding, so that it hides that one and none like it. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"

enum { MOST_AT = 64, NO_NUMBER = -1 };
struct place {
    char *file;
    long line, column;
};
struct record {
    char *kind, *kernel, *title;
    struct place at[MOST_AT];
    size_t num_at;
    long places;
    bool is_any;
};
struct check_suppressions {
    struct record *at;
    size_t count;
};

/* The lines that say where a finding is: device code, or host code where there is none. */
static bool is_place(const struct check_finding *f, const struct check_line *line) {
    bool is_device = false;
    for (size_t i = 0; i < f->num_lines; i++)
        is_device |= f->lines[i].kind == CHECK_AT && f->lines[i].line;
    return line->line && line->kind == (is_device ? CHECK_AT : CHECK_HOST);
}

static long count_places(const struct check_finding *f) {
    long count = 0;
    for (size_t i = 0; i < f->num_lines; i++)
        count += is_place(f, &f->lines[i]);
    return count;
}

static bool is_kind(const struct check_finding *f, const char *kind) {
    size_t tool = strlen(f->tool);
    return !strncmp(f->tool, kind, tool) && (!kind[tool] || (kind[tool] == '/' && !strcmp(kind + tool + 1, f->rule)));
}

static bool is_file(const char *file, const char *end) {
    size_t length = strlen(file), own = strlen(end);
    return own <= length && !strcmp(file + length - own, end) && (own == length || file[length - own - 1] == '/');
}

static bool is_at(const struct check_line *line, const struct place *place) {
    return line->kind <= CHECK_HOST && is_file(line->file, place->file) &&
           (place->line == NO_NUMBER || place->line == (long)line->line) &&
           (place->column == NO_NUMBER || place->column == (long)line->column);
}

static bool has_places(const struct check_finding *f, const struct record *r) {
    size_t next = 0;
    for (size_t i = 0; i < f->num_lines && next < r->num_at; i++)
        next += is_at(&f->lines[i], &r->at[next]);
    return next == r->num_at;
}

static bool hides(const struct record *r, const struct check_finding *f) {
    const char *kernel = check_finding_kernel(f);
    return (!r->kind || is_kind(f, r->kind)) && (!r->kernel || (kernel && !strcmp(kernel, r->kernel))) &&
           (!r->title || !strncmp(f->title, r->title, strlen(r->title))) &&
           (r->places == NO_NUMBER || r->places == count_places(f)) && has_places(f, r);
}

/* A number at the end of the text, behind a colon, which it loses. */
static long take_number(char *text) {
    char *colon = strrchr(text, ':');
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return NO_NUMBER;
    *colon = 0;
    return strtol(colon + 1, NULL, 10);
}

static bool read_place(struct record *r, const char *value) {
    if (r->num_at == MOST_AT)
        return false;
    struct place place = {.file = strdup(value)};
    if (!place.file)
        swrt_fatal("out of memory");
    long last = take_number(place.file), first = last == NO_NUMBER ? NO_NUMBER : take_number(place.file);
    place.line = first == NO_NUMBER ? last : first;
    place.column = first == NO_NUMBER ? NO_NUMBER : last;
    r->at[r->num_at++] = place;
    return *place.file;
}

static bool read_count(struct record *r, const char *value) {
    char *end;
    r->places = strtol(value, &end, 10);
    return isdigit((unsigned char)*value) && !*end;
}

static const char *value_of(const char *line, const char *key) {
    size_t length = strlen(key);
    return !strncmp(line, key, length) && line[length] == ':' && line[length + 1] == ' ' ? line + length + 2 : NULL;
}

/* Whether it begins with a tool's name. Rules are not looked at: suppressions outlive them. */
static bool is_of_tool(const char *kind) {
    static const char *const tools[] = {"memcheck", "initcheck", "racecheck", "synccheck", "verify"};
    size_t length = strcspn(kind, "/");
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strlen(tools[i]) == length && !strncmp(kind, tools[i], length))
            return true;
    return false;
}

/* "key: value"; false: it is none. */
static bool read_line(struct record *r, const char *line) {
    const char *value;
    char **texts[] = {&r->kind, &r->kernel, &r->title};
    static const char *const keys[] = {"kind", "kernel", "title"};
    r->is_any = true;
    if ((value = value_of(line, "at")))
        return read_place(r, value);
    if ((value = value_of(line, "places")))
        return read_count(r, value);
    if ((value = value_of(line, "kind")) && !is_of_tool(value))
        return false;
    for (size_t i = 0; i < 3; i++)
        if ((value = value_of(line, keys[i])))
            return !*texts[i] && (*texts[i] = strdup(value));
    return false;
}

/* The record is whole; one that says nothing hides nothing. */
static void keep(struct check_suppressions *all, struct record *r) {
    if (r->is_any) {
        struct record *larger = realloc(all->at, (all->count + 1) * sizeof *larger);
        if (!larger)
            swrt_fatal("out of memory");
        all->at = larger;
        all->at[all->count++] = *r;
    }
    *r = (struct record){.places = NO_NUMBER};
}

static void fail(const char *command, const char *name) {
    fprintf(stderr, "%s: cannot read %s: %s\n", command, name, strerror(errno));
}

static bool read_records(struct check_suppressions *all, FILE *from, const char *command, const char *name) {
    struct record record = {.places = NO_NUMBER};
    char *line = NULL;
    size_t room = 0, number = 0;
    bool is_fine = true;
    for (ssize_t length; is_fine && (length = getline(&line, &room, from)) >= 0;) {
        number++;
        while (length && isspace((unsigned char)line[length - 1]))
            line[--length] = 0;
        if (!length)
            keep(all, &record);
        is_fine = !length || *line == '#' || read_line(&record, line);
        if (!is_fine)
            fprintf(stderr, "%s: %s:%zu: not a line of a suppression: %s (docs/checkers.md shows them)\n", command,
                    name, number, line);
    }
    keep(all, &record);
    free(line);
    return is_fine;
}

struct check_suppressions *check_suppressions_read(const char *command, const char *name) {
    struct check_suppressions *all = calloc(1, sizeof *all);
    if (!all)
        swrt_fatal("out of memory");
    FILE *from = fopen(name, "r");
    bool is_fine = from && read_records(all, from, command, name);
    if (!from || ferror(from)) { /* a folder can be opened */
        fail(command, name);
        is_fine = false;
    }
    if (from)
        fclose(from);
    return is_fine ? all : NULL; /* the process ends soon */
}

static bool is_hidden(const struct check_suppressions *all, const struct check_finding *f) {
    for (size_t i = 0; i < all->count; i++)
        if (hides(&all->at[i], f))
            return true;
    return false;
}

void check_suppress(struct check_findings *findings, const struct check_suppressions *all) {
    size_t kept = 0;
    for (size_t i = 0; i < findings->count; i++)
        if (!is_hidden(all, &findings->at[i]))
            findings->at[kept++] = findings->at[i]; /* the process ends soon */
    findings->num_suppressed += findings->count - kept;
    findings->count = kept;
}

/* A line by itself, without what would end it. Addresses at the end of titles are other ones next time. */
static void write_title(FILE *to, const char *title) {
    const char *address = strstr(title, " at 0x");
    fprintf(to, "title: %.*s\n", (int)(address ? (size_t)(address - title) : strcspn(title, "\n")), title);
}

static void write_record(FILE *to, const struct check_finding *f) {
    const char *kernel = check_finding_kernel(f);
    fprintf(to, "\nkind: %s/%s\n", f->tool, f->rule);
    if (kernel)
        fprintf(to, "kernel: %s\n", kernel);
    write_title(to, f->title);
    for (size_t i = 0; i < f->num_lines; i++) {
        const struct check_line *line = &f->lines[i];
        if (!is_place(f, line) || strchr(line->file, '\n'))
            continue;
        fprintf(to, "at: %s:%u", line->file, line->line);
        if (line->kind == CHECK_AT)
            fprintf(to, ":%u", line->column);
        fputc('\n', to);
    }
    fprintf(to, "places: %ld\n", count_places(f));
}

void check_write_suppressions(FILE *to, const struct check_findings *findings) {
    fputs("# Findings for softwarp check --suppressions\n", to);
    for (size_t i = 0; i < findings->count; i++)
        write_record(to, &findings->at[i]);
}
