/* Whether source files may hold what nvcc refuses and clang takes, as far as words tell:
 *
 *   [=] __device__ (int i) { .. }           a lambda for the device; [=] HD (int i): a macro may stand for the word
 *   constexpr float taps[3] = {1, 2, 1};    a constant array of the host's outside of functions
 *
 * To be wrong costs time only: files without a doubt are not read again for it (softwarp-cc --tell-refused).
 * Libraries that are made for nvcc are none (cccl.c). */
#include "frontend/frontend.h"

#include <ctype.h>
#include <string.h>

static const char *skip_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static bool word_is(const char *at, size_t length, const char *word) {
    return strlen(word) == length && !strncmp(at, word, length);
}

/* __device__, __host__, or a name in capitals, as macros have. */
static bool may_annotate(const char *at, size_t length) {
    if (word_is(at, length, "__device__") || word_is(at, length, "__host__"))
        return true;
    for (size_t i = 0; i < length; i++)
        if (islower((unsigned char)at[i]))
            return false;
    return length && !isdigit((unsigned char)*at);
}

/* at: a closing bracket. */
static bool may_be_lambda(const char *text, const char *at) {
    const char *word = skip_space(at + 1);
    return at > text && at[-1] != ']' && may_annotate(word, sw_word_length(word));
}

/* Behind a comment, a text or a preprocessor's line that begins here; `at` itself where none does. */
static const char *skip_others(const char *at, bool is_line_start) {
    if (*at == '#' && is_line_start) {
        at = sw_behind_directive(at);
        return at + (*at == '\n');
    }
    const char *behind = sw_behind_word(at);
    bool is_word = behind == at + sw_word_length(at);
    return is_word ? sw_behind_comment(at) : behind;
}

/* What has been read of a declaration. */
struct declaration {
    bool is_const, is_of_device, is_array, is_type, has_parenthesis;
};

static void take_word(struct declaration *d, const char *at, size_t length) {
    static const char *const types[] = {"namespace", "struct", "class", "union", "extern", "enum"};
    d->is_const |= word_is(at, length, "const") || word_is(at, length, "constexpr");
    d->is_of_device |= word_is(at, length, "__device__") || word_is(at, length, "__constant__") ||
                       word_is(at, length, "__shared__");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        d->is_type |= word_is(at, length, types[i]);
}

static bool is_host_constant(const struct declaration *d) {
    return d->is_const && d->is_array && !d->is_of_device && !d->has_parenthesis;
}

/* Behind the brace that closes the one here. */
static const char *skip_braces(const char *at) {
    for (int depth = 0; *at; at++) {
        const char *behind = sw_behind_comment(sw_behind_word(at));
        if (behind > at) {
            at = behind - 1;
            continue;
        }
        depth += (*at == '{') - (*at == '}');
        if (!depth)
            return at + 1;
    }
    return at;
}

/* Namespaces and types are gone into; what else stands in braces is passed over. */
static bool has_host_constant(const char *text) {
    struct declaration d = {0};
    bool is_line_start = true;
    for (const char *at = text; *at;) {
        const char *behind = skip_others(at, is_line_start);
        size_t length = sw_word_length(at);
        is_line_start = *at == '\n' || (is_line_start && isspace((unsigned char)*at));
        if (behind > at) {
            is_line_start = behind[-1] == '\n';
            at = behind;
        } else if (length) {
            take_word(&d, at, length);
            at += length;
        } else if ((*at == '=' || *at == '{') && is_host_constant(&d)) {
            return true;
        } else if (*at == '{' && !d.is_type) {
            at = skip_braces(at);
            d = (struct declaration){0};
        } else {
            d.is_array |= *at == '[';
            d.has_parenthesis |= *at == '(';
            if (strchr(";{}", *at))
                d = (struct declaration){0};
            at++;
        }
    }
    return false;
}

static bool has_lambda(const char *text) {
    for (const char *at = strchr(text, ']'); at; at = strchr(at + 1, ']'))
        if (may_be_lambda(text, at))
            return true;
    return false;
}

bool sw_has_doubtful(const struct sw_source_files *files, bool has_lambdas) {
    for (size_t i = 0; i < files->count; i++) {
        const struct sw_source_file *file = &files->at[i];
        if (!file->is_of_cccl && ((!has_lambdas && has_lambda(file->text)) || has_host_constant(file->text)))
            return true;
    }
    return false;
}
