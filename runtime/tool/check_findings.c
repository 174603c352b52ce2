/* Reading what a run has written (runtime/check/finding.h), and joining the findings of several runs: those with the
 * same rule at the same places are one. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"

static void *grown(void *memory, size_t count, size_t size) {
    void *larger = realloc(memory, count * size);
    if (!larger)
        swrt_fatal("out of memory");
    return larger;
}

static char *copy_of(const char *text) {
    char *copy = strdup(text);
    if (!copy)
        swrt_fatal("out of memory");
    return copy;
}

/* Takes the backslashes out, in place. */
static char *unescaped(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        char c = *at;
        if (c == '\\' && at[1]) {
            at++;
            c = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
        }
        *to++ = c;
    }
    *to = 0;
    return text;
}

/* The next of several fields with tabs between them. */
static char *field(char **rest) {
    char *own = strsep(rest, "\t");
    return copy_of(own ? unescaped(own) : "");
}

static unsigned number_field(char **rest) {
    char *text = field(rest);
    unsigned number = (unsigned)strtoul(text, NULL, 10);
    free(text);
    return number;
}

static struct check_line *add_line(struct check_finding *f, enum check_line_kind kind) {
    f->lines = grown(f->lines, f->num_lines + 1, sizeof *f->lines);
    f->lines[f->num_lines] = (struct check_line){.kind = kind};
    return &f->lines[f->num_lines++];
}

static void read_fact(struct check_facts *facts, char *rest) {
    const struct {
        const char *name;
        char **text;
    } places[] = {{"address", &facts->address},
                  {"size", &facts->size},
                  {"allocation", &facts->allocation},
                  {"leaked", &facts->leaked}};
    const char *name = strsep(&rest, " ");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (rest && !strcmp(name, places[i].name) && !*places[i].text)
            *places[i].text = copy_of(unescaped(rest));
}

static void read_line(struct check_finding *f, const char *word, char *rest) {
    static const struct {
        const char *word;
        enum check_line_kind kind;
    } texts[] = {{"note", CHECK_NOTE}, {"kernel", CHECK_KERNEL}, {"block", CHECK_BLOCK}, {"thread", CHECK_THREAD}};
    bool is_at = !strcmp(word, "at");
    if (!strcmp(word, "fact"))
        read_fact(&f->facts, rest);
    if (!strcmp(word, "title"))
        f->title = copy_of(unescaped(rest));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(word, texts[i].word))
            add_line(f, texts[i].kind)->text = copy_of(unescaped(rest));
    if (!is_at && strcmp(word, "host"))
        return;
    struct check_line *line = add_line(f, is_at ? CHECK_AT : CHECK_HOST);
    line->text = is_at ? field(&rest) : copy_of("");
    line->file = field(&rest);
    line->line = number_field(&rest);
    line->column = is_at ? number_field(&rest) : 0;
    line->function = field(&rest);
}

static void free_finding(struct check_finding *f) {
    for (size_t i = 0; i < f->num_lines; i++) {
        free(f->lines[i].text);
        free(f->lines[i].file);
        free(f->lines[i].function);
    }
    free(f->lines);
    free(f->tool);
    free(f->rule);
    free(f->title);
    free(f->mend);
    free(f->facts.address);
    free(f->facts.size);
    free(f->facts.allocation);
    free(f->facts.leaked);
    *f = (struct check_finding){0};
}

static bool same_place(const struct check_line *a, const struct check_line *b) {
    return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file) &&
           !strcmp(a->function, b->function);
}

/* The same places in the same order, whichever threads and addresses it was. */
static bool same_places(const struct check_finding *a, const struct check_finding *b) {
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a->num_lines && a->lines[i].kind > CHECK_HOST)
            i++;
        while (k < b->num_lines && b->lines[k].kind > CHECK_HOST)
            k++;
        if (i == a->num_lines || k == b->num_lines)
            return i == a->num_lines && k == b->num_lines;
        if (!same_place(&a->lines[i], &b->lines[k]))
            return false;
    }
}

static void append(struct check_findings *all, struct check_finding *f) {
    all->at = grown(all->at, all->count + 1, sizeof *all->at);
    all->at[all->count++] = *f;
    *f = (struct check_finding){0};
}

/* Of one run and process they differ in something that is not told. */
static bool are_same(const struct check_finding *a, const struct check_finding *b) {
    return (a->run != b->run || a->number >> 32 != b->number >> 32) && !strcmp(a->rule, b->rule) &&
           !strcmp(a->title, b->title) && same_places(a, b);
}

static void join_mend(struct check_finding *into, const struct check_finding *f);

static void join(struct check_findings *all, struct check_finding *f) {
    for (size_t i = 0; i < all->count; i++) {
        if (!are_same(&all->at[i], f))
            continue;
        all->at[i].count += f->count;
        join_mend(&all->at[i], f);
        free_finding(f);
        return;
    }
    append(all, f);
}

/* `count NUMBER TIMES`: all of this run, of which one has been counted. */
static void set_count(struct check_findings *all, const char *rest) {
    char *end;
    uint64_t number = strtoull(rest, &end, 10), times = strtoull(end, NULL, 10);
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].number == number)
            all->at[i].count += times - 1;
}

/* `mend NUMBER RANK TEXT`. */
static void set_mend(struct check_findings *all, const char *rest) {
    char *end;
    uint64_t number = strtoull(rest, &end, 10);
    unsigned rank = (unsigned)strtoul(end, &end, 10);
    for (size_t i = 0; i < all->count; i++) {
        struct check_finding *f = &all->at[i];
        if (f->number != number)
            continue;
        free(f->mend);
        f->mend = copy_of(*end ? end + 1 : end);
        f->mend_rank = rank;
    }
}

/* Of two runs: that which holds for both; of two that are worth the same, and differ, none. */
static void join_mend(struct check_finding *into, const struct check_finding *f) {
    bool is_higher = f->mend_rank > into->mend_rank;
    if (!f->mend || (into->mend && !is_higher && (f->mend_rank < into->mend_rank || !strcmp(f->mend, into->mend))))
        return;
    bool differ = into->mend && !is_higher;
    free(into->mend);
    into->mend = copy_of(differ ? "" : f->mend);
    into->mend_rank = f->mend_rank;
}

/* The line that says it, or none. */
static void write_mend(struct check_finding *f) {
    size_t kept = 0;
    for (size_t i = 0; i < f->num_lines; i++) {
        struct check_line *line = &f->lines[i];
        if (line->kind == CHECK_MEND) {
            if (!f->mend || !*f->mend)
                continue;
            static const char what[] = "What would mend it: ";
            line->kind = CHECK_NOTE;
            line->text = grown(NULL, sizeof what + strlen(f->mend), 1);
            strcat(strcpy(line->text, what), f->mend);
        }
        f->lines[kept++] = *line;
    }
    f->num_lines = kept;
}

void check_findings_finish(struct check_findings *all) {
    for (size_t i = 0; i < all->count; i++)
        write_mend(&all->at[i]);
}

/* Of all processes that the program starts. */
static void add_launches(struct check_findings *all, const char *rest) {
    all->is_counted = true;
    for (size_t i = 0; i < CHECK_VERIFIED; i++) {
        char *end;
        all->launches[i] += strtoull(rest, &end, 10);
        rest = end;
    }
}

static void begin(struct check_finding *f, char *rest) {
    char *number = strsep(&rest, " "), *tool = strsep(&rest, " "), *rule = strsep(&rest, " ");
    *f = (struct check_finding){.count = 1, .is_error = rest && !strcmp(rest, "error")};
    f->number = strtoull(number, NULL, 10);
    f->tool = copy_of(tool ? tool : "");
    f->rule = copy_of(rule ? rule : "");
}

static void add_kernel(struct check_findings *run, struct check_kernels *kernels, const char *name,
                       const struct swrt_kernel_filters *filters) {
    run->has_kernels = true;
    if (swrt_kernel_filters_pass(filters, name))
        check_kernels_add(kernels, name);
}

static void read_text(struct check_findings *run, struct check_finding *f, char *text,
                      const struct swrt_kernel_filters *filters) {
    char *rest = text, *word = strsep(&rest, " ");
    if (!strcmp(word, "finding") && rest) {
        free_finding(f);
        begin(f, rest);
    } else if (!strcmp(word, "count") && rest)
        set_count(run, rest);
    else if (!strcmp(word, "mend") && rest)
        set_mend(run, rest);
    else if (!strcmp(word, "mends"))
        add_line(f, CHECK_MEND);
    else if (!strcmp(word, "verified") && rest)
        add_launches(run, rest);
    else if (!strcmp(word, "order"))
        run->depend_on_order = true;
    else if (!strcmp(word, "checked-kernel") && rest)
        add_kernel(run, &run->checked, rest, filters);
    else if (!strcmp(word, "unchecked-kernel") && rest)
        add_kernel(run, &run->unchecked, rest, filters);
    else if (!strcmp(word, "instrumented"))
        run->is_instrumented = true;
    else if (!strcmp(word, "compared"))
        run->is_compared = true;
    else if (!strcmp(word, "called"))
        run->is_called = true;
    else if (!strcmp(word, "leaks"))
        run->has_leaks_told = true;
    else if (!strcmp(word, "checked"))
        run->is_checked = true;
    else if (!strcmp(word, "not-run"))
        run->is_not_run = true;
    else if (strcmp(word, "end") && rest)
        read_line(f, word, rest);
    else if (!strcmp(word, "end") && f->title && swrt_kernel_filters_pass(filters, check_finding_kernel(f)))
        append(run, f);
    else
        free_finding(f);
}

void check_findings_read(struct check_findings *all, FILE *from, unsigned run,
                         const struct swrt_kernel_filters *filters) {
    char *text = NULL;
    size_t room = 0;
    struct check_finding f = {0};
    struct check_findings own = {0};
    rewind(from);
    for (ssize_t length; (length = getline(&text, &room, from)) > 0;) {
        if (text[length - 1] == '\n')
            text[length - 1] = 0;
        read_text(&own, &f, text, filters);
    }
    free_finding(&f);
    free(text);
    all->depend_on_order |= own.depend_on_order;
    all->is_checked |= own.is_checked;
    all->has_leaks_told |= own.has_leaks_told;
    all->is_instrumented |= own.is_instrumented;
    all->has_kernels |= own.has_kernels;
    all->is_called |= own.is_called;
    all->is_counted |= own.is_counted;
    all->is_compared |= own.is_compared;
    all->is_not_run |= own.is_not_run;
    for (size_t i = 0; i < CHECK_VERIFIED; i++)
        all->launches[i] += own.launches[i];
    check_kernels_join(&all->checked, &own.checked);
    check_kernels_join(&all->unchecked, &own.unchecked);
    for (size_t i = 0; i < own.count; i++) {
        own.at[i].run = run;
        join(all, &own.at[i]);
    }
    free(own.at);
}

const char *check_finding_kernel(const struct check_finding *f) {
    for (size_t i = 0; i < f->num_lines; i++)
        if (f->lines[i].kind == CHECK_KERNEL)
            return f->lines[i].text;
    return NULL;
}

const struct check_line *check_finding_place(const struct check_finding *f) {
    for (enum check_line_kind kind = CHECK_AT; kind <= CHECK_HOST; kind++)
        for (size_t i = 0; i < f->num_lines; i++)
            if (f->lines[i].kind == kind && f->lines[i].line)
                return &f->lines[i];
    return NULL;
}

uint64_t check_findings_errors(const struct check_findings *all, bool each) {
    uint64_t errors = 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].is_error)
            errors += each ? all->at[i].count : 1;
    return errors;
}
