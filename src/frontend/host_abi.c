/* By which names the host compiler's objects know templates, which those of .cu files have to share, and whose layouts its
 * records have: g++'s, which nvcc has, or clang's.
 *
 * The C++ ABI took constraints, and the types of `auto` parameters, into the names of templates late:
 *
 *      template <std::integral T> T twice(T);      _Z5twiceIiET_S0_                   g++ before 14, clang before 18
 *                                                  _Z5twiceITkSt8integraliET_S0_      later ones
 *
 * A definition under the other name is not found, and a static variable of such a function would be two. So the host
 * compiler is asked for its version of the ABI, and clang compiles .cu files by the names of that. It takes both sides: of
 * a kernel's name the registration and the device code must agree. clang's word changes names of templates, and of lambdas
 * in members of local classes, and nothing else (clang/Basic/LangOptions.h, Ver17 and Ver18). */
#include "frontend/frontend.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GXX_WITH_CONSTRAINTS = 1019, CLANG_WITH_CONSTRAINTS = 18 };

/* The number that a macro stands for in a listing; -1: it has none. */
static long macro_value(struct sw_arena *arena, const char *listing, const char *name) {
    const char *line = sw_arena_printf(arena, "#define %s ", name), *at = strstr(listing, line);
    return at ? strtol(at + strlen(line), NULL, 10) : -1;
}

/* The macros that the compiler predefines; "" when it cannot be started: its own step, if there is one, says so. */
static const char *list_macros(struct sw_arena *arena, const char *compiler, const struct sw_strings *options) {
    const char *file = sw_arena_printf(arena, "%s/macros.host", sw_temp_dir(arena));
    struct sw_strings argv = {0};
    sw_vec_push(arena, &argv, "env"); /* which says nothing here of a compiler that is not there */
    sw_vec_push(arena, &argv, compiler);
    for (size_t i = 0; i < options->count; i++)
        if (sw_starts_with(options->at[i], "-fabi-version="))
            sw_vec_push(arena, &argv, options->at[i]);
    static const char *const rest[] = {"-x", "c++", "-E", "-dM", "/dev/null", NULL};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        sw_vec_push(arena, &argv, rest[i]);
    struct sw_process process;
    if (!sw_process_start_into(&process, argv.at, file, "/dev/null"))
        return "";
    bool has_failed = sw_process_wait(&process);
    const char *text = has_failed ? NULL : sw_read_file(arena, file, NULL);
    unlink(file);
    return text ? text : "";
}

const char *sw_names_word(struct sw_arena *arena, const char *compiler, const struct sw_strings *options,
                          bool *has_clang_layouts) {
    const char *listing = list_macros(arena, compiler, options);
    long clang = macro_value(arena, listing, "__clang_major__"), gxx = macro_value(arena, listing, "__GXX_ABI_VERSION");
    bool is_older = clang >= 0 ? clang < CLANG_WITH_CONSTRAINTS : gxx >= 0 && gxx < GXX_WITH_CONSTRAINTS;
    *has_clang_layouts = clang >= 0;
    return is_older ? "-fclang-abi-compat=17" : NULL;
}
