/* Which words of a pass's command line can change what our headers mean. passes.c has them in this order:
 *
 *   ours, the architecture, the standard, macros that we define    -include cuda_runtime.h
 *   the user's macros and folders                                  -isystem our headers
 *   warnings, code generation, the user's options for the host     the source, -o, the output */
#include "driver/precompiled.h"

#include <string.h>

struct sorter {
    struct sw_arena *arena;
    const struct sw_strings *argv;
    const char *headers;
    size_t at;
    bool is_users; /* between our header and the folder of our headers */
    struct sw_pass_words words;
};

static const char *word_at(const struct sorter *s, size_t i) {
    return i < s->argv->count ? s->argv->at[i] : "";
}

/* Nothing is warned of in our headers; but clang takes headers only when what is an error now was one then. */
static bool is_warning(const char *word) {
    bool is_named = sw_starts_with(word, "-W") && !sw_starts_with(word, "-Werror") && !strchr(word, ',');
    return is_named || sw_equal(word, "-w");
}

/* What is another for each source file, or only says what else an object has: how many words it takes. */
static size_t own_words(const struct sorter *s) {
    static const char *const names[] = {"-fdebug-compilation-dir=", "-fcoverage-compilation-dir=", "-Rpass=^$"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_starts_with(word_at(s, s->at), names[i]))
            return 1;
    if (is_warning(word_at(s, s->at)) || sw_starts_with(word_at(s, s->at), "-ferror-limit="))
        return 1;
    if (sw_equal(word_at(s, s->at), "-ivfsoverlay")) /* which files: sw_replaces_header */
        return 2;
    if (!sw_equal(word_at(s, s->at), "-Xclang"))
        return 0;
    const char *next = word_at(s, s->at + 1);
    if (sw_equal(next, "-fcuda-include-gpubinary"))
        return 4;
    return sw_starts_with(next, "-cuid=") || sw_starts_with(next, "-fembed-bitcode=") || sw_equal(next, SW_TELL_LAYOUTS)
               ? 2
               : 0;
}

/* -Iname, -I name, -isystem name: how many words; *name is what follows the option. */
static size_t option_words(const struct sorter *s, const char *option, const char **name) {
    const char *word = word_at(s, s->at);
    if (!sw_starts_with(word, option))
        return 0;
    *name = word + strlen(option);
    if (**name)
        return strlen(option) == 2; /* -isystemname is none that passes.c has */
    *name = word_at(s, s->at + 1);
    return 2;
}

static size_t take_macro(struct sorter *s) {
    static const char *const options[] = {"-D", "-U"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *name;
        size_t count = option_words(s, options[i], &name);
        if (count)
            sw_vec_push(s->arena, &s->words.macros, sw_arena_printf(s->arena, "%s%s", options[i], name));
        if (count)
            return count;
    }
    return 0;
}

static size_t take_folder(struct sorter *s) {
    static const char *const options[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *name;
        size_t count = option_words(s, options[i], &name);
        if (count)
            sw_vec_push(s->arena, &s->words.folders, name);
        if (count)
            return count;
    }
    return 0;
}

/* Words that let clang read something else first, or write what tells of the headers, wherever they stand. */
static bool is_foreign(const char *word) {
    static const char *const foreign[] = {"-D", "-U", "-I",        "-i",          "-M",
                                          "-E", "-P", "-nostdinc", "-save-temps", "-fmodule"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (sw_starts_with(word, foreign[i]))
            return true;
    return false;
}

/* Constants of headers that nothing uses are in no object then; a debugger is asked for them (warpSize). */
static bool is_for_debuggers(const char *word) {
    return sw_equal(word, "-g");
}

static bool is_our_header(const struct sorter *s) {
    return sw_equal(word_at(s, s->at), "-include") &&
           sw_equal(word_at(s, s->at + 1), sw_arena_printf(s->arena, "%s/cuda_runtime.h", s->headers));
}

static bool is_our_folder(const struct sorter *s) {
    return sw_equal(word_at(s, s->at), "-isystem") && sw_equal(word_at(s, s->at + 1), s->headers);
}

static void keep(struct sorter *s, size_t count) {
    while (count--)
        sw_vec_push(s->arena, &s->words.kept, word_at(s, s->at++));
}

static void sort_users_word(struct sorter *s) {
    size_t taken = take_macro(s);
    if (!taken)
        taken = take_folder(s);
    s->words.is_plain &= taken != 0;
    s->at += taken ? taken : 1;
}

/* Before our header stand macros that we define; behind our folder nothing of the kind comes. */
static void sort_word(struct sorter *s, bool is_behind) {
    size_t dropped = own_words(s);
    const char *word = word_at(s, s->at);
    bool is_ours = !is_behind && (sw_starts_with(word, "-D") || sw_starts_with(word, "-U"));
    s->words.is_plain &= dropped || is_ours || (!is_foreign(word) && !is_for_debuggers(word));
    if (dropped)
        s->at += dropped;
    else
        keep(s, 1);
}

struct sw_pass_words sw_sort_pass_words(struct sw_arena *arena, const struct sw_strings *argv, const char *headers) {
    struct sorter s = {.arena = arena, .argv = argv, .headers = headers, .words = {.is_plain = true}};
    bool is_found = false, is_behind = false;
    while (s.at + SW_LAST_WORDS < argv->count) {
        if (!is_behind && is_our_header(&s))
            keep(&s, 2), is_found = s.is_users = true;
        else if (s.is_users && is_our_folder(&s))
            keep(&s, 2), s.is_users = false, is_behind = true;
        else if (s.is_users)
            sort_users_word(&s);
        else
            sort_word(&s, is_behind);
    }
    s.words.is_plain &= is_found && is_behind;
    return s.words;
}

const char *sw_macro_name(struct sw_arena *arena, const char *word) {
    const char *name = word + 2;
    size_t length = 0;
    while (sw_is_of_name(name[length]))
        length++;
    return sw_arena_strndup(arena, name, length);
}
