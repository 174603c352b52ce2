/* -arch, -code and -gencode: which architecture device code is compiled for.
 *
 * On a GPU several may be compiled and the driver picks one when the program runs. Here one program runs on one CPU:
 * the highest architecture asked for is compiled, since it permits the most. */
#include "driver/driver.h"

#include <stdio.h>
#include <string.h>

struct known_arch {
    unsigned number;
    const char *name, *clang_name;
};

static const struct known_arch known[] = {
#define ARCH(number, suffix, clang_name) {number, #number suffix, clang_name},
#include "driver/archs.def"
#undef ARCH
};
enum { KNOWN = sizeof known / sizeof *known };

/* Makefiles that were written for these are still around; CUDA 12 has nothing for them that sm_50 has not. */
static const char *const older[] = {"10", "11", "12", "13", "20", "21", "30", "32", "35", "37"};

static const char default_arch[] = "90", oldest_arch[] = "50";

static bool is_older(const char *number) {
    for (size_t i = 0; i < sizeof older / sizeof *older; i++)
        if (sw_equal(older[i], number))
            return true;
    return false;
}

static const struct known_arch *find(const char *name) {
    for (size_t i = 0; i < KNOWN; i++)
        if (sw_equal(known[i].name, name))
            return &known[i];
    return NULL;
}

static void unsupported(const char *name) {
    sw_error(SW_NOWHERE,
             "unsupported architecture '%s': sm_50 to sm_121 (or compute_..) are supported, older ones "
             "become sm_50, see --list-gpu-code; 'native' and 'all' mean sm_%s",
             name, default_arch);
}

/* Raises *best to the architecture named, if it is higher. Reports unknown names. */
static void consider(const struct known_arch **best, const char *name) {
    const char *number = name;
    if (sw_equal(name, "native") || sw_equal(name, "all") || sw_equal(name, "all-major"))
        number = default_arch;
    else if (sw_starts_with(name, "sm_") || sw_starts_with(name, "lto_") || sw_starts_with(name, "compute_"))
        number = strchr(name, '_') + 1;
    else {
        unsupported(name);
        return;
    }
    const struct known_arch *arch = find(is_older(number) ? oldest_arch : number);
    if (!arch)
        unsupported(name);
    else if (!*best || arch >= *best)
        *best = arch;
}

/* The pieces of "arch=compute_70,code=[sm_70,compute_70]", which the list splitting has taken apart at commas. */
static void consider_generate_code(const struct known_arch **best, struct sw_arena *arena, const char *piece) {
    const char *value = piece;
    if (sw_starts_with(piece, "arch=") || sw_starts_with(piece, "code="))
        value = piece + 5;
    else if (strchr(piece, '=')) {
        sw_error(SW_NOWHERE, "-gencode takes arch=..,code=.., not '%s'", piece);
        return;
    }
    static const char separators[] = "[]\"', ";
    if (!value[strspn(value, separators)])
        unsupported("");
    for (value += strspn(value, separators); *value; value += strspn(value, separators)) {
        size_t length = strcspn(value, separators);
        consider(best, sw_arena_strndup(arena, value, length));
        value += length;
    }
}

/* Each -gencode has an arch= and a code=, in either order; where one ends and the next begins is not told any more. */
static void check_generate_code(const struct sw_strings *pieces) {
    const char *arch = NULL, *code = NULL;
    for (size_t i = 0; i <= pieces->count; i++) {
        const char *piece = i < pieces->count ? pieces->at[i] : NULL;
        bool is_arch = piece && sw_starts_with(piece, "arch="), is_code = piece && sw_starts_with(piece, "code=");
        if (piece && !is_arch && !is_code)
            continue;
        if (arch && code)
            arch = code = NULL;
        if (arch && !is_code)
            sw_error(SW_NOWHERE, "-gencode %s lacks its code=.. (as in arch=compute_80,code=sm_80)", arch);
        else if (code && !is_arch)
            sw_error(SW_NOWHERE, "-gencode %s lacks its arch=.. (as in arch=compute_80,code=sm_80)", code);
        if (is_arch)
            arch = piece;
        if (is_code)
            code = piece;
    }
}

static void note_others(struct sw_arena *arena, struct sw_options *options, const struct known_arch *best) {
    if (options->arch && strchr(options->arch, '_') && is_older(strchr(options->arch, '_') + 1))
        sw_vec_push(arena, &options->ignored,
                    sw_arena_printf(arena, "'-arch=%s' is older than what CUDA %d compiles for: sm_%s it is",
                                    options->arch, SW_CUDA_MAJOR, best->name));
    size_t count = options->code.count + options->generate_code.count;
    if (count > 2)
        sw_vec_push(
            arena, &options->ignored,
            sw_arena_printf(arena, "of the architectures given only sm_%s, the highest, is compiled", best->name));
}

/* Fills *arch; false (and errors were reported) when a name is unknown. */
bool sw_choose_arch(struct sw_arena *arena, struct sw_options *options, struct sw_arch *arch) {
    const struct known_arch *best = NULL;
    unsigned before = sw_error_count();
    if (options->arch)
        consider(&best, options->arch);
    for (size_t i = 0; i < options->code.count; i++)
        consider(&best, options->code.at[i]);
    for (size_t i = 0; i < options->generate_code.count; i++)
        consider_generate_code(&best, arena, options->generate_code.at[i]);
    check_generate_code(&options->generate_code);
    if (sw_error_count() > before)
        return false;
    if (!best)
        best = find(default_arch);
    note_others(arena, options, best);
    *arch = (struct sw_arch){.number = best->number, .name = best->name, .clang_name = best->clang_name};
    return true;
}

/* --list-gpu-code and --list-gpu-arch, in nvcc's form: those without a suffix, one a line. */
void sw_list_archs(bool virtual_ones, bool real_ones) {
    for (size_t i = 0; i < KNOWN; i++) {
        if (strspn(known[i].name, "0123456789") != strlen(known[i].name))
            continue;
        if (virtual_ones && real_ones)
            printf("arch=compute_%s,code=[sm_%s,compute_%s]\n", known[i].name, known[i].name, known[i].name);
        else
            printf("%s_%s\n", virtual_ones ? "compute" : "sm", known[i].name);
    }
}
