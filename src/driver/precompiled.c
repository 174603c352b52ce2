/* Our headers, read once for many runs of clang.
 *
 * cuda_runtime.h, and what it includes of the C++ library, is most of what clang reads for a small program, and it is
 * read for the device and for the host. swcc keeps it as clang's precompiled headers in a folder of the user's:
 *
 *   $SOFTWARP_CACHE, or softwarp in $XDG_CACHE_HOME or in ~/.cache        KEY.pch, KEY.cu, KEY.list, KEY.words; KEY.once
 *
 * Making them costs what two passes save: they are made the second time that they are asked for. KEY.once notes the first.
 *
 * KEY stands for all that can change what the headers mean: clang, the words of the pass but for names of files, and
 * those of the user's macros that the headers have. A pass reads the headers itself where that is not known beforehand:
 * where it has other words about headers (-include, -MD), a folder of the user's may have a header of the same name, the
 * environment names folders, or a file has changed since. What clang says of a wrong program it says in a run without.
 * Nothing else depends on the folder: without one, and with SOFTWARP_CACHE=off, passes read headers themselves. */
#include "driver/precompiled.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_KEPT = 128, MINUTE = 60, DAY = 24 * 60 * MINUTE };

#define FILE_OF(path, extension) sw_arena_printf(arena, "%s." extension, path)

static const char *wanted_folder(struct sw_arena *arena) {
    const char *own = getenv("SOFTWARP_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own)
        return *own == '/' ? own : NULL;
    if (cache && *cache == '/')
        return sw_arena_printf(arena, "%s/softwarp", cache);
    return home && *home == '/' ? sw_arena_printf(arena, "%s/.cache/softwarp", home) : NULL;
}

static void make_folders(struct sw_arena *arena, const char *path) {
    char *copy = sw_arena_strdup(arena, path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0700);
        *slash = '/';
    }
    mkdir(copy, 0700);
}

/* Nobody else may write there: what lies there becomes part of programs. */
static const char *usable_folder(struct sw_arena *arena) {
    const char *path = wanted_folder(arena);
    struct stat facts;
    if (!path)
        return NULL;
    if (stat(path, &facts) != 0)
        make_folders(arena, path);
    bool is_ours = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == geteuid() &&
                   !(facts.st_mode & (S_IWGRP | S_IWOTH));
    return is_ours && access(path, W_OK | X_OK) == 0 ? path : NULL;
}

/* Folders and options that clang takes from the environment. */
static bool has_environment(void) {
    static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SDKROOT",
                                        "CCC_OVERRIDE_OPTIONS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return true;
    return false;
}

static struct sw_hash add_word(struct sw_hash hash, const char *word) {
    return sw_hash_bytes(hash, word, strlen(word) + 1);
}

static struct sw_hash add_clang(struct sw_arena *arena, struct sw_hash hash, const char *clang) {
    struct stat facts = {0};
    stat(clang, &facts);
    return add_word(
        hash, sw_arena_printf(arena, "%s %lld %lld", clang, (long long)facts.st_size, (long long)facts.st_mtim.tv_sec));
}

static const char *path_of(struct sw_job *job, const char *folder, const struct sw_strings *kept,
                           const struct sw_strings *macros) {
    struct sw_hash hash = add_clang(job->arena, add_word((struct sw_hash){0}, "1"), job->frontend.clang);
    for (size_t i = 0; i < kept->count; i++)
        hash = add_word(hash, kept->at[i]);
    for (size_t i = 0; i < macros->count; i++)
        hash = add_word(hash, macros->at[i]);
    return sw_arena_printf(job->arena, "%s/%016llx%016llx", folder, (unsigned long long)hash.a,
                           (unsigned long long)hash.b);
}

static time_t age_of(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 ? time(NULL) - facts.st_mtim.tv_sec : -1;
}

/* Whether it failed to be made, not long ago. */
static bool is_hopeless(struct sw_arena *arena, const char *path) {
    time_t age = age_of(FILE_OF(path, "none"));
    return age >= 0 && age < DAY;
}

/* Whether a pass has wanted them before; that one does is noted. */
static bool was_wanted(struct sw_arena *arena, const char *path) {
    const char *once = FILE_OF(path, "once");
    return sw_file_exists(once) || !sw_write_file(once, "", 0);
}

static bool is_ready(struct sw_arena *arena, const char *path) {
    const char *pch = FILE_OF(path, "pch");
    if (!sw_file_exists(pch) || !sw_are_headers_unchanged(arena, path))
        return false;
    if (age_of(pch) > MINUTE)
        utimensat(AT_FDCWD, pch, NULL, 0); /* which were used last: make_room */
    return true;
}

/* The user's macros that some header may have, by what the headers without any are made of. */
static struct sw_strings seen_macros(struct sw_arena *arena, const char *plain, const struct sw_strings *macros) {
    struct sw_strings seen = {0};
    for (size_t i = 0; i < macros->count; i++)
        if (sw_may_headers_have(arena, plain, sw_macro_name(arena, macros->at[i])))
            sw_vec_push(arena, &seen, macros->at[i]);
    return seen;
}

/* Whether the pass reads another file in place of a header. */
static bool is_other(struct sw_arena *arena, const char *path, const struct sw_step *step,
                     const struct sw_pass_words *words) {
    return sw_hides_header(arena, path, &words->folders) || sw_replaces_header(arena, path, &step->repaired);
}

const char *sw_precompiled_for(struct sw_job *job, const struct sw_step *step, bool *is_made) {
    struct sw_arena *arena = job->arena;
    struct sw_pass_words words = sw_sort_pass_words(arena, &step->argv, job->frontend.headers);
    const char *folder = words.is_plain && !has_environment() ? usable_folder(arena) : NULL;
    if (!folder)
        return NULL;
    const char *path = path_of(job, folder, &words.kept, &(struct sw_strings){0});
    *is_made = is_ready(arena, path);
    if (*is_made && is_other(arena, path, step, &words))
        return NULL;
    struct sw_strings seen = {0};
    if (*is_made && words.macros.count)
        seen = seen_macros(arena, path, &words.macros);
    if (seen.count) {
        path = path_of(job, folder, &words.kept, &seen);
        *is_made = is_ready(arena, path);
        if (*is_made && is_other(arena, path, step, &words))
            return NULL;
    }
    return is_hopeless(arena, path) || !(*is_made || was_wanted(arena, path)) ? NULL : path;
}

static const char *our_header(const struct sw_job *job) {
    return sw_arena_printf(job->arena, "%s/cuda_runtime.h", job->frontend.headers);
}

/* Whether word i and the next one include our header. */
static bool is_inclusion(const struct sw_job *job, const struct sw_strings *argv, size_t i) {
    return i + 1 < argv->count && sw_equal(argv->at[i], "-include") && sw_equal(argv->at[i + 1], our_header(job));
}

/* Each process makes its own, which takes the name when it is whole. */
static const char *scratch_of(struct sw_arena *arena, const char *path) {
    return sw_arena_printf(arena, "%s.%ld", path, (long)getpid());
}

/* The macros that the path stands for. */
static struct sw_strings macros_of(struct sw_job *job, const struct sw_pass_words *words, const char *path) {
    const char *folder = sw_arena_strndup(job->arena, path, (size_t)(strrchr(path, '/') - path));
    const char *plain = path_of(job, folder, &words->kept, &(struct sw_strings){0});
    return sw_equal(plain, path) ? (struct sw_strings){0} : seen_macros(job->arena, plain, &words->macros);
}

/* The file that is compiled includes our header by itself: of one that the command line names clang does not say what it
 * includes. It stays: clang looks at it whenever the result is used. */
void sw_precompiled_make(struct sw_job *job, const struct sw_strings *argv, const char *path, struct sw_strings *into) {
    struct sw_arena *arena = job->arena;
    struct sw_pass_words words = sw_sort_pass_words(arena, argv, job->frontend.headers);
    struct sw_strings macros = macros_of(job, &words, path);
    const char *source = FILE_OF(path, "cu");
    const char *text = sw_arena_printf(arena, "#include \"%s\"\n", our_header(job));
    if (!sw_file_exists(source))
        sw_write_file(source, text, strlen(text));
    for (size_t i = 0; i < words.kept.count; i++) {
        if (is_inclusion(job, &words.kept, i))
            i++;
        else
            sw_vec_push(arena, into, words.kept.at[i]);
    }
    sw_push_all(arena, into, &macros);
    const char *const rest[] = {"-Xclang", "-emit-pch", "-H", "-v", source, "-o", scratch_of(arena, path)};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        sw_vec_push(arena, into, rest[i]);
}

void sw_precompiled_drop(struct sw_arena *arena, const char *path) {
    static const char *const extensions[] = {"pch", "list", "words", "cu", "once"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        unlink(sw_arena_printf(arena, "%s.%s", path, extensions[i]));
}

/* The one that was used longest ago; null while there are few. Notes of a first time are for a day. */
static const char *oldest_of_many(struct sw_arena *arena, const char *folder) {
    DIR *entries = opendir(folder);
    const char *oldest = NULL;
    time_t most = -1;
    size_t count = 0;
    if (!entries)
        return NULL;
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *path = sw_arena_printf(arena, "%s/%s", folder, entry->d_name);
        if (sw_ends_with(path, ".once") && age_of(path) > DAY)
            unlink(path);
        if (!sw_ends_with(path, ".pch"))
            continue;
        count++;
        if (age_of(path) > most) {
            most = age_of(path);
            oldest = path;
        }
    }
    closedir(entries);
    return count > MOST_KEPT ? oldest : NULL;
}

static void make_room(struct sw_arena *arena, const char *path) {
    const char *folder = sw_arena_strndup(arena, path, (size_t)(strrchr(path, '/') - path));
    const char *oldest = oldest_of_many(arena, folder);
    if (oldest)
        sw_precompiled_drop(arena, sw_arena_strndup(arena, oldest, strlen(oldest) - strlen(".pch")));
}

void sw_precompiled_keep(struct sw_arena *arena, const char *path, bool is_made, const char *said) {
    const char *scratch = scratch_of(arena, path);
    if (is_made && sw_write_header_list(arena, path, said) && rename(scratch, FILE_OF(path, "pch")) == 0) {
        make_room(arena, path);
        return;
    }
    unlink(scratch);
    sw_precompiled_drop(arena, path);
    sw_write_file(FILE_OF(path, "none"), "", 0);
}

void sw_precompiled_use(struct sw_job *job, const struct sw_strings *argv, const char *path, struct sw_strings *into) {
    struct sw_arena *arena = job->arena;
    for (size_t i = 0; i < argv->count; i++) {
        if (!is_inclusion(job, argv, i)) {
            sw_vec_push(arena, into, argv->at[i]);
            continue;
        }
        const char *const words[] = {"-Xclang", "-include-pch", "-Xclang", FILE_OF(path, "pch")};
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            sw_vec_push(arena, into, words[k]);
        i++;
    }
}
