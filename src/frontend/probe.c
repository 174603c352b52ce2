/* Which options clang knows. Options for the host compiler are often gcc's, and clang compiles the host side of .cu
 * files whatever -ccbin says. It stops at an option it does not know, so those are found by asking it: a run with -###
 * starts nothing and takes some 15 ms. Common options are not asked about. */
#include "frontend/frontend.h"

#include <string.h>
#include <unistd.h>

/* gcc and clang agree on these. */
static bool is_common(const char *word) {
    /* clang-format off */
    static const char *const whole[] = {"-fPIC", "-fpic", "-fPIE", "-fpie", "-pthread", "-fopenmp", "-march=native",
                                        "-ffast-math", "-fno-strict-aliasing", "-fvisibility=hidden", "-pg",
                                        "-fno-exceptions", "-fno-rtti", "-pipe"};
    /* clang-format on */
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (sw_equal(word, whole[i]))
            return true;
    return word[0] != '-' || strchr("WODUIgwEl", word[1]) != NULL || sw_starts_with(word, "-std=") ||
           sw_starts_with(word, "-ftemplate-") || sw_starts_with(word, "-fuse-ld=");
}

static bool says_unknown(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if (at > text && at[-1] == '\'' && at[length] == '\'')
            return true;
    return false;
}

/* What clang says about the words; "" when it cannot be asked. */
static const char *ask(struct sw_arena *arena, const char *clang, const struct sw_strings *words) {
    struct sw_strings argv = {0};
    sw_vec_push(arena, &argv, clang);
    sw_vec_push(arena, &argv, "-###");
    for (size_t i = 0; i < words->count; i++)
        sw_vec_push(arena, &argv, words->at[i]);
    static const char *const rest[] = {"-x", "c++", "-fsyntax-only", "/dev/null", NULL};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        sw_vec_push(arena, &argv, rest[i]);
    const char *said = sw_arena_printf(arena, "%s/probe.txt", sw_temp_dir(arena));
    struct sw_process process;
    if (!sw_process_start_into(&process, argv.at, "/dev/null", said))
        return "";
    sw_process_wait(&process);
    const char *text = sw_read_file(arena, said, NULL);
    unlink(said);
    return text ? text : "";
}

/* The lines in which clang complains; the command that -### prints quotes everything. */
static const char *complaints(struct sw_arena *arena, const char *text) {
    char *kept = sw_arena_alloc(arena, strlen(text) + 1);
    while (*text) {
        size_t length = strcspn(text, "\n") + 1;
        if (!text[length - 1])
            length--;
        const char *line = sw_arena_strndup(arena, text, length);
        if (strstr(line, "unknown argument") || strstr(line, "unsupported"))
            strcat(kept, line);
        text += length;
    }
    return kept;
}

/* Splits the words into those that clang knows and the rest, by asking it when any is doubtful. */
void sw_known_to_clang(struct sw_arena *arena, const char *clang, const struct sw_strings *words,
                       struct sw_strings *known, struct sw_strings *unknown) {
    bool doubtful = false;
    for (size_t i = 0; i < words->count; i++)
        doubtful |= !is_common(words->at[i]);
    const char *said = doubtful ? complaints(arena, ask(arena, clang, words)) : "";
    for (size_t i = 0; i < words->count; i++) {
        if (says_unknown(said, words->at[i]))
            sw_vec_push(arena, unknown, words->at[i]);
        else
            sw_vec_push(arena, known, words->at[i]);
    }
}
