/* What the device run is told of the host compiler's options, by the table in host_words.def.
 *
 * Headers that both sides read must mean the same on both, or a structure has two layouts. So words of the preprocessor
 * are for all runs, and those of the language for both over a .cu file; of all others the device run has the macros that
 * they predefine (-fopenmp: _OPENMP; -march=..: __AVX2__), for which clang is asked with these words and without. What
 * else they do (-O, sanitizers, instruction sets) is for host code alone. What clang predefines by target and level has the
 * host's values, too: nvcc has one preprocessor for both. Only __CUDA_ARCH__ and __BITINT_MAXWIDTH__ (what clang can do for
 * a GPU) differ (tests/driver/host_macros.test). */
#include "frontend/frontend.h"

#include <string.h>
#include <unistd.h>

/* clang-format off */
static const char *const headers[] = {
#define HEADERS(name) name,
#define LANGUAGE(start)
#define PREDEFINED(name, value)
#include "frontend/host_words.def"
#undef HEADERS
#undef LANGUAGE
#undef PREDEFINED
};
static const char *const language[] = {
#define HEADERS(name)
#define LANGUAGE(start) start,
#define PREDEFINED(name, value)
#include "frontend/host_words.def"
#undef HEADERS
#undef LANGUAGE
#undef PREDEFINED
};
static const char *const predefined[][2] = {
#define HEADERS(name)
#define LANGUAGE(start)
#define PREDEFINED(name, value) {name, value},
#include "frontend/host_words.def"
#undef HEADERS
#undef LANGUAGE
#undef PREDEFINED
};
/* clang-format on */

/* Starts of common words that predefine nothing. */
static const char *const silent[] = {"-W", "-w", "-l", "-L", "-g", "-pg", "-pipe", "-fuse-ld="};

#define STARTS_AS_ONE_OF(word, list) starts_as_one_of((word), (list), sizeof(list) / sizeof *(list))

static bool starts_as_one_of(const char *word, const char *const *starts, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (sw_starts_with(word, starts[i]))
            return true;
    return false;
}

/* The preprocessor's option that a word is or begins with; null: none. -include-pch is another option. */
static const char *header_option(const char *word) {
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (sw_starts_with(word, headers[i]) && word[strlen(headers[i])] != '-')
            return headers[i];
    return NULL;
}

/* Options of one letter get their value at once, others as a word of its own, as all our lists have it. */
static void push_header_option(struct sw_arena *arena, struct sw_strings *into, const char *name, const char *value) {
    if (!name[2]) {
        sw_vec_push(arena, into, sw_arena_printf(arena, "%s%s", name, value));
        return;
    }
    sw_vec_push(arena, into, name);
    sw_vec_push(arena, into, value);
}

/* Splits the words into those of the preprocessor and the rest. */
void sw_split_host_words(struct sw_arena *arena, const struct sw_strings *words, struct sw_strings *preprocessor,
                         struct sw_strings *rest) {
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->at[i], *name = header_option(word);
        const char *value = name ? word + strlen(name) : NULL;
        if (name && !*value)
            value = i + 1 < words->count ? words->at[++i] : NULL;
        if (value)
            push_header_option(arena, preprocessor, name, value);
        else
            sw_vec_push(arena, rest, word);
    }
}

/* Starts clang, which writes the macros that it predefines with these words to the file. */
static bool start_listing(struct sw_arena *arena, const struct sw_frontend *f, const struct sw_strings *words,
                          const char *file, struct sw_process *process) {
    struct sw_strings argv = {0};
    sw_vec_push(arena, &argv, f->clang);
    if (f->standard)
        sw_vec_push(arena, &argv, f->standard);
    if (f->host_level)
        sw_vec_push(arena, &argv, f->host_level);
    sw_push_all(arena, &argv, words);
    static const char *const rest[] = {"-x", "c++", "-E", "-dM", "/dev/null", NULL};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        sw_vec_push(arena, &argv, rest[i]);
    return sw_process_start_into(process, argv.at, file, "/dev/null");
}

/* What stands behind "#define " in the lines of the file: NAME VALUE. */
static struct sw_strings read_listing(struct sw_arena *arena, const char *file) {
    static const char start[] = "#define ";
    struct sw_strings macros = {0};
    const char *text = sw_read_file(arena, file, NULL);
    unlink(file);
    while (text && sw_starts_with(text, start)) {
        text += sizeof start - 1;
        size_t length = strcspn(text, "\n");
        sw_vec_push(arena, &macros, sw_arena_strndup(arena, text, length));
        text += length + (text[length] == '\n');
    }
    return macros;
}

/* -U and -D by which a compiler with the macros of `from` has those of `to`. */
static void push_difference(struct sw_arena *arena, struct sw_strings *into, const struct sw_strings *from,
                            const struct sw_strings *to) {
    for (size_t i = 0; i < from->count; i++)
        if (!sw_has_word(to, from->at[i]))
            sw_vec_push(arena, into, sw_arena_printf(arena, "-U%.*s", (int)strcspn(from->at[i], "( "), from->at[i]));
    for (size_t i = 0; i < to->count; i++) {
        size_t length = strcspn(to->at[i], " ");
        if (!sw_has_word(from, to->at[i]))
            sw_vec_push(arena, into,
                        sw_arena_printf(arena, "-D%.*s=%s", (int)length, to->at[i],
                                        to->at[i] + length + (to->at[i][length] == ' ')));
    }
}

/* clang warns of another value for a macro that is not undefined first. */
static void push_macro(struct sw_arena *arena, struct sw_strings *into, const char *name, const char *value) {
    sw_vec_push(arena, into, sw_arena_printf(arena, "-U%s", name));
    if (value)
        sw_vec_push(arena, into, sw_arena_printf(arena, "-D%s=%s", name, value));
}

/* -O, -O0 .. -O3, -Os, -Oz, -Og: they predefine what push_predefined has. -Ofast predefines more. */
static bool is_level(const char *word) {
    return sw_starts_with(word, "-O") && (!word[2] || (strchr("0123sgz", word[2]) && !word[3]));
}

/* The level of optimisation of the host run: the last one counts. */
static const char *host_level(const struct sw_frontend *f) {
    for (size_t i = f->host_options.count; i-- > 0;)
        if (is_level(f->host_options.at[i]))
            return f->host_options.at[i];
    return f->host_level;
}

/* What clang predefines by the target and the level of optimisation, as the host run has it. */
static void push_predefined(struct sw_arena *arena, const struct sw_frontend *f, struct sw_strings *into) {
    const char *level = host_level(f);
    bool is_optimized = level && !sw_equal(level, "-O0");
    bool is_small = is_optimized && strpbrk(level, "sz");
    for (size_t i = 0; i < sizeof predefined / sizeof *predefined; i++)
        push_macro(arena, into, predefined[i][0], predefined[i][1]);
    push_macro(arena, into, "__OPTIMIZE__", is_optimized ? "1" : NULL);
    push_macro(arena, into, "__OPTIMIZE_SIZE__", is_small ? "1" : NULL);
    push_macro(arena, into, "__NO_INLINE__", is_optimized ? NULL : "1");
}

/* The macros that all the words predefine, and some of them do not. */
static void push_macros(struct sw_arena *arena, const struct sw_frontend *f, const struct sw_strings *some,
                        const struct sw_strings *all, struct sw_strings *into) {
    const char *files[] = {sw_arena_printf(arena, "%s/macros.some", sw_temp_dir(arena)),
                           sw_arena_printf(arena, "%s/macros.all", sw_temp_dir(arena))};
    struct sw_process processes[2];
    if (!start_listing(arena, f, some, files[0], &processes[0]))
        return;
    if (start_listing(arena, f, all, files[1], &processes[1]))
        sw_process_wait(&processes[1]);
    sw_process_wait(&processes[0]);
    struct sw_strings from = read_listing(arena, files[0]), to = read_listing(arena, files[1]);
    if (from.count && to.count) /* words that clang refuses it refuses in the host run, too, and says why */
        push_difference(arena, into, &from, &to);
}

/* Words for the device run: what it is told of the host run's options. */
void sw_push_device_words(struct sw_arena *arena, const struct sw_frontend *f, struct sw_strings *into) {
    struct sw_strings shared = {0}, macros = {0};
    bool is_silent = true;
    for (size_t i = 0; i < f->host_options.count; i++) {
        const char *word = f->host_options.at[i];
        if (STARTS_AS_ONE_OF(word, language))
            sw_vec_push(arena, &shared, word);
        else
            is_silent &= *word != '-' || is_level(word) || STARTS_AS_ONE_OF(word, silent);
    }
    sw_push_all(arena, into, &shared);
    if (!is_silent)
        push_macros(arena, f, &shared, &f->host_options, &macros);
    sw_vec_push(arena, into, "-Wno-builtin-macro-redefined");
    push_predefined(arena, f, into);
    sw_push_all(arena, into, &macros);
}
