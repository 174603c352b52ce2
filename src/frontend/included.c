/* The user's files that a source file includes, found before clang runs: escapes.c needs their texts.
 *
 * A line that begins with #include counts, whatever #if or comment it lies in: a file too many costs a look at it. Names
 * are looked up as clang does: beside the file that includes, then in the folders of -I, -isystem and their kin. Headers that are
 * found nowhere there are the system's or ours, and stay as they are; so do those that a macro names. */
#include "frontend/frontend.h"

#include <string.h>
#include <sys/stat.h>

struct search {
    struct sw_arena *arena;
    struct sw_strings folders;
    struct sw_source_files *files;
};

static bool is_known(const struct search *s, const char *path) {
    for (size_t i = 0; i < s->files->count; i++)
        if (sw_equal(s->files->at[i].path, path))
            return true;
    return false;
}

/* Whether there is such a file; it is taken up then. */
static bool take_file(struct search *s, const char *folder, const char *name) {
    const char *path = *name == '/' || !*folder ? name : sw_arena_printf(s->arena, "%s/%s", folder, name);
    path = sw_path_normal(s->arena, path);
    if (is_known(s, path))
        return true;
    struct sw_source_file file = {.path = path};
    struct stat facts;
    file.text = sw_read_file(s->arena, path, &file.size);
    if (!file.text)
        return false;
    file.is_gone = file.size && stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
    sw_vec_push(s->arena, s->files, file);
    return true;
}

static void find_file(struct search *s, const char *beside, const char *name) {
    if (beside && take_file(s, beside, name))
        return;
    for (size_t i = 0; i < s->folders.count; i++)
        if (take_file(s, s->folders.at[i], name))
            return;
}

static const char *folder_of(struct sw_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? sw_arena_printf(arena, "%.*s", slash > path ? (int)(slash - path) : 1, path) : "";
}

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

/* The name in a line `#include "name"` or `<name>`; null in any other. */
static const char *included_name(struct sw_arena *arena, const char *line, bool *is_quoted) {
    static const char word[] = "include";
    line = skip_blanks(line);
    if (*line != '#')
        return NULL;
    line = skip_blanks(line + 1);
    if (strncmp(line, word, sizeof word - 1))
        return NULL;
    line = skip_blanks(line + sizeof word - 1);
    *is_quoted = *line == '"';
    if (!*is_quoted && *line != '<')
        return NULL;
    size_t length = strcspn(line + 1, *is_quoted ? "\"\n" : ">\n");
    return length && line[1 + length] != '\n' ? sw_arena_printf(arena, "%.*s", (int)length, line + 1) : NULL;
}

static void follow(struct search *s, const struct sw_source_file *file) {
    const char *folder = folder_of(s->arena, file->path);
    for (const char *line = file->text; line; line = strchr(line, '\n')) {
        bool is_quoted;
        line += *line == '\n';
        const char *name = included_name(s->arena, line, &is_quoted);
        if (name)
            find_file(s, is_quoted ? folder : NULL, name);
    }
}

/* Options with a folder to look in, or a file to read first, as their next word. */
static const char *const folder_options[] = {"-iquote", "-isystem", "-idirafter"};
static const char *const file_options[] = {"-imacros", "-include"};

static bool is_one_of(const char *word, const char *const *options, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (sw_equal(word, options[i]))
            return true;
    return false;
}

static void note_folders(struct search *s, const struct sw_strings *words) {
    for (size_t i = 0; i < words->count; i++)
        if (!strncmp(words->at[i], "-I", 2) && words->at[i][2])
            sw_vec_push(s->arena, &s->folders, words->at[i] + 2);
    for (size_t i = 0; i + 1 < words->count; i++)
        if (is_one_of(words->at[i], folder_options, sizeof folder_options / sizeof *folder_options))
            sw_vec_push(s->arena, &s->folders, words->at[i + 1]);
}

void sw_included_files(struct sw_arena *arena, const char *source, const struct sw_strings *preprocessor,
                       struct sw_source_files *files) {
    struct search s = {.arena = arena, .files = files};
    note_folders(&s, preprocessor);
    take_file(&s, "", source);
    for (size_t i = 0; i + 1 < preprocessor->count; i++)
        if (is_one_of(preprocessor->at[i], file_options, sizeof file_options / sizeof *file_options))
            find_file(&s, "", preprocessor->at[i + 1]);
    for (size_t i = 0; i < files->count; i++) {
        struct sw_source_file file = files->at[i];
        follow(&s, &file);
    }
}
