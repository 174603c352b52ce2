/* The command line, read word by word through the table in options.def.
 *
 * Rules for a word that starts with '-':
 *  1. Its name is what stands between the dashes (one or two) and '='. A row with that long or short name takes it.
 *  2. Else a row that permits joined values (-Idir, -O2) takes it.
 *  3. Else it may be an option of gcc and clang that nvcc does not know but people type: -Wall, -fPIC, -Wl,..
 *     These go to the host side, unless they are one letter away from an option of ours: then they are a slip.
 *  4. Else it is an error that names the closest option. */
#include "driver/driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define OFFSET(field) offsetof(struct sw_options, field)
#define GROUP(heading) {SW_OPTION_GROUP, 0, NULL, NULL, NULL, heading},
#define FLAG(field, long, short, help) {SW_OPTION_FLAG, OFFSET(field), long, short, NULL, help},
#define TEXT(field, long, short, metavar, help) {SW_OPTION_TEXT, OFFSET(field), long, short, metavar, help},
#define JOIN(field, long, short, metavar, help) {SW_OPTION_JOIN, OFFSET(field), long, short, metavar, help},
#define ENUM(field, long, short, choices, help) {SW_OPTION_ENUM, OFFSET(field), long, short, choices, help},
#define BOOL(field, long, short, help) {SW_OPTION_BOOL, OFFSET(field), long, short, "true|false", help},
#define LIST(field, long, short, metavar, help) {SW_OPTION_LIST, OFFSET(field), long, short, metavar, help},
#define PATH(field, long, short, metavar, help) {SW_OPTION_PATH, OFFSET(field), long, short, metavar, help},
#define WORD(field, long, short, metavar, help) {SW_OPTION_WORD, OFFSET(field), long, short, metavar, help},
#define SAME(field, long, short, help) {SW_OPTION_FLAG, OFFSET(field), long, short, NULL, help},
#define SKIP(long, short, metavar, reason) {SW_OPTION_SKIP, 0, long, short, metavar, reason},
#define DENY(long, short, metavar, reason) {SW_OPTION_DENY, 0, long, short, metavar, reason},
const struct sw_option sw_option_table[] = {
#include "driver/options.def"
};
const size_t sw_option_count = sizeof sw_option_table / sizeof *sw_option_table;

struct parser {
    struct sw_arena *arena;
    struct sw_options *options;
    const struct sw_strings *words;
    size_t next;
};

/* Whether a value follows the option's name. */
bool sw_option_takes_value(const struct sw_option *option) {
    return option->metavar;
}

static bool has_name(const struct sw_option *option, const char *name, size_t length) {
    const char *names[] = {option->long_name, option->short_name};
    for (int i = 0; i < 2; i++)
        if (names[i] && strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return true;
    return false;
}

static const struct sw_option *find_by_name(const char *name, size_t length) {
    for (size_t i = 0; i < sw_option_count; i++)
        if (has_name(&sw_option_table[i], name, length))
            return &sw_option_table[i];
    return NULL;
}

/* -Idir, -O2, -t4: rows of kind PATH take any value at once, JOIN only a number. */
static const struct sw_option *find_joined(const char *word) {
    for (size_t i = 0; i < sw_option_count; i++) {
        const struct sw_option *option = &sw_option_table[i];
        if (option->kind != SW_OPTION_PATH && option->kind != SW_OPTION_JOIN)
            continue;
        if (option->short_name[0] == word[1] && word[2])
            if (option->kind == SW_OPTION_PATH || isdigit((unsigned char)word[2]))
                return option;
    }
    return NULL;
}

static void must_be_one_of(const char *word, const char *value, const char *choices) {
    size_t length = strlen(value);
    for (const char *at = choices; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
        if (strncmp(at, value, length) == 0 && (at[length] == '|' || !at[length]))
            return;
    sw_error(SW_NOWHERE, "option '%s' takes one of %s, not '%s'", word, choices, value);
}

static enum sw_truth truth_of(const char *word, const char *value) {
    must_be_one_of(word, value, "true|false");
    return sw_equal(value, "true") ? SW_TRUE : SW_FALSE;
}

static void store(struct parser *p, const struct sw_option *option, const char *word, const char *value) {
    void *field = (char *)p->options + option->offset;
    switch (option->kind) {
    case SW_OPTION_GROUP:
        break;
    case SW_OPTION_FLAG:
        *(bool *)field = true;
        break;
    case SW_OPTION_ENUM:
        must_be_one_of(word, value, option->metavar);
        *(const char **)field = value;
        break;
    case SW_OPTION_TEXT:
    case SW_OPTION_JOIN:
        *(const char **)field = value;
        break;
    case SW_OPTION_BOOL:
        *(enum sw_truth *)field = truth_of(word, value);
        break;
    case SW_OPTION_LIST:
    case SW_OPTION_PATH:
        sw_split_list(p->arena, field, value);
        break;
    case SW_OPTION_WORD:
        sw_split_words(p->arena, field, value, true);
        break;
    case SW_OPTION_SKIP:
        sw_vec_push(p->arena, &p->options->ignored,
                    sw_arena_printf(p->arena, "'%s%s%s' is ignored: %s", word, value ? " " : "", value ? value : "",
                                    option->help));
        break;
    case SW_OPTION_DENY:
        sw_error(SW_NOWHERE, "option '%s' is not supported: %s", word, option->help);
        break;
    }
}

/* The value behind '=', or the next word. Null when there is none, or a file without a name: an error. */
static const char *value_of(struct parser *p, const struct sw_option *option, const char *word, const char *equals) {
    const char *value = equals ? equals + 1 : p->next < p->words->count ? p->words->at[p->next++] : NULL;
    if (value && (*value || !option->metavar || !sw_equal(option->metavar, "file")))
        return value;
    sw_error(SW_NOWHERE, "option '%.*s' needs a value", equals ? (int)(equals - word) : (int)strlen(word), word);
    return NULL;
}

static bool is_error_kind(const char *text) {
    /* clang-format off */
    static const char *const kinds[] = {"all-warnings", "cross-execution-space-call", "default-stream-launch",
                                        "deprecated-declarations", "ext-lambda-captures-this",
                                        "missing-launch-bounds", "reorder"};
    /* clang-format on */
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(text, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

/* -Werror: nvcc wants a kind, gcc and clang do without. A following word counts only when it is a kind. */
static void parse_werror(struct parser *p, const char *equals) {
    const char *value = equals ? equals + 1 : "all-warnings";
    if (!equals && p->next < p->words->count && is_error_kind(p->words->at[p->next]))
        value = p->words->at[p->next++];
    sw_split_list(p->arena, &p->options->errors, value);
}

static void parse_known(struct parser *p, const struct sw_option *option, const char *word, const char *equals) {
    if (option->offset == OFFSET(errors) && option->kind == SW_OPTION_LIST) {
        parse_werror(p, equals);
        return;
    }
    if (!sw_option_takes_value(option)) {
        if (equals)
            sw_error(SW_NOWHERE, "option '%.*s' takes no value, but '%s' was given", (int)(equals - word), word,
                     equals + 1);
        else
            store(p, option, word, NULL);
        return;
    }
    const char *value = value_of(p, option, word, equals);
    const char *name = equals ? sw_arena_strndup(p->arena, word, (size_t)(equals - word)) : word;
    if (value)
        store(p, option, name, value);
}

static const char *without_dashes(const char *word) {
    word += *word == '-';
    return word + (*word == '-');
}

/* The name in the table closest to this one, as one would write it; null when none is near. */
static const char *closest(struct sw_arena *arena, const char *name, unsigned farthest) {
    const char *best = NULL;
    for (size_t i = 0; i < sw_option_count; i++) {
        const char *names[] = {sw_option_table[i].short_name, sw_option_table[i].long_name};
        for (int k = 0; k < 2; k++) {
            if (!names[k])
                continue;
            unsigned distance = sw_edit_distance(name, names[k]);
            if (distance > farthest || (best && distance == farthest))
                continue;
            farthest = distance;
            best = sw_arena_printf(arena, "%s%s", k ? "--" : "-", names[k]);
        }
    }
    return best;
}

static void unknown_option(struct parser *p, const char *word, const char *name) {
    unsigned farthest = strlen(name) / 3 > 2 ? (unsigned)strlen(name) / 3 : 2;
    const char *guess = closest(p->arena, name, farthest);
    if (guess)
        sw_error(SW_NOWHERE, "unknown option '%s'; did you mean '%s'?", word, guess);
    else
        sw_error(SW_NOWHERE, "unknown option '%s' (--help lists all; -Xcompiler hands one to the host compiler)", word);
}

/* Options of gcc and clang that nvcc refuses but people type. */
static bool is_for_linker(const char *word) {
    return sw_starts_with(word, "-Wl,") || sw_equal(word, "-rdynamic") || sw_equal(word, "-static-libgcc") ||
           sw_equal(word, "-static-libstdc++") || sw_equal(word, "-s");
}

static bool is_for_host(const char *word) {
    return sw_starts_with(word, "-W") || sw_starts_with(word, "-f") || sw_starts_with(word, "-m") ||
           sw_starts_with(word, "-pedantic") || sw_equal(word, "-pthread") || sw_equal(word, "-pipe");
}

/* Names of host compilers' options that are one letter away from one of nvcc's, and no slips. */
static bool is_hosts_own(const char *name) {
    static const char *const names[] = {"march", "fsanitize", "flto", "fno-exceptions"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_equal(name, names[i]))
            return true;
    return false;
}

static bool forward(struct parser *p, const char *word) {
    struct sw_options *o = p->options;
    bool to_compiler = o->forward_compiler || o->forward_both, to_linker = o->forward_linker || o->forward_both;
    if (to_compiler)
        sw_vec_push(p->arena, &o->host_extra, word);
    if (to_linker)
        sw_vec_push(p->arena, &o->linker_extra, word);
    return to_compiler || to_linker;
}

static void parse_unlisted(struct parser *p, const char *word, const char *name) {
    if (forward(p, word))
        return;
    bool slip = strlen(name) >= 4 && !is_hosts_own(name) && closest(p->arena, name, 1);
    if (!slip && is_for_linker(word))
        sw_vec_push(p->arena, &p->options->linker_extra, word);
    else if (!slip && is_for_host(word) && word[2])
        sw_vec_push(p->arena, &p->options->host_extra, word);
    else
        unknown_option(p, word, name);
}

static void parse_word(struct parser *p, const char *word) {
    if (word[0] != '-' || !word[1]) {
        sw_vec_push(p->arena, &p->options->inputs, word);
        return;
    }
    const char *name = without_dashes(word), *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct sw_option *option = find_by_name(name, length);
    if (option)
        parse_known(p, option, word, equals);
    else if (word[1] != '-' && (option = find_joined(word)))
        store(p, option, sw_arena_strndup(p->arena, word, 2), word + 2);
    else
        parse_unlisted(p, word, sw_arena_strndup(p->arena, name, length));
}

/* Forwarding holds for the whole line, wherever it is switched on. */
static void find_forwarding(struct parser *p) {
    for (size_t i = 0; i < p->words->count; i++) {
        const char *word = p->words->at[i];
        if (word[0] != '-' || !strstr(word, "forward-unknown-"))
            continue;
        const char *name = without_dashes(word);
        const struct sw_option *option = find_by_name(name, strlen(name));
        if (option)
            store(p, option, word, NULL);
    }
}

/* Reads the words; errors are reported and counted. */
void sw_options_parse(struct sw_arena *arena, struct sw_options *options, const struct sw_strings *words) {
    struct parser parser = {.arena = arena, .options = options, .words = words};
    find_forwarding(&parser);
    while (parser.next < words->count)
        parse_word(&parser, words->at[parser.next++]);
}
