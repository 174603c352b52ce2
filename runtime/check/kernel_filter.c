/* Which kernels findings are to be about: --kernel-name and --kernel-regex, with compute-sanitizer's keys. `softwarp check`
 * asks of findings; the runtime, which launches are to be counted.
 *
 *      kernel_substring=TEXT  kns=TEXT     the name has TEXT in it; so without a key
 *      kernel_name=TEXT       kne=TEXT     the name is TEXT, with or without parameters
 *      regex=TEXT             regex:TEXT   an extended regular expression finds something in the name
 *
 * Names are as people write them; a mangled one in TEXT stands for what it means. */
#include "check/kernel_filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "os/libc_names.h"
#include "os/pattern.h"
#include "report/kernel_name.h"

enum key { IN_NAME, WHOLE_NAME, REGEX };
struct swrt_kernel_filter {
    bool excludes, is_whole, is_regex;
    bool asks_regex; /* was given as one */
    char *value;     /* as given */
    char text[1024];
    struct swrt_pattern pattern;
};

static enum key take_key(const char **value) {
    static const struct {
        const char *word;
        enum key key;
    } keys[] = {{"kernel_substring", IN_NAME},
                {"kns", IN_NAME},
                {"kernel_name", WHOLE_NAME},
                {"kne", WHOLE_NAME},
                {"regex", REGEX}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        size_t length = strlen(keys[i].word);
        const char *behind = *value + length;
        bool is_key = !strncmp(*value, keys[i].word, length) &&
                      (*behind == '=' || (*behind == ':' && behind[1] != ':')); /* "kns::scale" is a name */
        if (!is_key)
            continue;
        *value = behind + 1;
        return keys[i].key;
    }
    return IN_NAME;
}

static bool compile(struct swrt_kernel_filter *f, const char *value) {
    char text[1024 + 8];
    if (strlen(value) >= sizeof f->text)
        return false;
    snprintf(text, sizeof text, f->is_whole ? "^(%s)$" : "%s", value);
    return swrt_pattern_make(&f->pattern, text);
}

bool swrt_kernel_filters_add(struct swrt_kernel_filters *filters, const char *value, bool is_regex, bool excludes) {
    struct swrt_kernel_filter *f = calloc(1, sizeof *f), **at = realloc(filters->at, (filters->count + 1) * sizeof *at);
    if (!f || !at)
        swrt_fatal("out of memory for the filters of kernels");
    filters->at = at;
    filters->at[filters->count++] = f;
    f->value = strdup(value);
    f->asks_regex = is_regex;
    f->excludes = excludes;
    enum key key = take_key(&value);
    f->is_regex = is_regex || key == REGEX;
    f->is_whole = key == WHOLE_NAME;
    if (!*value)
        return false; /* a variable of a script that is not set, say */
    if (f->is_regex)
        return compile(f, value);
    swrt_kernel_name(value, f->text, sizeof f->text);
    return true;
}

static bool is_name(const char *name, const char *text) {
    size_t length = strlen(text);
    return !strncmp(name, text, length) && (!name[length] || name[length] == '(');
}

static bool matches(const struct swrt_kernel_filter *f, const char *name) {
    if (f->is_regex)
        return swrt_pattern_finds(&f->pattern, name);
    return f->is_whole ? is_name(name, f->text) : strstr(name, f->text) != NULL;
}

bool swrt_kernel_filters_pass(const struct swrt_kernel_filters *filters, const char *name) {
    bool is_wanted = false, any = false;
    for (size_t i = 0; i < filters->count; i++) {
        const struct swrt_kernel_filter *f = filters->at[i];
        bool is_match = name && matches(f, name);
        if (f->excludes && is_match)
            return false;
        any |= !f->excludes;
        is_wanted |= !f->excludes && is_match;
    }
    return is_wanted || !any;
}

void swrt_kernel_filters_tell(const struct swrt_kernel_filters *filters, FILE *to) {
    for (size_t i = 0; i < filters->count; i++) {
        const struct swrt_kernel_filter *f = filters->at[i];
        fprintf(to, " --kernel-%s%s=%s", f->asks_regex ? "regex" : "name", f->excludes ? "-exclude" : "", f->value);
    }
}

char *swrt_kernel_filters_text(const struct swrt_kernel_filters *filters) {
    char *text = NULL;
    size_t size = 0;
    swrt_open_math();
    FILE *to = swrt_libm_open_memstream(&text, &size);
    if (!to)
        swrt_fatal("out of memory for the filters of kernels");
    for (size_t i = 0; i < filters->count; i++) {
        const struct swrt_kernel_filter *f = filters->at[i];
        fprintf(to, "%c%c%s\n", f->excludes ? '-' : '+', f->asks_regex ? 'r' : 'n', f->value);
    }
    fclose(to);
    return text;
}

void swrt_kernel_filters_get(struct swrt_kernel_filters *filters, const char *variable) {
    const char *value = getenv(variable);
    char *text = strdup(value ? value : ""), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (line[0] && line[1])
            swrt_kernel_filters_add(filters, line + 2, line[1] == 'r', line[0] == '-');
    free(text);
}
