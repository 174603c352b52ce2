/* Which libcu++ a file means, ours or the system's (Debian's libcu++-dev). Ours is a part of it and stands before the
 * system's; they define the same names. A program that includes a header of libcu++ which ours lacks gets the system's
 * whole: our headers of its names then include the system's (SOFTWARP_SYSTEM_LIBCU). One that a program brings in a folder
 * of -I, or by --cccl, stands before both. */
#include "frontend/frontend.h"

#include <string.h>

/* Where clang looks by itself. */
static const char *const system_folders[] = {"/usr/local/include", "/usr/include"};

/* What of release 1.8 names special registers in inline PTX without a second % (escapes.c). */
static const char *const unescaped[] = {"cuda/std/chrono", "cuda/std/barrier"};

/* The path of the system's header; null: it has none of the name. */
static const char *system_path(struct sw_arena *arena, const char *name) {
    for (size_t i = 0; i < sizeof system_folders / sizeof *system_folders; i++) {
        const char *path = sw_arena_printf(arena, "%s/%s", system_folders[i], name);
        if (sw_file_exists(path))
            return path;
    }
    return NULL;
}

static bool wants_more(struct sw_arena *arena, const char *text, const char *headers) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *name = sw_included_name(arena, line);
        if (name && sw_starts_with(name, "cuda/") && !sw_file_exists(sw_arena_printf(arena, "%s/%s", headers, name)) &&
            system_path(arena, name))
            return true;
    }
    return false;
}

bool sw_wants_system_libcu(struct sw_arena *arena, const struct sw_source_files *files, const char *headers) {
    for (size_t i = 0; i < files->count; i++)
        if (wants_more(arena, files->at[i].text, headers))
            return true;
    return false;
}

void sw_add_system_libcu(struct sw_arena *arena, struct sw_source_files *files) {
    for (size_t i = 0; i < sizeof unescaped / sizeof *unescaped; i++) {
        struct sw_source_file file = {.path = system_path(arena, unescaped[i]), .is_of_cccl = true};
        if (file.path && (file.text = sw_read_file(arena, file.path, &file.size)))
            sw_vec_push(arena, files, file);
    }
}
