/* Findings: keeps which are known and how often each was met, and writes the first of each. */
#include "check/finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check/call_stack.h"
#include "check/check.h"
#include "os/file.h"
#include "os/libc_names.h"
#include "os/thread/lock.h"
#include "os/process.h"
#include "report/kernel_name.h"

struct known {
    struct swrt_finding_key key;
    uint32_t number; /* 0: free */
    uint64_t count, written;
};
struct swrt_finding {
    FILE *to;
    char *text;
    size_t size;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE; /* held while one is being written */
static struct known *table;                      /* open addressing, a power of two, at most half full */
static size_t room, num_known;
static struct swrt_finding current;
static int output = -1;
static uint64_t process; /* the upper half of numbers */
static bool has_begun;

static void out_of_memory(void) {
    swrt_fatal("out of memory for the checkers' findings");
}

/* "3", or with who has the file open by that number, and its inode: "3:1234:56789". */
static int file_of(const char *text) {
    char *end;
    long number = text ? strtol(text, &end, 10) : -1;
    if (!text || end == text || number < 0)
        return SWRT_STANDARD_ERROR;
    if (!*end)
        return (int)number;
    long owner = *end == ':' ? strtol(end + 1, &end, 10) : 0;
    uint64_t inode = *end == ':' ? strtoull(end + 1, &end, 10) : 0;
    int file = owner > 0 && !*end ? swrt_file_given((int32_t)owner, (int)number, inode) : -1;
    return file >= 0 ? file : SWRT_STANDARD_ERROR;
}

static int output_file(void) {
    static _Atomic int known = -1;
    if (known < 0)
        known = file_of(getenv("SOFTWARP_CHECK_OUTPUT"));
    return known;
}

/* A line of which the tool makes something. */
static void tell_tool(const char *line) {
    int file = output_file();
    swrt_mutex_lock(&lock);
    if (file != SWRT_STANDARD_ERROR) {
        output = file;
        swrt_file_write(output, line, strlen(line));
    }
    swrt_mutex_unlock(&lock);
}

void swrt_findings_depend_on_order(void) {
    tell_tool("order\n");
}

void swrt_findings_begin(void) {
    has_begun = true;
    if (output_file() != SWRT_STANDARD_ERROR)
        process = (uint64_t)swrt_process_this() << 32;
    tell_tool("checked\n");
}

void swrt_findings_forked(void) {
    if (!has_begun)
        return;
    swrt_mutex_create(&lock); /* of a thread that is not here, perhaps */
    free(table);
    table = NULL;
    room = num_known = 0;
    swrt_findings_begin();
}

void swrt_findings_end(void) {
    swrt_mutex_lock(&lock);
    for (size_t i = 0; i < room; i++) {
        char line[64];
        if (!table[i].number || table[i].written == table[i].count)
            continue;
        table[i].written = table[i].count;
        int size = snprintf(line, sizeof line, "count %llu %llu\n", (unsigned long long)(process | table[i].number),
                            (unsigned long long)table[i].count);
        swrt_file_write(output, line, (size_t)size);
    }
    swrt_mutex_unlock(&lock);
}

bool swrt_findings_have_tool(void) {
    return output_file() != SWRT_STANDARD_ERROR;
}

void swrt_findings_leaks(void) {
    tell_tool("leaks\n");
}

void swrt_findings_called(void) {
    tell_tool("called\n");
}

void swrt_findings_instrumented(void) {
    tell_tool("instrumented\n");
}

void swrt_findings_kernel(const char *name, bool is_checked) {
    char line[1060];
    snprintf(line, sizeof line, "%s %s\n", is_checked ? "checked-kernel" : "unchecked-kernel", name);
    tell_tool(line);
}

void swrt_findings_compared(void) {
    tell_tool("compared\n");
}

void swrt_findings_verified(const uint64_t *counts, unsigned count) {
    char line[256];
    int size = snprintf(line, sizeof line, "verified");
    for (unsigned i = 0; i < count; i++)
        size += snprintf(line + size, sizeof line - (size_t)size, " %llu", (unsigned long long)counts[i]);
    snprintf(line + size, sizeof line - (size_t)size, "\n");
    tell_tool(line);
}

static uint64_t hash_of(const struct swrt_finding_key *key) {
    uint64_t hash = (uintptr_t)key->rule ^ (uint64_t)key->site << 32 ^ key->other;
    return (hash ^ key->detail * 0xbf58476d1ce4e5b9u) * 0x9e3779b97f4a7c15u;
}

static bool same(const struct swrt_finding_key *a, const struct swrt_finding_key *b) {
    return a->rule == b->rule && a->site == b->site && a->other == b->other && a->detail == b->detail;
}

static struct known *place_of(const struct swrt_finding_key *key) {
    size_t at = hash_of(key) >> 20 & (room - 1);
    while (table[at].number && !same(&table[at].key, key))
        at = (at + 1) & (room - 1);
    return &table[at];
}

static void grow(void) {
    struct known *old = table;
    size_t old_room = room;
    room = room ? 2 * room : 256;
    table = calloc(room, sizeof *table);
    if (!table)
        out_of_memory();
    for (size_t i = 0; i < old_room; i++)
        if (old[i].number)
            *place_of(&old[i].key) = old[i];
    free(old);
}

static struct known *find(const struct swrt_finding_key *key) {
    if (!room)
        output = output_file();
    if (2 * num_known >= room)
        grow();
    struct known *known = place_of(key);
    if (!known->number)
        *known = (struct known){.key = *key, .number = (uint32_t)++num_known, .written = 1};
    known->count++;
    return known;
}

static void put_text(FILE *to, const char *text) {
    for (; *text; text++)
        switch (*text) {
        case '\n':
            fputs("\\n", to);
            break;
        case '\t':
            fputs("\\t", to);
            break;
        case '\\':
            fputs("\\\\", to);
            break;
        default:
            fputc(*text, to);
        }
}

static void put_format(FILE *to, const char *format, va_list args) {
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    put_text(to, text);
    fputc('\n', to);
}

static bool (*_Atomic passes_over)(void);

void swrt_findings_pass_over(bool (*is_passed_over)(void)) {
    passes_over = is_passed_over;
}

static bool is_passed_over(void) {
    bool (*asked)(void) = passes_over;
    return asked && asked();
}

static void open_text(void) {
    swrt_open_math();
    current.to = swrt_libm_open_memstream(&current.text, &current.size);
    if (!current.to)
        out_of_memory();
}

void swrt_finding_line(struct swrt_finding *f, const char *word, const char *const *fields, unsigned count) {
    fputs(word, f->to);
    for (unsigned i = 0; i < count; i++) {
        fputc(i ? '\t' : ' ', f->to);
        put_text(f->to, fields[i]);
    }
    fputc('\n', f->to);
}

struct swrt_finding *swrt_finding_record(const char *word, const char *const *fields, unsigned count) {
    swrt_mutex_lock(&lock);
    output = output_file();
    open_text();
    swrt_finding_line(&current, word, fields, count);
    return &current;
}

struct swrt_finding *swrt_finding_begin(struct swrt_finding_key key, const char *title, ...) {
    if (is_passed_over())
        return NULL;
    swrt_mutex_lock(&lock);
    struct known *known = find(&key);
    if (known->count > 1) {
        swrt_mutex_unlock(&lock);
        return NULL;
    }
    open_text();
    fprintf(current.to, "finding %llu %s %s %s\ntitle ", (unsigned long long)(process | known->number), key.tool,
            key.rule, key.severity == SWRT_FINDING_ERROR ? "error" : "warning");
    va_list args;
    va_start(args, title);
    put_format(current.to, title, args);
    va_end(args);
    return &current;
}

void swrt_finding_note(struct swrt_finding *f, const char *text, ...) {
    va_list args;
    va_start(args, text);
    fputs("note ", f->to);
    put_format(f->to, text, args);
    va_end(args);
}

void swrt_finding_mends(struct swrt_finding *f) {
    fputs("mends\n", f->to);
}

void swrt_finding_mend(const struct swrt_finding_key *key, unsigned rank, const char *text) {
    char line[640];
    swrt_mutex_lock(&lock);
    const struct known *known = room ? place_of(key) : NULL;
    if (known && known->number) {
        int size = snprintf(line, sizeof line, "mend %llu %u %s\n", (unsigned long long)(process | known->number), rank,
                            text);
        swrt_file_write(output, line, (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
    }
    swrt_mutex_unlock(&lock);
}

void swrt_finding_fact(struct swrt_finding *f, const char *name, const char *value, ...) {
    va_list args;
    va_start(args, value);
    fprintf(f->to, "fact %s ", name);
    put_format(f->to, value, args);
    va_end(args);
}

static void put_name(FILE *to, const char *mangled) {
    char name[1024];
    swrt_kernel_name(mangled ? mangled : "?", name, sizeof name);
    put_text(to, name);
}

void swrt_finding_at(struct swrt_finding *f, const char *what, const struct swrt_site *site) {
    for (const struct swrt_site *at = swrt_site_of_user(site); at; at = at->caller) {
        fprintf(f->to, "at %s\t", what);
        put_text(f->to, at->file ? at->file : "");
        fprintf(f->to, "\t%u\t%u\t", at->line, at->column);
        put_name(f->to, at->function);
        fputc('\n', f->to);
        what = "called at";
    }
}

void swrt_finding_thread_of(struct swrt_finding *f, const char *kernel, const uint32_t *thread, const uint32_t *block) {
    fputs("kernel ", f->to);
    put_name(f->to, kernel);
    fprintf(f->to, "\nthread %u,%u,%u\n", thread[0], thread[1], thread[2]);
    fprintf(f->to, "block %u,%u,%u\n", block[0], block[1], block[2]);
}

void swrt_finding_kernel(struct swrt_finding *f, const char *kernel) {
    fputs("kernel ", f->to);
    put_name(f->to, kernel);
    fputc('\n', f->to);
}

static void put_call(void *data, const char *function, const char *file, unsigned line) {
    FILE *to = data;
    fputs("host ", to);
    put_text(to, file ? file : "");
    fprintf(to, "\t%u\t", line);
    put_text(to, function);
    fputc('\n', to);
}

void swrt_finding_stack(struct swrt_finding *f, const char *heading, const struct swrt_call_stack *stack) {
    if (!stack || !stack->count)
        return;
    swrt_finding_note(f, "%s", heading);
    swrt_call_stack_each(stack, put_call, f->to);
}

void swrt_finding_end(struct swrt_finding *f) {
    fputs("end\n", f->to);
    fclose(f->to);
    swrt_file_write(output, f->text, f->size);
    free(f->text);
    *f = (struct swrt_finding){0};
    swrt_mutex_unlock(&lock);
}
